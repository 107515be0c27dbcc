import type { PlaygroundConfig } from '../../../../shared/config/server-config.ts'
import { Connection } from '../protocol/connection.ts'
import { PlaygroundWire } from '../wire/playground-wire.ts'
import type { ReachDeps } from './reach.ts'
import { handshakeProblem, StartFailure } from '../process/reasons.ts'
import type { Prior, UnknownEra } from '../protocol/types.ts'

/** The parts of the host that connect to the playground. */
export type PlaygroundReachDeps = ReachDeps & {
  limits: { probe: number; handshake: number }
  /** Receives the wire as it is created, so it can be closed when the server ends. */
  opened(wire: PlaygroundWire): void
}

/** A connection to the playground after its handshake. */
export type PlaygroundReached = { connection: Connection; wire: PlaygroundWire }

/**
 * Opens the playground and connects to it as to any other server: through the same framing and peer, in its configured
 * era. Rejects with the sentence shown to the user.
 */
export async function reachPlayground(
  { era }: PlaygroundConfig,
  deps: PlaygroundReachDeps,
): Promise<PlaygroundReached> {
  const { id, journal, client, limits, signal, redaction, violations } = deps
  signal.throwIfAborted()
  journal.assertHealthy()
  journal.append({ type: 'server.changed', server: id, to: { state: 'starting', era } })
  await journal.durable()
  // Loads only if the playground was added.
  const { servePlayground } = await import('../playground/serve.ts')
  signal.throwIfAborted()
  const wire = new PlaygroundWire({
    serve: (stream, log) => servePlayground(stream, { era, version: client.version, log }),
    redact: redaction.line,
    printed: deps.reports.printed,
    count: violations.count,
    readLong: deps.readLong,
  })
  deps.opened(wire)
  const prior: Prior | UnknownEra = era === 'legacy' ? { era } : { era: 'unknown', probeMs: limits.probe }
  const reply = await Connection.open(wire, {
    client,
    declared: deps.declared,
    prior,
    watch: deps.watch(() => era),
    timeoutMs: limits.handshake,
  })
  if (reply.status === 'answered') return { connection: reply.value, wire }
  await wire.close()
  throw new StartFailure(handshakeProblem(reply, { timeoutMs: limits.handshake }))
}
