import { head } from '../../../../shared/text/clip.ts'
import { ModelError, type ModelFault } from '../llm.ts'
import { bytesPerToken } from '../../../../shared/text/tokens.ts'
import {
  errorCodeOf,
  floodFailure,
  modelFailure,
  faultsByStatus,
  longestWait,
  ofNetwork,
  passing,
  quote,
  readDelay,
  type ErrorContext,
} from '../api/failures.ts'
import { Flood } from '../api/pace.ts'
import { ApiError, type AttemptFailure } from '../api/api.ts'
import { providerWords as words } from '../words.ts'
import { ServerError, type Said } from './said.ts'
import { delayIn, faultIn, minuteLimitIn, outputLimitIn, overflowIn } from './signs.ts'
import { WebPage } from './sse.ts'

/** The failed request's size in bytes, its model's known context, and whether it had images. */
export type SentRequest = { bytes: number; contextTokens: number; hasImages: boolean }

/** The facts that an error's sentence needs; `sent` is absent if no request was sent. */
export type Context = ErrorContext & { sent?: SentRequest }

/** The time a server gets to load a model, and the pause between questions. */
const loadingMs = 60_000
const loadingPauseMs = 2000

/** An attempt's exception as a fault and its sentence; an exception that isn't the server's is thrown on. */
export function readFailure(error: unknown, context: Context): AttemptFailure {
  if (error instanceof ModelError) return { error, reason: error.message, retry: false }
  if (error instanceof ServerError) return readServerError(error.said, context)
  if (error instanceof WebPage) return modelFailure('unreachable', context, { isAddress: true })
  if (error instanceof Flood) return floodFailure(context)
  if (error instanceof ApiError) return modelFailure('broken-stream', context, { retry: true })
  if (error instanceof Error && error.name === 'TimeoutError') return modelFailure('stalled', context)
  const code = error instanceof Error ? errorCodeOf(error) : ''
  if (error instanceof TypeError && (code !== '' || error.message === 'fetch failed'))
    return ofNetwork(error, context) ?? modelFailure('unreachable', context, { retry: true, hint: code })
  throw error
}

function readServerError(said: Said, context: Context): AttemptFailure {
  const minute = minuteLimitIn(said)
  if (minute) {
    const [limit, requested] = [minute.limit, minute.requested].map((it) => it.toLocaleString('en'))
    const sentence = (who: string): [string, string] => [
      words.minuteLimit(who, limit ?? '', requested ?? ''),
      words.minuteLimitNext,
    ]
    return modelFailure('too-large', context, { said: sentence })
  }
  const fault = faultOf(said, context)
  const theirs = said.message
  if (fault === 'too-large') return { ...modelFailure(fault, context, { theirs }), ...corrected(said, context) }
  if (fault === 'loading')
    return { ...modelFailure(fault, context, { retry: true, afterMs: loadingPauseMs, theirs }), patientMs: loadingMs }
  const outputTokens = fault === 'refused' ? outputLimitIn(said) : undefined
  const asked = fault === 'spend-limit' ? undefined : (readDelay(said.headers) ?? delayIn(said))
  const isWorthIt = asked === undefined || asked <= longestWait
  const found = modelFailure(fault, context, {
    retry: passing.has(fault) && isWorthIt,
    hint: hintOf(fault, said, context),
    theirs,
    isAddress: fault === 'unreachable',
    ...(asked === undefined || !passing.has(fault) ? {} : { afterMs: asked }),
  })
  return outputTokens === undefined ? found : { ...found, limits: { outputTokens } }
}

/** The fault that an error means. The server's text decides nothing else. */
function faultOf(said: Said, { key, model, sent }: Context): ModelFault {
  const { status, message } = said
  const named = faultIn(said)
  if (named === 'bad-key' && key === undefined) return 'no-key'
  if (named === 'no-model' && model === undefined) return 'unreachable'
  if (named) return named
  if (isElsewhere(said)) return 'unreachable'
  if (sent?.hasImages && /content must be a string/i.test(message)) return 'no-images'
  if (status === 403 && 'metadata' in said.details) return 'refused'
  if (status === 401 && key === undefined) return 'no-key'
  const byStatus = status !== undefined && Object.hasOwn(faultsByStatus, status) ? faultsByStatus[status] : undefined
  if (byStatus) return byStatus
  if (status === 503 || /overloaded|no healthy upstream/i.test(message)) return 'overloaded'
  if (status === 404) return model === undefined || message === '' ? 'unreachable' : 'no-model'
  return status === undefined || status >= 500 ? 'server-error' : 'refused'
}

/** Whether the answer says that the path doesn't exist there, so the URL is wrong. */
const isElsewhere = ({ status = 0, message }: Said): boolean =>
  status === 405 ||
  (status >= 300 && status < 400) ||
  (status === 404 && /^\s*$|invalid url|page not found|^not found$|resource not found/i.test(message)) ||
  /unexpected endpoint/i.test(message)

/** The server's own words about a refusal, marked as theirs; else the status. */
function hintOf(fault: ModelFault, { message, status }: Said, context: Context): string {
  if (fault !== 'refused') return status === undefined ? '' : String(status)
  const theirs = quote(head(message, 2048), context)
  return theirs === '' ? String(status ?? '') : `“${theirs}”`
}

/** Share of a request that is sent again if its server refused it without numbers. */
const unknownExcess = 3 / 4
/** A little less than the server says, for what it adds itself. */
const margin = 0.95

/**
 * The model's room as a refusal tells it. Tokens here are Atrium's estimates, so the server's figure is scaled by its
 * count for this request.
 */
function corrected(said: Said, { sent }: Context): Pick<AttemptFailure, 'limits'> {
  if (!sent) return {}
  const { sent: counted, room } = overflowIn(said)
  const estimate = sent.bytes / bytesPerToken
  const known = sent.contextTokens > 0 ? Math.min(sent.contextTokens, estimate) : estimate
  const ratio = counted === undefined ? 1 : Math.min(1, estimate / counted)
  const contextTokens = room === undefined ? known * unknownExcess : room * ratio * margin
  return { limits: { contextTokens: Math.max(1, Math.floor(contextTokens)) } }
}
