import type { Profile } from '../../../../shared/config/settings.ts'
import { isObject, parseJson, type JsonObject, type JsonValue } from '../../../../shared/schema/json.ts'
import type { BuiltRequest, ModelLimits } from '../request/prepare.ts'
import { quote } from '../api/failures.ts'
import type { RequestContext, Lesson, Lessons } from '../api/api.ts'
import { providerWords as words } from '../words.ts'
import { taughtOfFiles, type FileRefusal } from '../api/refused-files.ts'
import { apiDialectOf } from './dialects.ts'
import type { Outcome } from './exchange.ts'
import { ServerError, type Said } from './said.ts'

/**
 * A refused request: its body as sent, the lessons it was built with, and the name in the host of a tool that was sent
 * as `name`.
 */
type Refused = {
  model: string
  profile: Profile
  json: string
  lessons: readonly Lesson[]
  key: string | undefined
  toolName: (name: string) => string
}

/** Statuses that refuse the form of a request; a template that fails is a 500. */
const refusals = new Set<number | undefined>([400, 404, 422, 500])

/**
 * The form of requests that a refusal teaches, if any. Tools, images and the system prompt are never taken away like
 * this, except one single tool that the server can't read, and the answer says so.
 */
export function lessonFrom(error: unknown, refused: Refused): Lesson | undefined {
  if (!(error instanceof ServerError) || !refusals.has(error.said.status)) return undefined
  const body = parseJson(refused.json)
  if (!isObject(body)) return undefined
  const { said } = error
  const taught = wireIn(said, body, refused) ?? fieldIn(said, body, refused) ?? toolIn(said, body, refused)
  return taught && { model: refused.model, reason: words.refusedForm(quote(said.message, refused, 200)), ...taught }
}

/** The form that a model's requests already have of a feature. */
const formOf = ({ lessons }: Refused, feature: Lesson['feature']): string | undefined =>
  lessons.find((it) => it.feature === feature)?.form

type Taught = Pick<Lesson, 'feature' | 'form'>

/** The server's other API, if it wants that for this model: for tools, or always. */
function wireIn({ status, message, param }: Said, body: JsonObject, { profile }: Refused): Taught | undefined {
  if (!apiDialectOf(profile).hasResponses || !('messages' in body)) return undefined
  const isForTools = status === 400 && param === 'reasoning_effort' && 'tools' in body
  return isForTools || /\bv1\/responses\b/.test(message) ? { feature: 'wire', form: 'responses' } : undefined
}

/** A field of the request that the server doesn't take, or wants under another name. */
function fieldIn({ message, param, details }: Said, body: JsonObject, refused: Refused): Taught | undefined {
  const text = `${param} ${message} ${detailOf(details)}`
  const names = (field: string) => field in body && new RegExp(String.raw`\b${field}\b`).test(text)
  if (names('stream_options')) return { feature: 'stream-options', form: 'none' }
  if (names('parallel_tool_calls')) return { feature: 'parallel-calls', form: 'none' }
  const limit = ['max_completion_tokens', 'max_tokens'].find((field) => names(field))
  // A limit that is too large isn't a field that is unknown.
  if (limit !== undefined && !/too large|at most|exceed|context length/i.test(message)) {
    const other = limit === 'max_tokens' ? 'max_completion_tokens' : 'max_tokens'
    return { feature: 'output-limit', form: formOf(refused, 'output-limit') === undefined ? other : 'none' }
  }
  if (/reasoning_content/.test(text)) {
    const isMissing = /must be passed back|missing/i.test(text)
    return { feature: 'reasoning', form: isMissing ? 'blank' : 'none' }
  }
  return undefined
}

/** Where Mistral and other validators name the field. */
function detailOf({ message, detail }: JsonObject): string {
  const told = isObject(message) ? message['detail'] : detail
  return told === undefined ? '' : JSON.stringify(told).slice(0, 2000)
}

