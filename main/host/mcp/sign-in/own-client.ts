import type { HttpConfig } from '../../../../shared/config/server-config.ts'
import { ownSecret } from '../../secrets/own-secret.ts'
import { assertionBy, readClientKey } from './client-key.ts'
import type { CredentialsDeps } from './credentials.ts'
import { isSameIssuer } from './documents.ts'
import { EnteredClient } from './entered-client.ts'
import type { SignInPlan } from './plan.ts'
import { ownClientProblems, signInProblems } from './problems.ts'
import type { ClientIdentity } from './token-request.ts'
import type { Vault } from './vault.ts'
import { signInWords } from './words.ts'
import { defined } from '../../../../shared/schema/json.ts'

/** A client in a server's setup, with its secret or private key if it has one. */
export type Client = { id: string; secret?: string; key?: string }

/** The client in one server's setup, by which Atrium itself requests tokens. */
export class OwnClient {
  readonly #server: string
  readonly #config: HttpConfig
  readonly #deps: CredentialsDeps
  readonly #entered: EnteredClient
  readonly #vault: Vault

  /** Signed assertions are redacted by the vault. */
  constructor(server: string, config: HttpConfig, deps: CredentialsDeps, vault: Vault) {
    this.#server = server
    this.#config = config
    this.#deps = deps
    this.#entered = new EnteredClient(server, deps)
    this.#vault = vault
  }

  /** Rejects with `HttpProblem` if its secret or key isn't there. */
  async read(): Promise<Client> {
    const { clientId: id = '', clientSecret, privateKey } = this.#config.oauth ?? {}
    const kept = clientSecret ?? privateKey
    if (!kept) return { id }
    const what = clientSecret ? signInWords.clientSecret : signInWords.privateKey
    const found = await ownSecret(kept.secret, what, {
      id: this.#server,
      config: this.#config,
      store: this.#deps.store,
    })
    if ('because' in found)
      throw ownClientProblems.missing(clientSecret ? 'client secret' : 'private key', found.because)
    this.#deps.redaction.enter(kept.secret, found.value)
    if (clientSecret) return { id, secret: found.value }
    // A key's lines may be repeated without the frame around them.
    this.#deps.redaction.enter(kept.secret, found.value.replaceAll(/-----[A-Z ]+-----|\s+/g, ''))
    return { id, key: found.value }
  }

  /** How the client identifies itself there. Throws `HttpProblem` if the authorization server doesn't accept that. */
  identify({ issuer, metadata }: SignInPlan, { id, secret, key: text }: Client): ClientIdentity {
    // Without a list it accepts a secret in a header (RFC 8414, 2).
    const methods = metadata?.token_endpoint_auth_methods_supported ?? ['client_secret_basic']
    const accepts = (...wanted: string[]) => wanted.some((it) => methods.includes(it))
    if (secret !== undefined && !accepts('client_secret_basic', 'client_secret_post'))
      throw ownClientProblems.noSecrets(issuer)
    if (text === undefined) return { information: { client_id: id, ...defined({ client_secret: secret }) } }
    if (!accepts('private_key_jwt')) throw ownClientProblems.noKeys(issuer)
    const key = readClientKey(text)
    if (typeof key === 'string') throw ownClientProblems.badKey(key)
    const accepted = metadata?.token_endpoint_auth_signing_alg_values_supported
    const assertion = assertionBy(key, { client: id, audience: issuer, accepted, now: Date.now() })
    if (assertion === undefined) throw ownClientProblems.otherAlgorithms(issuer)
    this.#vault.hide([assertion])
    return { information: { client_id: id }, authenticate: (_headers, form) => sign(form, assertion) }
  }

  /** Credentials belong to the authorization server that the settings name, or that they were first used with. */
  async bind({ issuer }: SignInPlan, { id, secret }: Client): Promise<void> {
    const known = this.#config.oauth?.issuer ?? (await this.#entered.known({ id, secret }))?.issuer
    if (known !== undefined && !isSameIssuer(known, issuer)) throw signInProblems.enteredForOther(issuer, known)
    if (known === undefined) await this.#entered.bind({ id, secret }, issuer)
  }
}

function sign(form: URLSearchParams, assertion: string): void {
  form.set('client_assertion', assertion)
  form.set('client_assertion_type', 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer')
}
