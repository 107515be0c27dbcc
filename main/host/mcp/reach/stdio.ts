import type { Network } from '../../network/network.ts'
import { commandLine } from '../../../../shared/text/command-line.ts'
import type { Containment } from '../../../../shared/events/events.ts'
import type { Levels } from '../../../../shared/config/bounds.ts'
import type { StdioConfig } from '../../../../shared/config/server-config.ts'
import { Connection } from '../protocol/connection.ts'
import { enclosed, notBuilt } from '../process/enclosing.ts'
import { processesOf } from '../process/containment.ts'
import { proxiesIn } from '../process/environment.ts'
import { fetchOf } from '../process/fetching.ts'
import { codeOf, started as seenStarted, unstarted } from '../process/observe.ts'
import { activityOf } from '../process/process-activity.ts'
import {
  gaveUpStart,
  handshakeProblem,
  isText,
  leftEarly,
  onlyNewer,
  StartFailure,
  startProblem,
} from '../process/reasons.ts'
import { programFile } from '../process/program-file.ts'
import type { RunFile } from '../process/run-file.ts'
import type { LaunchSpec } from '../process/server-process.ts'
import { type GivenUp, type StartLimits, StartWatch } from '../process/start-watch.ts'
import { StdioWire } from '../process/stdio-wire.ts'
import { permitted, type TrustDeps } from '../process/trust.ts'
import type { ReachDeps } from './reach.ts'
import type { Clock } from '../../base/wake.ts'
import { listeningOf } from '../computer/ports.ts'
import { processWords as words } from '../process/words.ts'
import type { ProgramObservation } from '../process/observation.ts'
import type { Ending } from '../wire/wire.ts'
import type { Prior, Reply } from '../protocol/types.ts'

/** The parts of the host that start a program and connect to it. */
export type StdioReachDeps = ReachDeps &
  TrustDeps & {
    limits: StartLimits
    clock: Clock
    /** Resolves when PATH is as programs are to be found. */
    pathKnown: Promise<void>
    /** Ends its processes with Atrium. */
    containment: Promise<Containment>
    runFile: RunFile
    /** The containment levels that work on this system. */
    levels(): Promise<Levels>
    /** The way out for sealed servers' hosts. */
    network?: Network | undefined
    /** Receives each process as it is started, so it can be ended with the server. */
    launching(wire: Promise<StdioWire>): void
    /** Called when others don't have to wait for this start. */
    slow(): void
  }

/** A connection to a started program after its handshake. */
export type StdioReached = { connection: Connection; wire: StdioWire }

/** A started process, the watch until it answers, and when that gives up. */
type Started = { wire: StdioWire; watch: StartWatch; givenUp: Promise<GivenUp>; spec: LaunchSpec; at: number }

/** The handshake's own limit: the watch decides instead. */
const never = 2 ** 31 - 1
/** A start yields its place in the queue after this long without activity, or after this long in total. */
const place = { idleMs: 3000, mostMs: 30_000 }
/** Except for a fetch, the longest wait before a program is tried in the older era. */
const longestProbeMs = 120_000

/**
 * Starts the process, detects its era and shakes hands: one start, and a second one only if the first couldn't serve.
 * Each start runs what the user trusts at that moment, and takes as long as there is progress. Rejects with the
 * sentence shown to the user.
 */
export async function reachOverStdio(config: StdioConfig, deps: StdioReachDeps): Promise<StdioReached> {
  await deps.pathKnown
  deps.signal.throwIfAborted()
  const started: Started[] = []
  const start = async (): Promise<Started> => {
    started.at(-1)?.watch.end()
    const next = await launch(config, await permitted(config, deps), deps)
    started.push(next)
    return next
  }
  try {
    return await reached(config, start, deps)
  } finally {
    for (const { watch } of started) watch.end()
  }
}

async function reached(
  config: StdioConfig,
  start: () => Promise<Started>,
  deps: StdioReachDeps,
): Promise<StdioReached> {
  let now = await start()
  let prior = await findEra(now, deps)
  if (prior === 'ended') {
    // Some legacy servers don't survive an unknown request.
    await now.wire.close()
    now = await start()
    prior = { era: 'legacy' }
  }
  let reply = await connect(now, prior, deps)
  const late = now.wire.lateDiscovery
  if (!isConnected(reply) && late?.era === 'modern') {
    // It was modern, and only slow to say so.
    await now.wire.close()
    now = await start()
    reply = await connect(now, late, deps)
  }
  if (isConnected(reply)) {
    await checkProgram(now)
    return { connection: reply.value, wire: now.wire }
  }
  deps.memory.forget(deps.configuration)
  const seen = ({ wire, spec, at }: Started, how?: Ending) =>
    seenStarted(config, { wire, spec, seconds: (deps.clock.own() - at) / 1000, ending: how })
  if ('because' in reply) {
    const { command, args } = config
    const line = deps.redaction.diagnostic(commandLine({ command, args }))
    const reason = gaveUpStart(reply, { line, withheld: withheldFrom(config) })
    const { pid } = now.wire
    const listens = (await listeningOf([pid])).get(pid) ?? []
    throw new StartFailure(reason, 'unreachable', { seen: { ...seen(now), listens } })
  }
  const ending = await endingSoFar(now.wire.ended)
  if (ending?.how !== 'exited') {
    const refused = refusalIn(reply)
    const own = refused ? { ...seen(now), refused } : ending && seen(now, ending)
    const hasPrinted = now.wire.stderr.lines().some(isText)
    throw new StartFailure(handshakeProblem(reply, { ending, hasPrinted }), 'lasting', { seen: own })
  }
  const problem = notBuilt(now.spec, now.wire.stderr.lastWords())
  if (problem !== undefined) throw new StartFailure(problem)
  const { reason, how, ended } = leftEarly(ending, { ...now.wire.stderr.lastWords(), noise: now.wire.noise })
  throw new StartFailure(reason, 'crash', { how, ended, seen: seen(now, ending) })
}

