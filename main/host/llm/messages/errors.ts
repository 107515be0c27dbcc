import type * as Sdk from '@anthropic-ai/sdk'
import {
  errorCodeOf,
  modelFailure,
  faultsByStatus,
  longestWait,
  passing,
  quote,
  readDelay,
  type ErrorContext,
} from '../api/failures.ts'
import { ModelError, type ModelFault } from '../llm.ts'
import { ApiError, type AttemptFailure } from '../api/api.ts'

/** Error types that say more than the status. */
const faultsByType: Record<string, ModelFault> = {
  ...{ authentication_error: 'bad-key', permission_error: 'no-permission', billing_error: 'spend-limit' },
  ...{ not_found_error: 'no-model', request_too_large: 'too-large', rate_limit_error: 'rate-limited' },
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
    return modelFailure('unreachable', context, { retry: true, hint: errorCodeOf(error) })
  if (error instanceof sdk.APIError) return readApiError(error, context)
  if (error instanceof ApiError) return modelFailure('broken-stream', context, { retry: true })
  throw error
}

function readApiError(error: Sdk.APIError, context: ErrorContext): AttemptFailure {
  const fault = faultOf(error, context)
  const told = error.headers?.get('x-should-retry')
  const retry = fault !== 'spend-limit' && (told === 'true' || (told !== 'false' && passing.has(fault)))
  const afterMs = fault === 'spend-limit' ? undefined : readDelay(error.headers)
  const worthIt = afterMs === undefined || afterMs <= longestWait
  const hint = fault === 'refused' ? quote(error.apiMessage, context) : String(error.status ?? '')
  return modelFailure(fault, context, { retry: retry && worthIt, hint, ...(afterMs === undefined ? {} : { afterMs }) })
}

function faultOf({ status, type, errorCode }: Sdk.APIError, { key, model }: ErrorContext): ModelFault {
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
