import { secretPrefixOf, renamedSecret, type Rename } from '../../../shared/config/secret-prefixes.ts'
import {
  destinationOf,
  urlOrigin,
  parseStored,
  secretReferences,
  storedName,
} from '../../../shared/risk/secret-names.ts'
import { HostError } from '../../../shared/contract/errors.ts'
import { modelKey } from '../../../shared/config/settings.ts'
import type { HostState } from '../../../shared/state/state.ts'
import { anchorName } from '../journal/signing/anchor.ts'
import { signingKeyName } from '../journal/signing/head-writer.ts'
import type { Journal } from '../journal/journal.ts'
import { answerKeyName } from './answer-digest.ts'
import type { SecretStore } from '../platform.ts'

/** The store's name for how many changes of servers' IDs it has followed. */
export const followedName = 'log/renames'

/** Values by name, all entered for one destination. */
type Entered = { values: Record<string, string>; destination: string }

/**
 * The shell's secret store, with every change in the journal by name and never by value. Each value is stored with its
 * destination, a URL's origin or a program, and can't be read for any other.
 */
export class Secrets {
  readonly #store: SecretStore
  readonly #journal: Journal

  constructor(store: SecretStore, journal: Journal) {
    this.#store = store
    this.#journal = journal
  }

  /**
   * Binds values that earlier releases stored without a destination, and records what this shell's store contains,
   * which may differ from the last one's. The configuration files haven't been read yet, so nothing in them can claim
   * an old value. If the store can't be read for now, nothing is known to have changed.
   */
  async open(): Promise<void> {
    if (!(await this.#canRead())) return
    await this.#bindOld()
    await this.#takeIn()
  }

  /** Records what a store that answers late contains. Old values are bound at the next start. */
  async openLate(): Promise<void> {
    if (await this.#canRead()) await this.#takeIn()
  }

  async #takeIn(): Promise<void> {
    await this.followRenames()
    const held = new Map((await this.#store.names()).map(parseStored).map((it) => [it.name, it.destination]))
    // The log's own keys aren't the user's, and the last signed head isn't a secret.
    for (const name of [signingKeyName, anchorName, answerKeyName, followedName]) held.delete(name)
    const { secrets, enteredFor } = this.#journal.state
    for (const [name, destination] of held)
      if (!secrets.includes(name) || enteredFor[name] !== destination) this.#note(name, 'host', destination)
    for (const name of secrets) if (!held.has(name)) this.#noteDeleted(name, 'host')
  }

  /** Rejects with `unavailable` while the store can't be read. */
  async assertReadable(): Promise<void> {
    await this.#store.names()
  }

  /** Undefined if the value was entered for another destination. */
  get(name: string, destination: string): Promise<string | undefined> {
    return this.#store.get(storedName(name, destination))
  }

  /** Replaces values under the same names, whatever their destination. */
  async setAll({ values, destination }: Entered, actor: string): Promise<void> {
    this.#journal.assertHealthy()
    for (const [name, value] of Object.entries(values)) {
      await this.#store.set(storedName(name, destination), value)
      await this.#forget(name, destination)
      this.#note(name, actor, destination)
    }
    await this.#journal.durable()
  }

  /** Stores related data that isn't secret, and wasn't entered by the user. */
  async mark(name: string, value: string, actor: string): Promise<void> {
    await this.#store.set(name, value)
    this.#note(name, actor, undefined)
  }

  /** From here on these values are for this destination, as the user confirmed. */
  async rebind(names: string[], destination: string, actor: string): Promise<void> {
    this.#journal.assertHealthy()
    for (const stored of await this.#store.names()) {
      const { name, destination: before } = parseStored(stored)
      if (!names.includes(name) || before === destination) continue
      const value = await this.#store.get(stored)
      if (value !== undefined) await this.setAll({ values: { [name]: value }, destination }, actor)
    }
  }

  async deleteAll(names: string[], actor: string): Promise<void> {
    for (const name of names) {
      await this.#forget(name)
      this.#noteDeleted(name, actor)
    }
    await this.#journal.durable()
  }

  /**
   * Moves the values of renamed servers to their new names. Each store remembers how many changes of an ID it has
   * followed, so a crash or another shell's turn costs nothing, and a later server of an old ID keeps its own values.
   */
  async followRenames(): Promise<void> {
    const { renames = [] } = this.#journal.state
    let followed = Number((await this.#store.get(followedName)) ?? 0)
    for (let [rename, next] = renames.slice(followed); rename; [rename, next] = renames.slice(followed)) {
      // A rename that was taken back may have moved only some values.
      const back = next?.from === rename.to && next.to === rename.from ? next : undefined
      await this.#move(back ?? rename)
      followed += back ? 2 : 1
      await this.#store.keep(followedName, String(followed))
    }
  }

  async #move(rename: Rename): Promise<void> {
    for (const stored of await this.#store.names()) {
      const name = renamedSecret(stored, rename)
      const value = name === stored ? undefined : await this.#store.get(stored)
      if (value === undefined) continue
      await this.#store.set(name, value)
      await this.#store.delete(stored)
    }
  }

  /** Removes what is stored under a name, for any destination, from the store. */
  async #forget(name: string, except?: string): Promise<void> {
    for (const stored of await this.#store.names()) {
      const it = parseStored(stored)
      if (it.name === name && (except === undefined || it.destination !== except)) await this.#store.delete(stored)
    }
  }

  /** An old value is for what its owner was when Atrium last ran. Without an owner it stays, unused. */
  async #bindOld(): Promise<void> {
    const owners = destinations(this.#journal.state)
    for (const stored of await this.#store.names()) {
      const destination = owners.get(stored)
      const value = destination === undefined ? undefined : await this.#store.get(stored)
      if (destination === undefined || value === undefined) continue
      if (await this.#store.keep(storedName(stored, destination), value)) await this.#store.delete(stored)
    }
  }

  async #canRead(): Promise<boolean> {
    try {
      await this.assertReadable()
      return true
    } catch (error) {
      if (error instanceof HostError && error.code === 'unavailable') return false
      throw error
    }
  }

  #note(name: string, actor: string, destination: string | undefined): void {
    const known = destination === undefined ? {} : { for: destination }
    this.#journal.append({ type: 'secret.changed', name, change: 'set', ...known, actor })
  }

  #noteDeleted(name: string, actor: string): void {
    this.#journal.append({ type: 'secret.changed', name, change: 'deleted', actor })
  }
}

/** By name, the destinations of the values that the configuration references. */
function destinations({ configured: { servers, settings } }: HostState): Map<string, string> {
  const keys = Object.entries(settings.models.endpoints).map(
    ([id, { baseUrl }]) => [modelKey(id), urlOrigin(baseUrl)] as const,
  )
  const values = Object.entries(servers).flatMap(([id, config]) => {
    const own = secretReferences(config).filter(({ name }) => name.startsWith(secretPrefixOf(id)))
    return own.map(({ name }) => [name, destinationOf(config)] as const)
  })
  return new Map([...keys, ...values])
}