/** Ends a program whose file is no longer the trusted one: after the hash, another can take its place before the start. */
async function checkProgram({ wire, spec: { command, sha256 } }: Started): Promise<void> {
  if (sha256 === undefined || (await programFile(command)).sha256 === sha256) return
  await wire.close()
  throw new StartFailure(words.replaced(command), 'crash')
}

/** Why a server refused the handshake, if it did. */
function refusalIn(reply: Exclude<Reply<Connection>, { status: 'answered' }>): ProgramObservation['refused'] {
  if (reply.status === 'unsupported') return { message: '', versions: [reply.revision] }
  return reply.status === 'refused' && !reply.malformed ? { message: reply.message } : undefined
}

const isConnected = (reply: Reply<Connection> | GivenUp): reply is Extract<Reply<Connection>, { status: 'answered' }> =>
  'status' in reply && reply.status === 'answered'

/** The proxies that the program doesn't get. */
const withheldFrom = ({ networkEnvironment }: StdioConfig): string[] =>
  networkEnvironment ? [] : proxiesIn(process.env)

/** Starts what the user trusts, contained as the configuration says. */
async function launch(config: StdioConfig, trusted: LaunchSpec, deps: StdioReachDeps): Promise<Started> {
  const { spec, close } = await enclosed(trusted, deps)
  try {
    const started = await run(config, spec, deps)
    void started.wire.ended.then(close)
    return started
  } catch (error) {
    close()
    throw error
  }
}

/** No process exists before the log says that it is started. */
async function run(config: StdioConfig, spec: LaunchSpec, deps: StdioReachDeps): Promise<Started> {
  const { id, journal, violations, reports, limits, runFile, readLong, signal } = deps
  const { command, args, cwd, env } = spec
  signal.throwIfAborted()
  journal.assertHealthy()
  const to = { state: 'starting' as const, command: [command, ...args], cwd, environment: Object.keys(env).toSorted() }
  journal.append({ type: 'server.changed', server: id, to })
  await journal.durable()
  const containment = await deps.containment
  signal.throwIfAborted()
  const found: { pid?: number } = {}
  const fetched = fetchOf(command, args)
  const withheld = withheldFrom(config)
  const watch = new StartWatch({
    patience: limits,
    now: deps.clock.own,
    activity: async () => (found.pid === undefined ? undefined : activityOf(found.pid)),
    fetch: fetched && { ...fetched, ...(withheld.length > 0 && { withheld }) },
    alone: processesOf[containment] + (spec.enclosure?.hasGate ? 1 : 0),
    told: (step) => journal.append({ type: 'server.starting', server: id, step }),
  })
  signal.addEventListener('abort', () => watch.end(), { once: true })
  const { printed } = reports
  const own = {
    server: id,
    containment,
    stopGraceMs: limits.stopGrace,
    printed,
    wrote: watch.sign,
    printedText: watch.printed,
  }
  const starting = StdioWire.start(spec, violations.count, { ...own, runFile, readLong, now: deps.clock.own })
  deps.launching(starting)
  const at = deps.clock.own()
  const wire = await starting.catch((error: unknown) => {
    watch.end()
    if (error instanceof StartFailure) throw error
    throw new StartFailure(startProblem(error, command), 'lasting', { seen: unstarted(config, env, codeOf(error)) })
  })
  found.pid = wire.pid
  signal.throwIfAborted()
  void watch.idle(place.idleMs, { fetchCounts: false, mostMs: place.mostMs }).then(deps.slow)
  return { wire, watch, givenUp: watch.givenUp(), spec, at }
}

async function findEra({ wire, watch, givenUp }: Started, deps: StdioReachDeps): Promise<Prior | 'ended'> {
  const { id, journal, reports, memory, configuration, limits, signal } = deps
  if (memory.knows(configuration)) return { era: 'legacy' }
  journal.append({ type: 'request.sent', server: id, method: 'server/discover' })
  // While a package is fetched, nothing can answer.
  const idle = watch.idle(limits.probe, { fetchCounts: true, mostMs: longestProbeMs })
  const silence = Promise.race([idle, givenUp])
  const discovery = await wire.probe(deps, { silence, reports })
  signal.throwIfAborted()
  if (discovery.era === 'unsupported') throw new StartFailure(onlyNewer(discovery.revisions))
  if (discovery.era === 'ended') return 'ended'
  return discovery.era === 'modern' ? discovery : { era: 'legacy' }
}

function connect({ wire, givenUp }: Started, prior: Prior, deps: StdioReachDeps): Promise<Reply<Connection> | GivenUp> {
  const { client, declared } = deps
  const own = { client, declared, prior, watch: deps.watch(() => prior.era), timeoutMs: never }
  return Promise.race([Connection.open(wire, own), givenUp])
}

/** How the process ended, if it did within this time. */
const endingSoFar = (ended: Promise<Ending>): Promise<Ending | undefined> =>
  Promise.race([ended, new Promise<undefined>((resolve) => setTimeout(resolve, 200, undefined))])
