import { aboutProfile } from '../../../../shared/config/profiles.ts'
import { isAnthropic, type Profile } from '../../../../shared/config/settings.ts'
import { isCertificateFault } from '../../base/certificates.ts'
import { untrustedIn } from '../../network/issuer.ts'
import { proxyProblemIn } from '../../network/proxy-problem.ts'
import { ModelError, type ModelFault } from '../llm.ts'
import type { Overload } from '../request/prepare.ts'
import type { AttemptFailure } from './api.ts'
import { plainText } from '../request/text.ts'
import { largestStream } from './pace.ts'
import { providerWords as words } from '../words.ts'

/** An endpoint, as its failures name it. */
export type FailedEndpoint = { baseUrl: string; profile: Profile }

/**
 * The endpoint and model of the failed request; without a model, it was for the model list. `key` is included so it can
 * be kept out of messages. `api` is the API's name.
 */
export type ErrorContext = FailedEndpoint & {
  model?: string
  key: string | undefined
  overload?: Overload | undefined
  api?: string
}

/** The provider's name for sentences. */
function providerName({ baseUrl, profile }: FailedEndpoint): string {
  if (isAnthropic(baseUrl)) return 'Anthropic'
  const about = aboutProfile[profile]
  const { host } = new URL(baseUrl)
  if (about.name === undefined) return host
  return about.keyed && URL.parse(about.baseUrl ?? '')?.host === host ? about.name : words.local(about.name, host)
}

/**
 * `said`: the fault and the next step in more exact words. `isAddress`: something other than the API answered.
 * `theirs`: the server's own words, quoted if no sentence here says more.
 */
type Told = {
  theirs?: string
  retry?: boolean
  afterMs?: number
  hint?: string
  isAddress?: boolean
  said?: (who: string) => [reason: string, next: string]
}

/** A fault, worded. */
export function modelFailure(
  fault: ModelFault,
  context: ErrorContext,
  { retry = false, afterMs, hint = '', isAddress = false, said, theirs = '' }: Told = {},
): AttemptFailure {
  const [reason, next] = said?.(providerName(context)) ?? sentences(fault, context, { hint, afterMs, isAddress })
  const quoted = exact.has(fault) || said ? '' : quote(theirs, context)
  const parts = [reason, ...(quoted === '' ? [] : [words.theirs(quoted)]), next]
  const error = new ModelError(fault, parts.join(' '))
  const isLasting = fault === 'unreachable' && isCertificateFault(hint)
  return { error, reason, retry: retry && !isLasting, ...(afterMs === undefined ? {} : { afterMs }) }
}

/** A request stopped by the proxy or by an untrusted certificate; undefined if the error is another. */
export function ofNetwork(error: Error, context: ErrorContext): AttemptFailure | undefined {
  const untrusted = untrustedIn(error)
  if (untrusted) {
    const { code, issuer } = untrusted
    return modelFailure('unreachable', context, {
      hint: code,
      said: (who) => [words.untrustedOf(who, plainText(issuer, 200), code), words.trustCertificate],
    })
  }
  const problem = proxyProblemIn(error)
  return (
    problem &&
    modelFailure('unreachable', context, {
      retry: problem.passing,
      said: (who) => words.proxy(who, problem.clause, problem.advice),
    })
  )
}

/** An answer that was ended because it was larger than any answer. */
export const floodFailure = (context: ErrorContext): AttemptFailure =>
  modelFailure('broken-stream', context, {
    said: (who) => [words.tooMuch(who, largestStream / 1024 ** 2), words.tooMuchNext],
  })

/** Faults whose sentence says all there is to know, or quotes the server itself. */
const exact: ReadonlySet<ModelFault> = new Set<ModelFault>([
  'no-key',
  'bad-key',
  'no-model',
  'no-tools',
  'no-images',
  'data-policy',
  'empty-answer',
  'refused',
])

