import type { Era } from '../../../../shared/events/server-events.ts'
import type { HttpConfig } from '../../../../shared/config/server-config.ts'
import { resolveHeaders } from '../../secrets/own-secret.ts'
import type { Connected } from '../http/authorization.ts'
import { HttpWire } from '../http/http-wire.ts'
import type { SafeFetchOptions } from '../http/safe-fetch.ts'
import type { HttpKind } from '../http/transport.ts'
import { StartFailure } from '../process/reasons.ts'
import { Connection } from '../protocol/connection.ts'
import type { Prior, Reply, UnknownEra } from '../protocol/types.ts'
import { protocolWords } from '../protocol/words.ts'
import { type ServerSignIn, SignIn } from '../sign-in/sign-in.ts'
import { type ConsentDeps, knownAddress, signedIn } from './http-consent.ts'
import { saysMore, startFailure } from './http-failure.ts'
import type { ReachDeps } from './reach.ts'

/** The parts of the host that connect to a URL. */
export type HttpReachDeps = ReachDeps &
  ConsentDeps & {
    limits: { probe: number; handshake: number; endpoint: number; reopen: number }
    /** Receives each wire as it is created, so it can be closed when the server ends. */
    opened(wire: HttpWire): void
    /** Called for every sign of the server's end. */
    disturbed(): void
    safe?: SafeFetchOptions | undefined
    /** Absent if the user configured an Authorization header. */
    signIn?: ServerSignIn | undefined
    connected: Omit<Connected, 'turnedAway'>
    /** Called when the user is asked, who can take days. */
    waiting(): void
  }

/** A connection to a URL after its handshake. */
export type HttpReached = {
  connection: Connection
  wire: HttpWire
  /**
   * Fetches the first lists, and again after a sign-in if the server gives them only to authorized clients. Rejects
   * like reaching does.
   */
  listed(lists: () => Promise<unknown>): Promise<void>
}

/**
 * The statuses that the specification accepts as the sign of an older transport
 * (streamable-http#backward-compatibility).
 */
const olderTransport: ReadonlySet<number | undefined> = new Set([400, 404, 405])

/**
 * Errors that only a server of the current revision returns for `initialize`: a header mismatch, or a version it
 * doesn't speak.
 */
const modernErrors: ReadonlySet<number | undefined> = new Set([-32020, -32021, -32022])

/**
 * Connects to a server at a URL: as probed, else as a legacy one if the probe met an error or silence, else over the
 * older transport. Rejects with the sentence shown to the user.
 */
export async function reachOverHttp(config: HttpConfig, deps: HttpReachDeps): Promise<HttpReached> {
  const { journal, id, memory, configuration, limits } = deps
  await knownAddress(config, deps)
  const sent = await resolveHeaders(config.headers, { id, config, store: deps.secrets })
  if ('problem' in sent) throw new StartFailure(sent.problem)
  await announce(config, sent, deps)
  let deadline = performance.now() + limits.handshake
  let isTurnedAway = false
  const connected = { ...deps.connected, turnedAway: () => void (isTurnedAway = true) }
  const attempt = (kind: HttpKind, prior: Prior | UnknownEra) =>
    connect(config, sent, { kind, prior, deadline, connected, deps })
  // Only a user can be asked; a client of Atrium's own, or a company, is accepted or not.
  const user = deps.signIn instanceof SignIn ? deps.signIn : undefined
  const signIn = async (by: SignIn): Promise<void> => {
    await signedIn(config, deps, by)
    await announce(config, sent, deps)
    deadline = performance.now() + limits.handshake
  }
  const listed = async (lists: () => Promise<unknown>): Promise<void> => {
    for (let asked = 0; ; asked++) {
      isTurnedAway = false
      await lists()
      if (!isTurnedAway || !user || asked === mostSignIns) return
      await signIn(user)
    }
  }

  const isKnown = memory.knows(configuration)
  const begin = async (): Promise<Tried> => {
    const probed = (probeMs: number) => attempt('streamable', { era: 'unknown', probeMs })
    const found = isKnown ? undefined : await probed(limits.probe)
    if (found && !isProbeFault(found.reply)) return found
    const older = await attempt('streamable', { era: 'legacy' })
    // It is modern, and was only slow to say so, or it has become so.
    return isModernRefusal(older.reply) ? probed(limits.handshake) : older
  }
  let tried = await begin()
  for (let asked = 0; asked < mostSignIns; asked++) {
    if (!user || (!user.isWanted && !wantsSignIn(tried.reply))) break
    if (tried.reply.status === 'answered') await tried.wire.close()
    await signIn(user)
    tried = await begin()
  }
  const first = tried.reply
  if (first.status === 'unreachable' && olderTransport.has(first.problem.status)) {
    journal.append({ type: 'request.sent', server: id, method: 'GET', detail: protocolWords.olderTransport })
    tried = await attempt('sse', { era: 'legacy' })
  }
  if (tried.reply.status === 'answered') return { connection: tried.reply.value, wire: tried.wire, listed }
  memory.forget(configuration)
  throw startFailure(
    config,
    first.status === 'answered' || saysMore(tried.reply) ? tried.reply : first,
    limits.handshake,
  )
}

/** Max sign-in questions per start. */
const mostSignIns = 2

const wantsSignIn = (reply: Reply<Connection>): boolean => reply.status === 'unreachable' && reply.problem.isChallenge

type Headed = { headers: Record<string, string> }

/** No request is sent before the log says that the server is being contacted. */
async function announce({ url }: HttpConfig, { headers }: Headed, deps: HttpReachDeps): Promise<void> {
  const { journal, id, signal } = deps
  signal.throwIfAborted()
  journal.assertHealthy()
  const to = { state: 'starting' as const, url, headers: Object.keys(headers).toSorted() }
  journal.append({ type: 'server.changed', server: id, to })
  await journal.durable()
}

type Attempt = {
  kind: HttpKind
  prior: Prior | UnknownEra
  deadline: number
  connected: Connected
  deps: HttpReachDeps
}
type Tried = { reply: Reply<Connection>; wire: HttpWire }

async function connect(
  { url }: HttpConfig,
  sent: Headed,
  { kind, prior, deadline, connected, deps }: Attempt,
): Promise<Tried> {
  deps.signal.throwIfAborted()
  let era: Era = prior.era === 'unknown' ? 'legacy' : prior.era
  const wire = new HttpWire(kind, {
    ...deps.safe,
    ...sent,
    url,
    count: deps.violations.count,
    readLong: deps.readLong,
    disturbed: deps.disturbed,
    authorization: deps.signIn?.authorization(connected),
    endpointMs: deps.limits.endpoint,
    reopenMs: deps.limits.reopen,
    redact: deps.redaction.diagnostic,
  })
  deps.opened(wire)
  const timeoutMs = Math.max(1000, deadline - performance.now())
  const { client, declared } = deps
  const reply = await Connection.open(wire, { client, declared, prior, watch: deps.watch(() => era), timeoutMs })
  if (reply.status === 'answered') era = reply.value.era
  else await wire.close()
  deps.signal.throwIfAborted()
  const loss = reply.status === 'closed' ? wire.loss : undefined
  return { reply: loss ? { status: 'unreachable', problem: loss } : reply, wire }
}

/** Some servers crash or fall silent when they're asked something unknown. */
const isProbeFault = (reply: Reply<Connection>): boolean =>
  reply.status === 'timed-out' || (reply.status === 'unreachable' && (reply.problem.status ?? 0) >= 500)

const isModernRefusal = (reply: Reply<Connection>): boolean =>
  reply.status === 'unreachable' && modernErrors.has(reply.problem.code)
