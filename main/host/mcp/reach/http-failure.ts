import type { HttpConfig } from '../../../../shared/config/server-config.ts'
import type { AddressObservation } from '../process/observation.ts'
import { networkPlaceOf } from '../../network/host-kinds.ts'
import type { HttpProblem } from '../http/http-problem.ts'
import { httpProblems } from '../http/problems.ts'
import { isExample } from '../process/observe.ts'
import { handshakeProblem, StartFailure } from '../process/reasons.ts'
import type { Connection } from '../protocol/connection.ts'
import type { Reply } from '../protocol/types.ts'

/** A reply without a connection. */
type Failed = Exclude<Reply<Connection>, { status: 'answered' }>

/** Whether the older transport got further than to another rejection. */
export const saysMore = (reply: Failed): boolean => {
  if (reply.status !== 'unreachable') return true
  const { status, passing, cut } = reply.problem
  return status === undefined && (passing || cut !== undefined)
}

/** Why a start failed, from its last reply. */
export function startFailure(config: HttpConfig, reply: Failed, handshakeMs: number): StartFailure {
  const problem = problemIn(reply, handshakeMs)
  if (!problem) return new StartFailure(handshakeProblem(reply, { timeoutMs: handshakeMs }))
  return failedBy(problem, seenIn(config, problem))
}

/** The failed exchange, for the doctor; undefined if there was none. */
export function seenIn({ url, headers }: HttpConfig, { seen }: HttpProblem): AddressObservation | undefined {
  const headerNames = Object.keys(headers)
  const isLeft = (name: string): boolean => typeof headers[name] === 'string' && isExample(headers[name])
  const examples = headerNames.filter(isLeft)
  if (!seen) return undefined
  const isPrivate = networkPlaceOf(new URL(url)) === 'private'
  return {
    kind: 'http',
    url,
    platform: process.platform,
    isPrivate,
    headerNames,
    ...(examples.length > 0 && { examples }),
    ...seen,
  }
}

/** A start that failed by a problem of the connection. */
export const failedBy = ({ message, passing, askedMs, signIn }: HttpProblem, seen?: AddressObservation): StartFailure =>
  new StartFailure(message, passing ? 'unreachable' : 'lasting', { askedMs, signIn, seen })

/** The connection's fault; undefined if the server itself refused. */
function problemIn(reply: Failed, handshakeMs: number): HttpProblem | undefined {
  if (reply.status === 'unreachable') return reply.problem
  if (reply.status === 'timed-out') return httpProblems.silent(handshakeMs)
  return reply.status === 'closed' || reply.status === 'unsent' ? httpProblems.streamEnded() : undefined
}
