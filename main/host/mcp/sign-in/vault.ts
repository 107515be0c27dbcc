import { z } from 'zod'
import { sha256 } from '../../base/hash.ts'
import type { Journal } from '../../journal/journal.ts'
import type { SecretStore } from '../../platform.ts'
import { isSameIssuer } from './documents.ts'
import type { Redaction } from '../../secrets/redaction.ts'
import { signInSecrets } from '../../../../shared/config/secret-prefixes.ts'
import { parseJson } from '../../../../shared/schema/json.ts'

const tokens = z.object({
  access: z.string(),
  refresh: z.string().optional(),
  scope: z.string(),
  expiresAt: z.number().optional(),
  account: z.string().optional(),
})

/** Atrium's registration at an authorization server. */
const client = z.object({
  id: z.string(),
  secret: z.string().optional(),
  method: z.string().optional(),
  /** The redirect port. */
  port: z.int(),
})

const held = z.object({
  /** The server's URL, which the tokens are for. */
  resource: z.string(),
  issuer: z.string(),
  /** The requested audience (RFC 8707), in the server's words. */
  indicator: z.string().optional(),
  client: client.optional(),
  tokens: tokens.optional(),
})

/** The record stored for one server and one authorization server. Neither is ever given to another. */
export type StoredSignIn = z.infer<typeof held>
export type RegisteredClient = z.infer<typeof client>

/** How many earlier values are still redacted. */
const mostHeeded = 12

/** Stores one server's sign-ins in the secret store; each entry is written whole or not at all. */
export class Vault {
  readonly #server: string
  readonly #resource: string
  readonly #store: SecretStore
  readonly #redaction: Redaction
  readonly #journal: Journal
  readonly #heeded: string[] = []

  constructor(
    server: string,
    resource: string,
    { store, redaction, journal }: { store: SecretStore; redaction: Redaction; journal: Journal },
  ) {
    this.#server = server
    this.#resource = resource
    this.#store = store
    this.#redaction = redaction
    this.#journal = journal
  }

  /** Undefined if it is for another URL, or can't be read. */
  async read(issuer: string): Promise<StoredSignIn | undefined> {
    const same = issuer.endsWith('/') ? issuer.slice(0, -1) : `${issuer}/`
    const text = (await this.#store.get(this.#name(issuer))) ?? (await this.#store.get(this.#name(same)))
    if (text === undefined) return undefined
    const entry = parsed(text)
    if (entry?.resource !== this.#resource || !isSameIssuer(entry.issuer, issuer)) return undefined
    this.#hide(entry)
    return entry
  }

  /** Resolves when it is in the store and the log says so. */
  async write(issuer: string, entry: Omit<StoredSignIn, 'resource' | 'issuer'>, actor: string): Promise<void> {
    const whole: StoredSignIn = { ...entry, resource: this.#resource, issuer }
    this.#hide(whole)
    await this.#store.set(this.#name(issuer), JSON.stringify(whole))
    this.#journal.append({ type: 'secret.changed', name: this.#name(issuer), change: 'set', actor })
    await this.#journal.durable()
  }

  /** Values to redact from now on in whatever arrives. */
  hide(values: (string | undefined)[]): void {
    for (const value of values) {
      if (value === undefined || this.#heeded.includes(value)) continue
      this.#redaction.hide(`${signInSecrets(this.#server)}…`, value)
      this.#heeded.push(value)
      const oldest = this.#heeded.length > mostHeeded ? this.#heeded.shift() : undefined
      if (oldest !== undefined) this.#redaction.forget(oldest)
    }
  }

  #hide({ client: own, tokens: given }: StoredSignIn): void {
    this.hide([own?.secret, given?.refresh, given?.access])
  }

  #name(issuer: string): string {
    const host = URL.canParse(issuer) ? new URL(issuer).host.slice(0, 200) : 'unknown'
    return `${signInSecrets(this.#server)}${host}-${sha256(issuer).slice(0, 16)}`
  }
}

const parsed = (text: string): StoredSignIn | undefined => held.safeParse(parseJson(text)).data
