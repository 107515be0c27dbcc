import { z } from 'zod'
import { sha256 } from '../../base/hash.ts'
import type { Journal } from '../../journal/journal.ts'
import type { SecretStore } from '../../platform.ts'
import { signInSecrets } from '../../../../shared/config/secret-prefixes.ts'
import { parseJson } from '../../../../shared/schema/json.ts'

/** The authorization server that entered credentials belong to, and how to recognise them. */
const record = z.object({ issuer: z.string(), id: z.string(), secretHash: z.string().optional() })

/** The client the user entered for a server. */
export type Entered = { id: string; secret?: string | undefined }

/** The issuer's name in the store. */
export const enteredClientName = (server: string): string => `${signInSecrets(server)}entered-client`

/** Stored when the user has entered credentials again: they belong to no issuer yet. */
export const nobodyYet = '{}'

/** Binds entered client credentials to the first issuer they're used with (2026-07-28, basic/authorization). */
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
   * The issuer these credentials belong to: either of the two identifies them. Empty before their first use, and
   * undefined if this server never had bound credentials.
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