/** The fault, then the next step for the user. */
function sentences(
  fault: ModelFault,
  { baseUrl, profile, model = '', overload, api }: ErrorContext,
  told: { hint: string; afterMs: number | undefined; isAddress: boolean },
): [string, string] {
  const who = providerName({ baseUrl, profile })
  const hint = told.hint === '' ? '' : ` (${told.hint})`
  switch (fault) {
    case 'no-key':
      return [words.noKey(who), words.enterKey]
    case 'bad-key':
      return [words.badKey(who), words.checkKey]
    case 'no-permission':
      return [words.noPermission(who, model || undefined), words.otherModelOrKey]
    case 'no-model':
      if (profile === 'azure') return [words.noDeployment(who, model), words.enterDeployment]
      return [words.noModel(who, model), profile === 'ollama' ? words.pullModel(model) : words.otherModel]
    case 'no-tools':
      return [words.noTools(who, model), nextOf(words.noToolsFor, profile) ?? words.noToolsNext]
    case 'no-images':
      return [words.noImages(who, model), nextOf(words.noImagesFor, profile) ?? words.noImagesNext]
    case 'data-policy':
      return [words.dataPolicy(who, model), words.dataPolicyNext]
    case 'loading':
      return [words.loading(who), words.retryLater]
    case 'empty-answer':
      return [words.emptyAnswer(who), words.emptyAnswerNext]
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
      return [words.tooLarge(who), remedy(overload) ?? words.startNew]
    case 'refused':
      return [words.refused(who, hint), remedy(overload) ?? words.startNewOrOtherModel]
    case 'unreachable':
      if (isCertificateFault(told.hint)) return ofCertificate(who, told.hint)
      return [
        words.unreachable(who, hint, api),
        told.isAddress ? words.checkBaseUrl(aboutProfile[profile].baseUrl) : words.checkUrl(look(profile)),
      ]
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

/** A certificate that isn't trusted, and what to do about it. */
function ofCertificate(who: string, code: string): [string, string] {
  if (code === 'CERT_HAS_EXPIRED') return [words.expired(who), words.renewCertificate]
  if (code === 'ERR_TLS_CERT_ALTNAME_INVALID') return [words.otherHost(who), words.checkHost]
  return [words.untrusted(who, code), words.trustCertificate]
}

/** Advice for one kind of server, if there is a better one than for all. */
const nextOf = (steps: Partial<Record<Profile, string>>, profile: Profile): string | undefined => steps[profile]

/** Advice for the user if the tools leave no room. */
const remedy = (overload: Overload | undefined): string | undefined =>
  overload && words.overloadedBy(figure(overload.tools), figure(overload.tokens), figure(overload.of))

const figure = (count: number): string => count.toLocaleString('en')

/** Where to look first if nothing answers. */
const look = (profile: Profile): string => {
  const { name } = aboutProfile[profile]
  return name === undefined ? words.checkNetwork : words.checkRunning(name)
}

const duration = (ms: number): string =>
  ms < 90_000 ? words.duration(Math.ceil(ms / 1000), 'second') : words.duration(Math.ceil(ms / 60_000), 'minute')

/** Faults by HTTP status, for bodies that name nothing more exact. */
export const faultsByStatus: Record<number, ModelFault> = {
  401: 'bad-key',
  402: 'spend-limit',
  403: 'no-permission',
  407: 'unreachable',
  408: 'server-error',
  409: 'server-error',
  413: 'too-large',
  429: 'rate-limited',
  529: 'overloaded',
}

/** Faults that may have passed by the next attempt. */
export const passing: ReadonlySet<ModelFault> = new Set<ModelFault>(['rate-limited', 'overloaded', 'server-error'])

/** Max delay requested by the API for which a retry is worthwhile. */
export const longestWait = 300_000

/** Characters of a key that could give it away. */
const tellingPart = 6

/** The API's own words, shortened, without markup, and without the key in case it repeats it. */
export function quote(message: string | null, { key }: Pick<ErrorContext, 'key'>, limit = 300): string {
  const theirs = withoutMarkup(message ?? '')
  return plainText(key ? withoutKey(theirs, key) : theirs, limit)
}

const withoutMarkup = (text: string): string =>
  /<[a-z!/]/i.test(text)
    ? text
        .replaceAll(/<(script|style|head)\b[^]*?(?:<\/\1\s*>|$)/gi, ' ')
        .replaceAll(/<[a-z!/][^<>]*(?:>|$)/gi, ' ')
        .replaceAll(/\s+/g, ' ')
        .trim()
    : text

/** A message that was cut can end within the key. */
function withoutKey(text: string, key: string): string {
  const safe = text.replaceAll(key, '[key]')
  for (let length = Math.min(key.length, safe.length); length >= tellingPart; length--)
    if (safe.endsWith(key.slice(0, length))) return `${safe.slice(0, -length)}[key]`
  return safe
}

/** `ECONNREFUSED` and similar codes, wherever the runtime stores them. */
export function errorCodeOf(error: Error): string {
  for (let at: unknown = error, depth = 0; at instanceof Error && depth < 5; at = at.cause, depth++)
    if ('code' in at && typeof at.code === 'string') return at.code
  return ''
}

/** The delay requested by the API: `retry-after-ms`, else `retry-after` in seconds or as a date. */
export function readDelay(headers: Headers | undefined): number | undefined {
  const ms = Number.parseFloat(headers?.get('retry-after-ms') ?? '')
  if (ms > 0) return ms
  const after = headers?.get('retry-after')
  if (!after) return undefined
  const seconds = Number.parseFloat(after)
  const delay = Number.isNaN(seconds) ? Date.parse(after) - Date.now() : seconds * 1000
  return delay > 0 ? delay : undefined
}
