import { anchorName } from './journal/anchor.ts'
import { signingKeyName } from './journal/head-writer.ts'
import type { Journal } from './journal/journal.ts'
import type { SecretStore } from './platform.ts'

/** The shell's secret store, with every change in the journal by name and never by value. */
export class Secrets {
  readonly #store: SecretStore
  readonly #journal: Journal

  constructor(store: SecretStore, journal: Journal) {
    this.#store = store
    this.#journal = journal
  }

  /** Notes what the store of this shell holds, which need not be what the last one held. */
  async open(): Promise<void> {
    const names = new Set(await this.#store.names())
    // The log's own key has events of its own, and the last signed head is no secret.
    for (const name of [signingKeyName, anchorName]) names.delete(name)
    const known = new Set(this.#journal.state.secrets)
    for (const name of names) if (!known.has(name)) this.#note(name, 'set', 'host')
    for (const name of known) if (!names.has(name)) this.#note(name, 'deleted', 'host')
  }

  get(name: string): Promise<string | undefined> {
    return this.#store.get(name)
  }

  async setAll(values: Record<string, string>, actor: string): Promise<void> {
    this.#journal.assertHealthy()
    for (const [name, value] of Object.entries(values)) {
      await this.#store.set(name, value)
      this.#note(name, 'set', actor)
    }
    await this.#journal.durable()
  }

  async deleteAll(names: string[], actor: string): Promise<void> {
    for (const name of names) {
      await this.#store.delete(name)
      this.#note(name, 'deleted', actor)
    }
    await this.#journal.durable()
  }

  #note(name: string, change: 'set' | 'deleted', actor: string): void {
    this.#journal.append({ type: 'secret.changed', name, change, actor })
  }
}
