import type * as Sdk from '@anthropic-ai/sdk'
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
import { ModelError, type ModelFault } from '../llm.ts'
import { Flood } from '../api/pace.ts'
import { ApiError, type AttemptFailure } from '../api/api.ts'
import type { FileRefusal } from '../api/refused-files.ts'
import { isObject } from '../../../../shared/schema/json.ts'
import { ServerError, type Said } from '../openai/said.ts'

/** Error types that say more than the status. */
const faultsByType: Record<string, ModelFault> = {
  authentication_error: 'bad-key',
  permission_error: 'no-permission',
  billing_error: 'spend-limit',
  not_found_error: 'no-model',
  request_too_large: 'too-large',
  rate_limit_error: 'rate-limited',
  overloaded_error: 'overloaded',
}
const spendLimits = new Set([
  'contract_spend_limit_reached',
  'enforced_spend_limit_reached',
  'linked_organization_spend_limit_reached',
])

/** Turns an attempt's exception into a fault and its sentence. Branches on type and status, never on a message. */
export function readSdkFailure(error: unknown, context: ErrorContext, sdk: typeof Sdk): AttemptFailure {
  if (error instanceof ModelError) return { error, reason: error.message, retry: false }
  if (error instanceof sdk.APIConnectionTimeoutError) return modelFailure('stalled', context)
  if (error instanceof sdk.APIConnectionError)
    return ofNetwork(error, context) ?? modelFailure('unreachable', context, { retry: true, hint: errorCodeOf(error) })
  if (error instanceof sdk.APIError) return readApiError(error, context)
  if (error instanceof ServerError) return readStreamError(error.said, context)
  if (error instanceof Flood) return floodFailure(context)
  if (error instanceof ApiError) return modelFailure('broken-stream', context, { retry: true })
  throw error
}

/** A refusal in the server's words, for what it says about files; undefined for other errors. */
export function refusalIn(error: unknown, sdk: typeof Sdk): FileRefusal | undefined {
  if (error instanceof ServerError) return error.said
  return error instanceof sdk.APIError ? { status: error.status, message: wordsOf(error) } : undefined
}

/** An error in a stream, or in an answer that claims success. */
function readStreamError({ type, status, details, message: theirs }: Said, context: ErrorContext): AttemptFailure {
  const { error_code: code } = isObject(details['details']) ? details['details'] : {}
  const fault = faultOf({ status, type, errorCode: typeof code === 'string' ? code : null }, context)
  return modelFailure(fault, context, { retry: passing.has(fault), theirs })
}

function readApiError(error: Sdk.APIError, context: ErrorContext): AttemptFailure {
  const fault = faultOf(error, context)
  const told = error.headers?.get('x-should-retry')
  const retry = fault !== 'spend-limit' && (told === 'true' || (told !== 'false' && passing.has(fault)))
  const afterMs = fault === 'spend-limit' ? undefined : readDelay(error.headers)
  const worthIt = afterMs === undefined || afterMs <= longestWait
  const theirs = wordsOf(error)
  const words = fault === 'refused' ? quote(theirs, context) : ''
  const hint = words === '' ? String(error.status ?? '') : `“${words}”`
  return modelFailure(fault, context, {
    retry: retry && worthIt,
    hint,
    theirs,
    ...(afterMs === undefined ? {} : { afterMs }),
  })
}

/** The server's own words, in whatever form it gave them; a web page has none. */
function wordsOf({ status, error, message, apiMessage }: Sdk.APIError): string {
  if (typeof apiMessage === 'string') return apiMessage
  if (isObject(error)) return new ServerError(error).said.message
  const text = status === undefined ? message : message.replace(`${status} `, '')
  return /^\s*<|^status code \(no body\)$/.test(text) ? '' : text
}

type Named = { status: number | undefined; type: string | null; errorCode: string | null }

function faultOf({ status, type, errorCode }: Named, { key, model }: ErrorContext): ModelFault {
  if (spendLimits.has(errorCode ?? '')) return 'spend-limit'
  const byType = type !== null && Object.hasOwn(faultsByType, type) ? faultsByType[type] : undefined
  const byStatus = status !== undefined && Object.hasOwn(faultsByStatus, status) ? faultsByStatus[status] : undefined
  const fault = byType ?? byStatus
  if (fault === 'bad-key' && key === undefined) return 'no-key'
  if (fault === 'no-model' && model === undefined) return 'unreachable'
  if (fault) return fault
  if (status === undefined || status >= 500) return 'server-error'
  return status === 404 || (status >= 300 && status < 400) ? 'unreachable' : 'refused'
}
