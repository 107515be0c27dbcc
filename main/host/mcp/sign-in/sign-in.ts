import type { Question } from '../../../../shared/asks.ts'
import type { HttpConfig } from '../../../../shared/server-config.ts'
import type { Inbox } from '../../inbox.ts'
import type { Journal } from '../../journal/journal.ts'
import type { SecretStore } from '../../platform.ts'
import type { Redaction } from '../../redaction.ts'
import { HttpProblem } from '../http/http-problem.ts'
import type { SafeFetchOptions } from '../http/safe-fetch.ts'
import type { Authorization, Connected, Refused } from './authorization.ts'
import { authorize } from './authorize.ts'
import type { Challenge } from './challenge.ts'
import { type Client, clientFor } from './clients.ts'
import { Flight } from './flight.ts'
import { NamedFetch } from './named-fetch.ts'
import { type Plan, planSignIn } from './plan.ts'
import { problems } from './problems.ts'
import { planAt, renew } from './renewal.ts'
import { scopesIn } from './tokens.ts'
import { type Held, Vault } from './vault.ts'

export type SignInDeps = {
  journal: Journal
  inbox: Inbox
  /** As the shell gives it: what is in there is made known here. */
  store: SecretStore
  redaction: Redaction
  safe?: SafeFetchOptions | undefined
  /** Milliseconds the browser has. */
  pageMs?: number | undefined
}

type Because = Question<'sign-in'>['because']

/** Milliseconds before their end that tokens are renewed. */
const earlyMs = 30_000
/** How often one request is sent anew. */
const mostAttempts = 3
/** Requests that a person waits for. */
const patient: ReadonlySet<string | undefined> = new Set(['tools/call', 'resources/read', 'prompts/get'])

/**
 * What one server at an address is told about who asks (basic/authorization), as long as its configuration stays the
 * same. Tokens go to this address only, and each to no other authorization server than the one that gave it.
 */
export class SignIn {
  readonly #server: string
  readonly #config: HttpConfig
  readonly #deps: SignInDeps
  readonly #vault: Vault
  #held: Promise<Held | undefined> | undefined
  /** Whether the server has taken the present tokens; those of an earlier run are believed to be good. */
  #taken = true
  /** What was asked for with the present tokens, whatever was given. */
  #asked = new Set<string>()
  #renewing: Promise<boolean> | undefined
  #flight: Flight | undefined
  /** What the last request that was not let in was told. */
  #challenge: Challenge = { wantsToken: false, isStepUp: false, words: '' }
  /** The person said not now. */
  #isLeft = false
  #isWanted = false

  constructor(server: string, config: HttpConfig, deps: SignInDeps) {
    this.#server = server
    this.#config = config
    this.#deps = deps
    this.#vault = new Vault(server, config.url, deps)
  }

  /** Whether a person is being asked just now. */
  get isOpen(): boolean {
    return this.#flight !== undefined
  }

  /** Whether the person has said not now, so that nothing asks her but what she does herself. */
  get isLeft(): boolean {
    return this.#isLeft
  }

  /** Whether the person is to be asked before anything else, whatever there is; requests go out as if there were nothing. */
  get isWanted(): boolean {
    return this.#isWanted
  }

  /** The next start asks. */
  want(): void {
    this.#isWanted = true
    this.#isLeft = false
  }

  /** What goes with the next request, renewed where it is about to end; nothing where nobody has signed in. */
  async header(): Promise<string | undefined> {
    const held = this.#isWanted ? undefined : await this.#current()
    const { access, refresh, expiresAt = Infinity } = held?.tokens ?? {}
    if (access === undefined) return undefined
    // What cannot be renewed just now may still do; else the server says so.
    if (refresh !== undefined && expiresAt - Date.now() < earlyMs) await this.#renew().catch(() => false)
    return `Bearer ${(await this.#current())?.tokens?.access ?? access}`
  }

