import type { JsonObject } from '../../../../shared/schema/json.ts'
import type { PlainMethod } from '../protocol/types.ts'
import type { ServerResult } from '../results/digest.ts'
import { perform, type RequestSurroundings } from './perform.ts'
import { defined } from '../../../../shared/schema/json.ts'

/**
 * How one of the user's own requests ended. `problem` is Atrium's sentence with the server's words in it, `code` the
 * server's if it refused.
 */
export type RequestOutcome =
  | { status: 'answered'; value: ServerResult }
  | { status: 'failed'; problem: string; code?: number }
  | { status: 'cancelled' }

/** Sends one request that needs no clearance and waits for its end like a call. Never rejects. */
export async function performAsk(
  method: PlainMethod,
  params: JsonObject,
  around: RequestSurroundings,
  stop?: AbortSignal,
): Promise<RequestOutcome> {
  const done = await perform(
    {
      what: 'request',
      stop,
      sending:
        ({ signal }) =>
        (more) =>
          around.connection.request(method, { ...params, ...more }, signal),
    },
    around,
  )
  if ('value' in done) return { status: 'answered', value: done.value }
  const { failure, code } = done
  if (failure.status === 'cancelled') return { status: 'cancelled' }
  return { status: 'failed', problem: failure.problem, ...defined({ code }) }
}
