import type { Question } from '../../../../shared/asks/asks.ts'
import type { HttpConfig, ServerConfig } from '../../../../shared/config/server-config.ts'
import type { Clock } from '../../base/wake.ts'
import type { Inbox } from '../../inbox.ts'
import type { Journal } from '../../journal/journal.ts'
import type { Authorization, Connected, Refused } from '../http/authorization.ts'
import { authorize } from './authorize.ts'
import type { Challenge } from '../http/challenge.ts'
import { ClientGrant } from './client-grant.ts'
import type { Company } from './company.ts'
import { CompanyGrant } from './company-grant.ts'
import { isSameIssuer } from './documents.ts'
import type { OAuthClient } from './clients.ts'
import { Credentials, type CredentialsDeps } from './credentials.ts'
import { type SignInPlan, planSignIn } from './plan.ts'
import { signInProblems } from './problems.ts'
import { scopesIn } from './tokens.ts'
import { signInWords } from './words.ts'
import { defined } from '../../../../shared/schema/json.ts'
import { consentOf } from '../../../../shared/state/consents.ts'

/** The parts of the host that sign in to servers. */
export type SignInDeps = CredentialsDeps & {
  journal: Journal
  inbox: Inbox
  /** Measures how long the browser has. */
  clock: Clock
}

type Because = Question<'sign-in'>['because']
type Asking = { signal: AbortSignal; opening: (() => void) | undefined }

/** Max attempts to send one request again. */
const mostAttempts = 3
/** Requests that the user waits for. */
const patient: ReadonlySet<string | undefined> = new Set(['tools/call', 'resources/read', 'prompts/get'])

/**
 * The authorization of one server at a URL (basic/authorization), as long as its configuration stays the same: answers
 * its challenges with existing tokens, and lets the user sign in if those aren't enough.
 */
export class SignIn {
  readonly #server: string
  readonly #config: HttpConfig
  readonly #deps: SignInDeps
  readonly #credentials: Credentials
  /** The scopes requested with the current tokens, whatever was granted. */
  #asked: string[] = []
  #flight: Flight | undefined
  /** The last rejected request's challenge. */
  #challenge: Challenge = { wantsToken: false, isStepUp: false, words: '' }
  /** The authorization server that may have forgotten Atrium's registration. */
  #doubted: string | undefined
  #isLeft = false
  #isWanted = false

  constructor(server: string, config: HttpConfig, deps: SignInDeps) {
    this.#server = server
    this.#config = config
    this.#deps = deps
    this.#credentials = new Credentials(server, config, deps)
  }

  /** Whether the user is being asked right now. */
  get isOpen(): boolean {
    return this.#flight !== undefined
  }

  /** Whether the user answered “not now”, so only their own actions ask again. */
  get isLeft(): boolean {
    return this.#isLeft
  }

  /** Whether the user must be asked first, whatever tokens exist; requests go out without any. */
  get isWanted(): boolean {
    return this.#isWanted
  }

  /** The next start asks. */
  want(): void {
    this.#isWanted = true
    this.#isLeft = false
  }

  /** The part of it that a connection needs. */
  authorization(connected: Connected): Authorization {
    return {
      header: () => this.header(),
      took: (header) => header !== undefined && this.#credentials.tried(),
      refused: (challenge, request) => this.#refused(challenge, request, connected),
    }
  }

  /** The next request's header; undefined if not signed in. */
  async header(): Promise<string | undefined> {
    return this.#isWanted ? undefined : this.#credentials.header()
  }

