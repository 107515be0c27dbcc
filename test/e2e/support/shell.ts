import type { Page } from '@playwright/test'

export type StartOptions = { size: { width: number; height: number }; right: 'admin' | 'use' }

/** One of the two ways in which a person meets Atrium. It is started over a folder, once or again. */
export interface Shell {
  /** Starts Atrium and shows its page. `right` is what a browser's tab may do; the window may do everything. */
  start(directory: string, options: StartOptions): Promise<Page>
  /** Shows the page anew over the same process, as if nobody had been there. */
  anew(size: StartOptions['size']): Promise<Page>
  /** The address of the page, before its fragment. */
  readonly address: string
  /** Ends the process; what is on the screen stays there if it can. */
  end(signal: NodeJS.Signals): Promise<void>
  /** Clears the screen, and ends the process if it still runs. */
  close(): Promise<void>
}