const schemaSigns =
  /invalid schema|invalid json schema|schema conversion failed|failed to parse grammar|function_declarations\[|ToolProperty|ToolFunction\.parameters|"parameters","properties"/i

/** A tool that the server can't read: first all schemas in a plainer form, then without this one. */
function toolIn(said: Said, body: JsonObject, refused: Refused): Taught | undefined {
  const { message, param, code } = said
  const text = `${param} ${message}`
  if (!Array.isArray(body['tools'])) return undefined
  const isDescription = /(?:function|tools\[\d+\])\.description/.test(text) && /too long|max/i.test(text)
  if (code === 'string_above_max_length' && isDescription)
    return { feature: 'description', form: /maximum length (\d+)/.exec(message)?.[1] ?? '1024' }
  if (code !== 'invalid_function_parameters' && !schemaSigns.test(text) && !/function\.parameters/.test(text))
    return undefined
  if (formOf(refused, 'schema') === undefined) return { feature: 'schema', form: 'proto' }
  const sent = nameIn(text, body['tools'])
  return sent === undefined ? undefined : { feature: `tool:${refused.toolName(sent)}`, form: 'none' }
}

/** The name of the tool that a refusal means, as sent. */
function nameIn(text: string, tools: JsonValue[]): string | undefined {
  const names = tools.map((tool) => {
    const fn = isObject(tool) && isObject(tool['function']) ? tool['function'] : tool
    return isObject(fn) && typeof fn['name'] === 'string' ? fn['name'] : ''
  })
  const at = /\btools\[(\d+)\]\.(?:function|parameters)\b|function_declarations\[(\d+)\]|"path":\[(\d+),/.exec(text)
  const byPlace = at && names[Number(at[1] ?? at[2] ?? at[3])]
  return byPlace ?? names.find((name) => name !== '' && (text.includes(`'${name}'`) || text.includes(`tool ${name},`)))
}

/** Tools that one request can lose, each after a refusal that names it. */
const mostLostTools = 8

/** `shortened`: the same request for a model with these limits. */
type Sent = {
  model: string
  profile: Profile
  built: BuiltRequest
  lessons: Lessons
  known: RequestContext
  shortened: (limits: ModelLimits) => BuiltRequest
}

/**
 * The outcome of an attempt, to be sent again at once if its refusal taught another form or the model's true room; with
 * each form once at most.
 */
export function learnFrom(outcome: Outcome, sent: Sent): Outcome {
  const { model, profile, built, lessons, known } = sent
  if ('answer' in outcome) return outcome
  const { failure, error } = outcome
  const again = { failure: { ...failure, again: true as const }, error }
  if (failure.limits && !known.tried.has('room') && isShorter(failure.limits, sent)) {
    known.tried.add('room')
    return again
  }
  const toolName = built.restore.name
  const { key } = known
  if (error instanceof ServerError && learnOfFiles(error.said, { model, built, lessons, known })) return again
  const lesson = lessonFrom(error, { model, profile, json: built.json, lessons: lessons.of(model), key, toolName })
  if (!lesson || known.tried.has(`${lesson.feature} ${lesson.form}`)) return outcome
  const isTool = lesson.feature.startsWith('tool:')
  const lost = [...known.tried].filter((it) => it.startsWith('tool:')).length
  if (isTool && lost >= mostLostTools) return outcome
  known.tried.add(`${lesson.feature} ${lesson.form}`)
  lessons.learn(lesson)
  return again
}

/** Learns what a refusal says about the request's files; true if the request can go out again without them. */
export function learnOfFiles(
  refusal: FileRefusal,
  { model, built, lessons, known: { tried, key } }: Pick<Sent, 'model' | 'built' | 'lessons' | 'known'>,
): boolean {
  const taught = taughtOfFiles(refusal, built).filter(({ feature }) => !tried.has(feature))
  if ([...tried].filter((it) => it.startsWith('file:')).length >= mostRefusedFiles) return false
  const reason = words.refusedForm(quote(refusal.message, { key }, 200))
  for (const { feature, form } of taught) {
    tried.add(feature)
    lessons.learn({ model, reason, feature, form })
  }
  return taught.length > 0
}

/** Files whose refusal leads to another attempt within one request. */
const mostRefusedFiles = 20

/** Min characters that a shorter request must save: a smaller difference comes from changed figures. */
const leastSaved = 100

/** Whether there is anything to shorten or to ask less of. */
function isShorter(limits: Partial<ModelLimits>, { known, built, shortened }: Sent): boolean {
  try {
    const next = shortened({ ...known.limits, ...limits }).json
    return limits.outputTokens === undefined ? built.json.length - next.length > leastSaved : next !== built.json
  } catch {
    return false
  }
}
