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
  enableBlinkFeatures: undefined,
  webviewTag: false,
  plugins: false,
  navigateOnDragDrop: false,
  javascript: true,
}
const harmless = [
  'preload',
  'session',
  'devTools',
  'spellcheck',
  'safeDialogs',
  'backgroundThrottling',
  'disableDialogs',
]

/** Rejects preferences that weaken a page: the double represents nothing that runs under them. */
export function checkPreferences(preferences: object): void {
  onlyKnown('webPreferences', preferences, [...Object.keys(strong), ...harmless])
  for (const [name, value] of Object.entries(preferences))
    if (Object.hasOwn(strong, name) && value !== strong[name])
      throw new Error(`The double of Electron refuses the weak preference ${name}: ${String(value)}.`)
}
