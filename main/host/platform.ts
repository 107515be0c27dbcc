import type { TabSession } from '../../shared/contract/about-commands.ts'
import type { Shell } from '../../shared/contract/commands.ts'

/** What a shell gives the host. */
export interface Platform {
  /** Absolute path of a folder only this installation uses; it exists. */
  readonly dataDirectory: string
  readonly app: { name: string; version: string; shell: Shell }
  readonly secrets: SecretStore
  /** Who has signed in to the shell, where one signs in. */
  readonly tabs?: Tabs
  /**
   * Whether the person wants this, asked where no page can give the answer. A shell in which the page has proved who
   * sits at it says yes by itself.
   */
  confirm(confirmation: Confirmation): Promise<boolean>
}

/** The tabs of a shell that people sign in to. `end` is false when there is no such tab. */
export type Tabs = { list(): TabSession[]; end(actor: string): boolean }

/** What a person is asked. `detail` says in full what will be done; `action` is the word on the button that does it. */
export type Confirmation = { question: string; detail: string; action: string }

/** Values that must not be in a file, a log or an event. A name that was never set reads `undefined`. */
export interface SecretStore {
  get(name: string): Promise<string | undefined>
  set(name: string, value: string): Promise<void>
  /** The same where nobody has to be asked and nothing unreadable is in the way; else false, and nothing is stored. */
  keep(name: string, value: string): Promise<boolean>
  delete(name: string): Promise<void>
  names(): Promise<string[]>
}
