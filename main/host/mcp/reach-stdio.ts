import type { Containment } from '../../../shared/events.ts'
import type { StdioConfig } from '../../../shared/server-config.ts'
import { Connection, type Prior, type Reply } from './connection.ts'
import { handshakeProblem, onlyNewer, StartFailure, startProblem } from './reasons.ts'
import type { RunFile } from './run-file.ts'
import type { Ending, LaunchSpec } from './server-process.ts'
import { StdioWire } from './stdio.ts'
import { permitted, type TrustDeps } from './trust.ts'

export type StdioReachDeps = TrustDeps & {
  limits: { probe: number; handshake: number; stopGrace: number }
  /** What ends its processes with us. */
  containment: Promise<Containment>
  runFile: RunFile
  /** Told of each process as it is started, so that whoever ends the server can end it. */
  launching(wire: Promise<StdioWire>): void
}

export type StdioReached = { connection: Connection; wire: StdioWire }

/**
 * Starts the process, finds out its era and shakes hands: one start, and a second one only where the first could
 * not serve. Each start is of what a person trusts at that moment. Rejects with the sentence people read.
 */
export async function reachOverStdio(config: StdioConfig, deps: StdioReachDeps): Promise<StdioReached> {
  let deadline = performance.now() + deps.limits.handshake
  const start = async (): Promise<StdioWire> => {
    const since = performance.now()
    const spec = await permitted(config, deps)
    // While a person is asked, no time passes for the server.
    deadline += performance.now() - since
    return launch(spec, deps)
  }
  let wire = await start()
  let prior = await findEra(wire, deps)
  if (prior === 'ended') {
    // Some legacy servers do not survive a request they do not know.
    await wire.close()
    wire = await start()
    prior = { era: 'legacy' }
  }
  let reply = await connect(wire, prior, { deadline, deps })
  const late = wire.lateDiscovery
  if (reply.status !== 'answered' && late?.era === 'modern') {
    // It was modern, and only slow to say so.
    await wire.close()
    wire = await start()
    reply = await connect(wire, late, { deadline, deps })
  }
  if (reply.status === 'answered') return { connection: reply.value, wire }
  deps.memory.forget(deps.configuration)
  const ending = await soonest(wire.ended)
  const kind = ending?.how === 'exited' ? 'crash' : 'lasting'
  throw new StartFailure(handshakeProblem(reply, ending, deps.limits.handshake), kind)
}

/** No process exists before the log says that it is started. */
async function launch(spec: LaunchSpec, deps: StdioReachDeps): Promise<StdioWire> {
  const { id, journal, misconduct, reports, limits, containment, runFile, readLong, signal } = deps
  const { command, args, cwd, env } = spec
  signal.throwIfAborted()
  journal.assertHealthy()
  const to = { state: 'starting' as const, command: [command, ...args], cwd, environment: Object.keys(env).toSorted() }
  journal.append({ type: 'server.changed', server: id, to })
  await journal.durable()
  const { printed } = reports
  const own = { server: id, containment: await containment, stopGraceMs: limits.stopGrace }
  const custody = { ...own, runFile, readLong, printed }
  signal.throwIfAborted()
  const starting = StdioWire.start(spec, misconduct.count, custody)
  deps.launching(starting)
  const wire = await starting.catch((error: unknown) => {
    throw new StartFailure(startProblem(error, command))
  })
  signal.throwIfAborted()
  return wire
}

async function findEra(wire: StdioWire, deps: StdioReachDeps): Promise<Prior | 'ended'> {
  const { id, journal, reports, memory, configuration, limits, signal } = deps
  if (memory.knows(configuration)) return { era: 'legacy' }
  journal.append({ type: 'request.sent', server: id, method: 'server/discover' })
  const discovery = await wire.probe(deps, { timeoutMs: limits.probe, reports })
  signal.throwIfAborted()
  if (discovery.era === 'unsupported') throw new StartFailure(onlyNewer(discovery.revisions))
  if (discovery.era === 'ended') return 'ended'
  return discovery.era === 'modern' ? discovery : { era: 'legacy' }
}

function connect(
  wire: StdioWire,
  prior: Prior,
  { deadline, deps }: { deadline: number; deps: StdioReachDeps },
): Promise<Reply<Connection>> {
  const timeoutMs = Math.max(1000, deadline - performance.now())
  const { client, capabilities } = deps
  return Connection.open(wire, { client, capabilities, prior, watch: deps.watch(() => prior.era), timeoutMs })
}

/** How the process ended, if it did in these milliseconds. */
const soonest = (ended: Promise<Ending>): Promise<Ending | undefined> =>
  Promise.race([ended, new Promise<undefined>((resolve) => setTimeout(resolve, 200, undefined))])
