import type { Page } from '@playwright/test'

export type StartOptions = { size: { width: number; height: number }; right: 'admin' | 'use' }

/** One of the two ways a user meets Atrium. Started over a folder, once or repeatedly. */
export interface Shell {
  /** Starts Atrium and shows its page. `right` is what a browser's tab can do; the window can do everything. */
  start(directory: string, options: StartOptions): Promise<Page>
  /** Shows the page again over the same process, as if unused. */
  anew(size: StartOptions['size']): Promise<Page>
  /** The page's URL, before its fragment. */
  readonly address: string
  /** Ends the process; the screen keeps its content if it can. */
  end(signal: NodeJS.Signals): Promise<void>
  /** Clears the screen, and ends the process if it is still running. */
  close(): Promise<void>
}
