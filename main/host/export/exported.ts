import { isObject, parseJson, type JsonValue } from '../../../shared/schema/json.ts'
import { turnsThere } from '../../../shared/state/branches.ts'
import type { Call, Conversation, Turn } from '../../../shared/state/conversation.ts'

/** A conversation as a file has it: whole values in place of references, without secrets. */
export type ConversationFile = {
  format: 'atrium-conversation'
  /** Increases when a reader of earlier files would misread a file. */
  version: 1
  exportedAt: string
  /** The release that wrote the file. */
  atrium: string
  /** Whether the results of calls are in it. */
  results: boolean
  /** The name of the project it is in; its instructions aren't in the file. */
  project?: string | undefined
  /** Turns of deleted branches aren't in it. */
  conversation: Conversation
}

/** Longer stored values stay as their hash and their beginning. */
export const longestValue = 16 * 1024 * 1024

type Sources = {
  /** A stored value's JSON text, up to `limit` characters of it. */
  blob: (hash: string, limit: number) => Promise<{ text: string }>
  /** Replaces secrets. */
  redact: (text: string) => string
  /** Everything else in the thread gets its turn. */
  next: () => Promise<void>
}

/** Characters of JSON handled before that. */
const handled = 262_144

/** The same conversation with whole values, without secrets or deleted branches; `results`: with calls' results. */
export async function completed(conversation: Conversation, results: boolean, sources: Sources): Promise<Conversation> {
  const { turns: all, ...rest } = conversation
  const turns: Turn[] = []
  let size = 0
  for (const turn of turnsThere(all)) {
    const left = results ? turn : withoutResults(turn)
    const json = JSON.stringify(left)
    turns.push(await completedJson<Turn>(json, sources))
    size += json.length
    if (size < handled) continue
    size = 0
    await sources.next()
  }
  return { ...(await completedJson<typeof rest>(JSON.stringify(rest), sources)), turns }
}

async function completedJson<T>(json: string, sources: Sources): Promise<T> {
  const plain: JsonValue = JSON.parse(json)
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- only texts and stored values in it were replaced
  return (await completedValue(plain, sources)) as T
}

function withoutResults(turn: Turn): Turn {
  const { call, undoes } = turn
  return {
    ...turn,
    ...(call && { call: withoutResult(call) }),
    ...(undoes && { undoes: { ...undoes, calls: undoes.calls.map(withoutResult) } }),
    messages: turn.messages.map((message) => ({ ...message, calls: message.calls.map(withoutResult) })),
  }
}

function withoutResult(call: Call): Call {
  const { outcome } = call
  if (outcome?.status === 'succeeded') return { ...call, outcome: { ...outcome, result: { json: null } } }
  return outcome?.status === 'failed' ? { ...call, outcome: { ...outcome, result: undefined } } : call
}

async function completedValue(value: JsonValue, sources: Sources): Promise<JsonValue> {
  if (Array.isArray(value)) return Promise.all(value.map((item) => completedValue(item, sources)))
  if (!isObject(value)) return typeof value === 'string' ? sources.redact(value) : value
  const { json, blob, bytes, preview } = value
  // Third-party values are only ever in here, so nothing in them is taken for a reference.
  if (json !== undefined && Object.keys(value).length === 1) return { json: redacted(json, sources.redact) }
  if (typeof blob === 'string' && typeof bytes === 'number' && typeof preview === 'string') {
    const whole = bytes > longestValue ? undefined : parseJson((await sources.blob(blob, longestValue)).text)
    return whole === undefined
      ? { blob, bytes, preview: sources.redact(preview) }
      : { json: redacted(whole, sources.redact) }
  }
  const members = Object.entries(value).map(async ([name, item]): Promise<[string, JsonValue]> => [
    name,
    await completedValue(item, sources),
  ])
  return Object.fromEntries(await Promise.all(members))
}

/** Member names can contain secrets, too. */
function redacted(value: JsonValue, redact: Sources['redact']): JsonValue {
  if (typeof value === 'string') return redact(value)
  if (Array.isArray(value)) return value.map((item) => redacted(item, redact))
  if (!isObject(value)) return value
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [redact(name), redacted(item, redact)]))
}