  #took(header: string | undefined): void {
    if (header !== undefined) this.#taken = true
  }

  /** What a connection needs of it. */
  authorization(connected: Connected): Authorization {
    return {
      header: () => this.header(),
      took: (header) => this.#took(header),
      refused: (challenge, request) => this.#refused(challenge, request, connected),
    }
  }

  async #refused(challenge: Challenge, request: Refused, { ready, paused }: Connected): Promise<void> {
    if (request.attempt >= mostAttempts) throw challenge.isStepUp ? problems.tooManySteps() : problems.notAccepted()
    // Another request has seen to it meanwhile.
    if ((await this.header()) !== request.header) return
    this.#challenge = challenge
    const isFresh = request.header !== undefined && !this.#taken
    if (!challenge.isStepUp && isFresh) throw problems.notAccepted()
    if (challenge.isStepUp && request.header !== undefined && (await this.#hadAll(challenge)))
      throw problems.stillInsufficient(challenge.scope ?? '')
    if (!challenge.isStepUp && !this.#isWanted && (await this.#renew(challenge))) return
    if (!ready() || !patient.has(request.method)) throw problems.needed()
    await paused(() => this.ask(request.signal))
  }

  /** Asks the person, of which `opening` is told first, and has her sign in; resolves when that is done. Rejects with `HttpProblem`, or with the signal's reason. */
  async ask(signal: AbortSignal, opening?: () => void): Promise<void> {
    const challenge = this.#challenge
    const because = await this.#reason(challenge)
    this.#isWanted = false
    this.#flight ??= new Flight((over) =>
      this.#signIn(challenge, because, { signal: over, opening }).finally(() => (this.#flight = undefined)),
    )
    await this.#flight.join(signal)
  }

  /** Forgets what was given. The person is not asked again before she wants to be. */
  async signOut(actor: string): Promise<void> {
    this.#isLeft = true
    const held = await this.#current()
    if (!held?.tokens) return
    await this.#drop(held, 'asked', actor)
  }

  #current(): Promise<Held | undefined> {
    const { [this.#server]: signedIn } = this.#deps.journal.state.signedIn
    this.#held ??= signedIn ? this.#vault.read(signedIn.issuer) : Promise.resolve(undefined)
    return this.#held
  }

  async #hadAll({ scope }: Challenge): Promise<boolean> {
    const held = await this.#current()
    const had = new Set([...this.#asked, ...scopesIn(held?.tokens?.scope)])
    return scopesIn(scope).every((it) => had.has(it))
  }

  async #reason({ isStepUp }: Challenge): Promise<Because> {
    if (this.#isWanted) return 'asked'
    if (isStepUp) return 'more'
    return this.#deps.journal.state.signedIn[this.#server] ? 'ended' : 'needed'
  }

  /** Once for all who ask at the same time; false where that leads nowhere. */
  #renew(challenge?: Challenge): Promise<boolean> {
    return (this.#renewing ??= this.#renewOnce(challenge).finally(() => (this.#renewing = undefined)))
  }

  async #renewOnce(challenge: Challenge | undefined): Promise<boolean> {
    const held = await this.#current()
    if (held?.tokens?.refresh === undefined) return false
    const { issuer, tokens, indicator } = held
    const named = this.#named()
    const plan = challenge
      ? await planSignIn({ server: this.#config.url, challenge }, named)
      : await planAt(issuer, indicator, named)
    // Another authorization server is in charge: what this one gave is not shown to it.
    if (plan.issuer !== issuer) return false
    const client = await this.#client(plan, held)
    if (!client.information) return false
    await this.#announce(`the renewal of a sign-in, to ${new URL(issuer).host}`)
    const renewed = await renew(plan, tokens, { client: client.information, named })
    if ('refused' in renewed) {
      await this.#drop(renewed.refused === 'client' ? { ...held, client: undefined } : held, 'refused', 'host')
      return false
    }
    const next = { ...held, tokens: renewed.tokens }
    this.#held = Promise.resolve(next)
    this.#taken = false
    this.#vault.heed([next.tokens.refresh, next.tokens.access])
    // What was renewed holds whether or not it could be stored; the next start asks where it could not.
    await this.#vault.write(issuer, next, 'host').catch(() => undefined)
    return true
  }

  async #drop(held: Held, because: 'asked' | 'refused', actor: string): Promise<void> {
    const { journal } = this.#deps
    this.#held = Promise.resolve({ ...held, tokens: undefined })
    await this.#vault.write(held.issuer, { client: held.client }, actor)
    journal.append({ type: 'server.signed-out', server: this.#server, issuer: held.issuer, because, actor })
    await journal.durable()
  }

  async #signIn(
    challenge: Challenge,
    because: Because,
    { signal, opening }: { signal: AbortSignal; opening: (() => void) | undefined },
  ): Promise<void> {
    const { journal, inbox } = this.#deps
    const named = this.#named()
    const before = await this.#current()
    await this.#announce('where to sign in')
    const plan = await planSignIn(
      {
        server: this.#config.url,
        challenge,
        scopes: this.#config.oauth?.scopes,
        before: [...this.#asked, ...scopesIn(before?.tokens?.scope)].join(' '),
      },
      named,
    )
    signal.throwIfAborted()
    const held = before?.issuer === plan.issuer ? before : await this.#vault.read(plan.issuer)
    const client = await this.#client(plan, held)
    opening?.()
    const { answer, actor } = await inbox.ask('sign-in', this.#question(plan, client.how, because), { signal })
    if (answer.decision === 'leave') {
      this.#isLeft = true
      throw problems.notNow()
    }
    const own = { server: this.#server, inbox, named, signal, pageMs: this.#deps.pageMs }
    const announce = (what: string) => this.#announce(what)
    const { tokens, registered = held?.client } = await authorize(plan, client, { ...own, announce })
    const entry = { client: registered, tokens, indicator: plan.resource }
    await this.#vault.write(plan.issuer, entry, actor).catch((error: unknown) => {
      throw error instanceof Error ? problems.notStored(error.message) : error
    })
    this.#held = Promise.resolve({ ...entry, resource: this.#config.url, issuer: plan.issuer })
    this.#taken = false
    this.#isLeft = false
    this.#asked = new Set(scopesIn(plan.scope))
    const { account, expiresAt, scope } = tokens
    const { issuer } = plan
    const moved = before?.tokens && before.issuer !== issuer ? before.issuer : undefined
    if (moved !== undefined)
      journal.append({ type: 'server.signed-out', server: this.#server, issuer: moved, because: 'moved', actor })
    const given = { issuer, scopes: scopesIn(scope).slice(0, 100), account, expiresAt }
    journal.append({ type: 'server.signed-in', server: this.#server, ...given, actor })
    await journal.durable()
  }

  #question(plan: Plan, client: Client['how'], because: Because): Question<'sign-in'> {
    const { [this.#server]: before } = this.#deps.journal.state.signedIn
    return {
      server: this.#server,
      resource: this.#config.url,
      issuer: plan.issuer,
      scopes: scopesIn(plan.scope).slice(0, 100),
      because,
      ...(before && { before: { issuer: before.issuer, scopes: before.scopes } }),
      client,
    }
  }

  async #client(plan: Plan, held: Held | undefined): Promise<Client> {
    const { clientId: id, clientSecret, callbackPort: port } = this.#config.oauth ?? {}
    const secret = clientSecret && (await this.#deps.store.get(clientSecret.secret))
    if (clientSecret && secret === undefined)
      throw new HttpProblem(
        'is to be signed in to with a client secret that is not on this machine',
        "enter it again in this server's settings",
        { signIn: true },
      )
    this.#vault.heed([secret])
    return clientFor(plan, {
      entered: id === undefined ? undefined : { id, secret },
      document: this.#deps.journal.state.configured.settings.clientMetadataUrl,
      registered: held?.client,
      port,
    })
  }

  #named(): NamedFetch {
    return new NamedFetch(this.#config.url, this.#deps.safe)
  }

  /** Nothing is sent anywhere before the log says so. */
  async #announce(detail: string): Promise<void> {
    const { journal } = this.#deps
    journal.assertHealthy()
    journal.append({ type: 'request.sent', server: this.#server, method: 'sign-in', detail })
    await journal.durable()
  }
}