  /**
   * Asks the user, calling `opening` first, and lets them sign in; resolves when done. Rejects with `HttpProblem`, or
   * with the signal's reason.
   */
  async ask(signal: AbortSignal, opening?: () => void): Promise<void> {
    const challenge = this.#challenge
    const because = this.#reason(challenge)
    this.#isWanted = false
    this.#flight ??= new Flight((over) =>
      this.#signIn(challenge, because, { signal: over, opening }).finally(() => (this.#flight = undefined)),
    )
    await this.#flight.join(signal)
  }

  /** Deletes the tokens. Atrium doesn't ask again until the user wants it. */
  async signOut(actor: string): Promise<void> {
    this.#isLeft = true
    await this.#credentials.giveUp(actor)
  }

  async #refused(challenge: Challenge, request: Refused, { ready, paused, turnedAway }: Connected): Promise<void> {
    const { header, attempt, method, signal } = request
    if (attempt >= mostAttempts) throw challenge.isStepUp ? signInProblems.tooManySteps() : signInProblems.notAccepted()
    // Another request has taken care of it.
    if ((await this.header()) !== header) return
    // The metadata's URL may be given once and not repeated.
    this.#challenge = { ...challenge, metadata: challenge.metadata ?? this.#challenge.metadata }
    if (challenge.isStepUp) {
      if (header !== undefined && (await this.#hadAll(challenge)))
        throw signInProblems.stillInsufficient(challenge.scope ?? '')
    } else if (header !== undefined && !this.#credentials.isTried) throw signInProblems.notAccepted()
    else if (!this.#isWanted && (await this.#credentials.renew(this.#challenge))) return
    if (!ready() || !patient.has(method)) {
      turnedAway()
      throw signInProblems.needed()
    }
    await paused(() => this.ask(signal))
  }

  async #hadAll({ scope }: Challenge): Promise<boolean> {
    const held = await this.#credentials.current()
    const had = new Set([...this.#asked, ...scopesIn(held?.tokens?.scope)])
    return scopesIn(scope).every((it) => had.has(it))
  }

  #reason({ isStepUp }: Challenge): Because {
    if (this.#isWanted) return 'asked'
    if (isStepUp) return 'more'
    return this.#credentials.hasEnded || consentOf(this.#deps.journal.state, this.#server).signedIn ? 'ended' : 'needed'
  }

  async #signIn(challenge: Challenge, because: Because, { signal, opening }: Asking): Promise<void> {
    const { inbox, clock } = this.#deps
    const credentials = this.#credentials
    const named = credentials.named()
    await credentials.announce(signInWords.sent.discovery)
    const before = [...this.#asked, ...scopesIn((await credentials.current())?.tokens?.scope)].join(' ')
    const wanted = { server: this.#config.url, challenge, scopes: this.#config.oauth?.scopes, before }
    const plan = await planSignIn(wanted, named)
    signal.throwIfAborted()
    const held = await credentials.of(plan.issuer)
    const isDoubted = this.#doubted !== undefined && isSameIssuer(this.#doubted, plan.issuer)
    const known = held && isDoubted ? { ...held, client: undefined } : held
    const client = await credentials.client(plan, known)
    opening?.()
    const { answer, actor } = await inbox.ask('sign-in', this.#question(plan, client, because), { signal })
    if (answer.decision === 'leave') {
      this.#isLeft = true
      throw signInProblems.notNow()
    }
    const announce = (what: string) => credentials.announce(what)
    const using = (used: OAuthClient) => credentials.use(used, plan)
    const own = { server: this.#server, inbox, named, signal, clock, announce, using }
    const { tokens, registered = held?.client } = await authorize(plan, client, own).catch((error: unknown) => {
      // Only the user sees a page that says Atrium is unknown there.
      this.#doubted = client.how === 'registered' ? plan.issuer : undefined
      throw error
    })
    this.#doubted = undefined
    await credentials.keep(plan, { tokens, client: registered }, actor)
    this.#isLeft = false
    this.#asked = scopesIn(plan.scope)
  }

  #question(plan: SignInPlan, { how: client, enteredFor }: OAuthClient, because: Because): Question<'sign-in'> {
    const { signedIn: before } = consentOf(this.#deps.journal.state, this.#server)
    return {
      server: this.#server,
      resource: this.#config.url,
      ...(plan.isWide && { audience: plan.resource }),
      issuer: plan.issuer,
      ...(plan.handover && { handover: plan.handover }),
      scopes: scopesIn(plan.scope),
      because,
      ...(before && { before: { issuer: before.issuer, scopes: before.scopes } }),
      client,
      ...defined({ enteredFor }),
    }
  }
}

/** Work that several callers wait for and that is done once; abandoned when the last one stops waiting. */
class Flight {
  readonly #over = new AbortController()
  readonly #done: Promise<void>
  #waiting = 0

  constructor(work: (signal: AbortSignal) => Promise<void>) {
    this.#done = work(this.#over.signal)
    // Every caller gets its error.
    this.#done.catch(() => undefined)
  }

  /** Rejects as the work does, or with the signal's reason. */
  async join(signal: AbortSignal): Promise<void> {
    signal.throwIfAborted()
    this.#waiting++
    let leave: () => void = () => undefined
    const left = new Promise<never>((_resolve, reject) => {
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- we abort with errors only
      leave = () => reject(signal.reason as Error)
      signal.addEventListener('abort', leave, { once: true })
    })
    try {
      await Promise.race([this.#done, left])
    } finally {
      signal.removeEventListener('abort', leave)
      if (--this.#waiting === 0) this.#over.abort(new Error('Nobody waits for it any more.'))
    }
  }
}

/** A server's authorizer: the user, a client of Atrium's own, or the user's company. */
export type ServerSignIn = SignIn | ClientGrant | CompanyGrant

/** Whether the user can sign in after a failed start: at the server's authorization server, or to their company. */
export const canHelp = (by: ServerSignIn | undefined): boolean =>
  by instanceof SignIn || (by instanceof CompanyGrant && by.isWaiting)

/** A server's authorization; undefined for stdio servers, and if the user configured an Authorization header. */
export function signInFor(
  id: string,
  config: ServerConfig,
  deps: SignInDeps & { company: Company },
): ServerSignIn | undefined {
  if (config.type !== 'http') return undefined
  const isKnown = Object.keys(config.headers).some((name) => name.toLowerCase() === 'authorization')
  if (isKnown) return undefined
  const grant = config.oauth?.grant
  if (grant === undefined) return new SignIn(id, config, deps)
  return grant === 'client-credentials' ? new ClientGrant(id, config, deps) : new CompanyGrant(id, config, deps)
}
