import type { KeyringState } from '../safe-storage.ts'
import type { Chromium } from '../cdp.ts'
import type { Download } from './downloads.ts'
import type { Popup, Targets } from './targets.ts'

/** Options of the double beyond Electron's; passed in the environment, like a command line. */
export type Options = {
  /** The preload runs in every frame, as in a compromised page. */
  preloadEverywhere: boolean
  packaged: boolean
  /** The system's keyring, and the desktop by whose name Electron names it. */
  keyring: KeyringState['keyring']
  desktop: KeyringState['desktop']
  /** Events that never come: under Wayland `ready-to-show` can be lost (electron#48859). */
  withheld: readonly string[]
  /** The arguments of a second start that comes before the app is ready. */
  secondStart: readonly string[] | undefined
}

export const options: Options = {
  preloadEverywhere: false,
  packaged: false,
  keyring: 'open',
  desktop: 'GNOME',
  withheld: [],
  secondStart: undefined,
  ...(JSON.parse(process.env.ELECTRON_DOUBLE ?? '{}') as Partial<Options>),
}

/** Chromium and its tabs, once the app is ready. */
export const running: {
  chromium?: Chromium
  targets?: Targets
  /** Receives the address where Chromium accepts a second client. */
  onReady?: (address: string) => void
  onPopup?: (popup: Popup) => void
  onDownload?: (download: Download) => void
} = {}

export function chromium(): { chromium: Chromium; targets: Targets } {
  const { chromium: browser, targets } = running
  if (!browser || !targets) throw new Error('This needs the app to be ready.')
  return { chromium: browser, targets }
}
