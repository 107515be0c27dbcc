/** What a shell gives the host. */
export interface Platform {
  /** Absolute path of a folder only this installation uses; it exists. */
  readonly dataDirectory: string
  readonly app: { name: string; version: string; shell: 'web' | 'electron' }
  readonly secrets: SecretStore
}

/** Values that must not be in a file, a log or an event. A name that was never set reads `undefined`. */
export interface SecretStore {
  get(name: string): Promise<string | undefined>
  set(name: string, value: string): Promise<void>
  delete(name: string): Promise<void>
  names(): Promise<string[]>
}
