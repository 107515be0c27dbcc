import { z } from 'zod'
import { sha256 } from '../../base/hash.ts'
import type { Journal } from '../../journal/journal.ts'
import type { SecretStore } from '../../platform.ts'
import { signInSecrets } from './vault.ts'
import { parseJson } from '../../../../shared/schema/json.ts'

/** Which authorization server the entered credentials belong to, and how they are known again. */
const record = z.object({ issuer: z.string(), id: z.string(), secretHash: z.string().optional() })

/** What a person entered as the client of a server. */
export type Entered = { id: string; secret?: string | undefined }

/** Under which name the store keeps the issuer. */
export const enteredClientName = (server: string): string => `${signInSecrets(server)}entered-client`

/** What is kept there when the person has entered credentials again: they belong to nobody yet. */
export const nobodyYet = '{}'

/** Binds entered client credentials to the first issuer that they are used with (2026-07-28, basic/authorization). */
export class EnteredClient {
  readonly #server: string
  readonly #store: SecretStore
  readonly #journal: Journal

  constructor(server: string, { store, journal }: { store: SecretStore; journal: Journal }) {
    this.#server = server
    this.#store = store
    this.#journal = journal
  }

  /**
   * The issuer that these credentials belong to: one of the two is enough to know them by. Empty before their first
   * use, and nothing where no credentials of this server were ever bound.
   */
  async known({ id, secret }: Entered): Promise<{ issuer?: string } | undefined> {
    const text = await this.#store.get(enteredClientName(this.#server))
    if (text === undefined) return undefined
    const known = parsed(text)
    const isSame = known?.id === id || (secret !== undefined && known?.secretHash === sha256(secret))
    return known && isSame ? { issuer: known.issuer } : {}
  }

  /** Resolves when it is in the store and the log says so. */
  async bind({ id, secret }: Entered, issuer: string): Promise<void> {
    const name = enteredClientName(this.#server)
    const bound = { issuer, id, ...(secret !== undefined && { secretHash: sha256(secret) }) }
    await this.#store.set(name, JSON.stringify(bound))
    this.#journal.append({ type: 'secret.changed', name, change: 'set', actor: 'host' })
    await this.#journal.durable()
  }
}

const parsed = (text: string): z.infer<typeof record> | undefined => record.safeParse(parseJson(text)).data
