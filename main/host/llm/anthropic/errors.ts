import type * as Sdk from '@anthropic-ai/sdk'
import { WireError } from './answer.ts'
import { aboutProfile } from '../../../../shared/config/profiles.ts'
import { isAnthropic, type Profile } from '../../../../shared/config/settings.ts'
import { ModelError, type ModelFault } from '../llm.ts'
import type { Crowd } from './request.ts'
import { plainText } from '../text.ts'
import { providerWords as words } from './words.ts'

/**
 * The endpoint and model of the failed request; without a model, it was for the model list. `key` is included so it can
 * be kept out of messages.
 */
type ErrorContext = {
  baseUrl: string
  profile: Profile
  model?: string
  key: string | undefined
  crowd?: Crowd | undefined
}

/** Why an attempt failed: one sentence, whether a retry may help, and when the API wants it. */
export type Failure = { error: ModelError; reason: string; retry: boolean; afterMs?: number }

/** Error types that say more than the status. */
const faultsByType: Record<string, ModelFault> = {
  ...{ authentication_error: 'bad-key', permission_error: 'no-permission', billing_error: 'spend-limit' },
  ...{ not_found_error: 'no-model', request_too_large: 'too-large', rate_limit_error: 'rate-limited' },
  overloaded_error: 'overloaded',
}
const faultsByStatus: Record<number, ModelFault> = {
  ...{ 401: 'bad-key', 402: 'spend-limit', 403: 'no-permission', 407: 'unreachable', 408: 'server-error' },
  ...{ 409: 'server-error', 413: 'too-large', 429: 'rate-limited', 529: 'overloaded' },
}
const spendLimits = new Set([
  'contract_spend_limit_reached',
  'enforced_spend_limit_reached',
  'linked_organization_spend_limit_reached',
])
const passing: ReadonlySet<ModelFault> = new Set<ModelFault>(['rate-limited', 'overloaded', 'server-error'])

/** Max delay requested by the API for which a retry is worthwhile. */
const longestWait = 300_000

/** The provider's name for sentences. */
function providerName(baseUrl: string, profile: Profile): string {
  if (isAnthropic(baseUrl)) return 'Anthropic'
  const { name } = aboutProfile[profile]
  const { host } = new URL(baseUrl)
  return name === undefined ? host : words.local(name, host)
}

/** Turns an attempt's exception into a fault and its sentence. Branches on type and status, never on a message. */
export function readFailure(error: unknown, context: ErrorContext, sdk: typeof Sdk): Failure {
  if (error instanceof ModelError) return { error, reason: error.message, retry: false }
  if (error instanceof sdk.APIConnectionTimeoutError) return failure('stalled', context)
  if (error instanceof sdk.APIConnectionError)
    return failure('unreachable', context, { retry: true, hint: codeOf(error) })
  if (error instanceof sdk.APIError) return readApiError(error, context)
  if (error instanceof WireError) return failure('broken-stream', context, { retry: true })
  throw error
}

function readApiError(error: Sdk.APIError, context: ErrorContext): Failure {
  const fault = faultOf(error, context)
  const told = error.headers?.get('x-should-retry')
  const retry = fault !== 'spend-limit' && (told === 'true' || (told !== 'false' && passing.has(fault)))
  const afterMs = fault === 'spend-limit' ? undefined : readDelay(error.headers)
  const worthIt = afterMs === undefined || afterMs <= longestWait
  const hint = fault === 'refused' ? quote(error.apiMessage, context) : String(error.status ?? '')
  return failure(fault, context, { retry: retry && worthIt, hint, ...(afterMs === undefined ? {} : { afterMs }) })
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

type Told = { retry?: boolean; afterMs?: number; hint?: string }

/** A fault, worded. */
export function failure(
  fault: ModelFault,
  context: ErrorContext,
  { retry = false, afterMs, hint = '' }: Told = {},
): Failure {
  const [reason, next] = sentences(fault, context, { hint, afterMs })
  const error = new ModelError(fault, `${reason} ${next}`)
  return { error, reason, retry, ...(afterMs === undefined ? {} : { afterMs }) }
}

/** The fault, then the next step for the user. */
function sentences(
  fault: ModelFault,
  { baseUrl, profile, model, crowd }: ErrorContext,
  told: { hint: string; afterMs: number | undefined },
): [string, string] {
  const who = providerName(baseUrl, profile)
  const hint = told.hint === '' ? '' : ` (${told.hint})`
  switch (fault) {
    case 'no-key':
      return [words.noKey(who), words.enterKey]
    case 'bad-key':
      return [words.badKey(who), words.checkKey]
    case 'no-permission':
      return [words.noPermission(who, model), words.otherModelOrKey]
    case 'no-model':
      return [words.noModel(who, model ?? ''), words.otherModel]
    case 'rate-limited':
      return [words.rateLimited(who), words.continueIn(duration(told.afterMs ?? 60_000))]
    case 'overloaded':
      return [
        words.overloaded(who),
        told.afterMs === undefined ? words.overloadedStill : words.continueIn(duration(told.afterMs)),
      ]
    case 'spend-limit':
      return [words.spendLimit(who), words.raiseLimit]
    case 'too-large':
      return [words.tooLarge(who), remedy(crowd) ?? words.startNew]
    case 'refused':
      return [words.refused(who, hint), remedy(crowd) ?? words.startNewOrOtherModel]
    case 'unreachable':
      return [words.unreachable(who, hint), words.checkUrl(look(profile))]
    case 'stalled':
      return [words.stalled(who), words.retry]
    case 'broken-stream':
      return [words.brokeOff(who), words.retry]
    case 'server-error':
      return [words.failed(who, hint), words.retryLater]
    default:
      return fault satisfies never
  }
}

/** Advice for the user if the tools leave no room. */
const remedy = (crowd: Crowd | undefined): string | undefined =>
  crowd && words.crowded(figure(crowd.tools), figure(crowd.tokens), figure(crowd.of))

const figure = (count: number): string => count.toLocaleString('en')

/** Where to look first if nothing answers. */
const look = (profile: Profile): string => {
  const { name } = aboutProfile[profile]
  return name === undefined ? words.checkNetwork : words.checkRunning(name)
}

const duration = (ms: number): string =>
  ms < 90_000 ? words.duration(Math.ceil(ms / 1000), 'second') : words.duration(Math.ceil(ms / 60_000), 'minute')

/** The API's own words about a refusal, shortened, and without the key in case it repeats it. */
function quote(message: string | null, { key }: ErrorContext): string {
  const safe = key ? (message ?? '').replaceAll(key, '[key]') : (message ?? '')
  return plainText(safe, 300)
}

/** `ECONNREFUSED` and similar codes, wherever the runtime stores them. */
function codeOf(error: Error): string {
  for (let at: unknown = error, depth = 0; at instanceof Error && depth < 5; at = at.cause, depth++)
    if ('code' in at && typeof at.code === 'string') return at.code
  return ''
}

/** The delay requested by the API: `retry-after-ms`, else `retry-after` in seconds or as a date. */
function readDelay(headers: Headers | undefined): number | undefined {
  const ms = Number.parseFloat(headers?.get('retry-after-ms') ?? '')
  if (ms > 0) return ms
  const after = headers?.get('retry-after')
  if (!after) return undefined
  const seconds = Number.parseFloat(after)
  const delay = Number.isNaN(seconds) ? Date.parse(after) - Date.now() : seconds * 1000
  return delay > 0 ? delay : undefined
}
