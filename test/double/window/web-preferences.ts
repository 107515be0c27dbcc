import { inspect } from 'node:util'
import type { WebPreferences } from 'electron'
import { blinkFeature } from '../cdp.ts'
import { onlyKnown } from '../strict.ts'

/** Preferences that could weaken a page, with their only safe value. */
const strong: Record<string, unknown> = {
  sandbox: true,
  contextIsolation: true,
  nodeIntegration: false,
  nodeIntegrationInWorker: false,
  nodeIntegrationInSubFrames: false,
  webSecurity: true,
  allowRunningInsecureContent: false,
  experimentalFeatures: false,
  webviewTag: false,
  plugins: false,
  navigateOnDragDrop: false,
  javascript: true,
}
const harmless = ['preload', 'session', 'devTools', 'safeDialogs', 'backgroundThrottling', 'disableDialogs']

/** Rejects preferences that weaken a page: the double represents nothing that runs under them. */
export function checkPreferences(preferences: WebPreferences): void {
  const { enableBlinkFeatures, spellcheck = true, ...others } = preferences
  onlyKnown('webPreferences', others, [...Object.keys(strong), ...harmless])
  for (const [name, value] of Object.entries<unknown>(others))
    if (Object.hasOwn(strong, name) && value !== strong[name])
      throw new Error(`The double of Electron refuses the weak preference ${name}: ${inspect(value)}.`)
  // docs/tutorial/spellchecker.md of Electron: on by default, with dictionaries from a network except on macOS
  if (spellcheck && process.platform !== 'darwin')
    throw new Error('The double of Electron refuses the weak preference spellcheck: it fetches dictionaries.')
  // docs/api/structures/web-preferences.md of Electron; here, Chromium has it on for all windows.
  if (enableBlinkFeatures !== blinkFeature)
    throw new Error(`The double of Electron refuses the weak preference enableBlinkFeatures: ${enableBlinkFeatures}.`)
}
