import { isObject, type JsonObject, type JsonValue } from '../../../../shared/schema/json.ts'
import { deepest, exceeds } from './json.ts'
import type { RequestMessage, ModelRequest, UserPart } from '../llm.ts'
import type { ApiMessage, ResultBlock, TextBlock, UserBlock } from './blocks.ts'
import { mapOwnFile, mapOwnImage, mapResult, mapShown, notShown, type FileReadings } from './results.ts'
import { noteWords as words } from '../model-words.ts'

/** A call waiting for its result: the model's ID and the one that is sent. */
type Open = { given: string; sent: string }

/** How an API gets earlier messages again. */
export type HistoryForm = {
  /**
   * A block of a message that the requested model itself sent, as it goes back; undefined leaves it out. Of other
   * models' messages, only text and calls go back.
   */
  own: (block: JsonObject) => JsonObject | undefined
  ids: IdForm
  /** Results have no field for an error, so their text says it. */
  errorsInText?: true
}

/** A call that needs an ID: `position` counts the calls before it in the request. */
type Numbered = { model: string; name: string; position: number }

/** Whether a call's ID can be sent as it is, and the one to send instead, by number. */
export type IdForm = {
  fits: (given: string, isOwn: boolean) => boolean
  make: (count: number, call: Numbered) => string
}

const largestInput = 200_000

/** A placeholder if the API requires a user message between two model messages. */
const goOn: TextBlock = { type: 'text', text: 'Continue.' }

/**
 * Turns a history into messages the API accepts, whatever servers sent and wherever a crash cut it: it begins and ends
 * with the user, roles alternate, every call has exactly one result at the start of the next message, IDs are valid and
 * unique. The model's own content goes back unchanged, as far as its server accepts it.
 */
export function mapMessages(
  { messages, endpoint, model, readingOf }: Pick<ModelRequest, 'messages' | 'endpoint' | 'model' | 'readingOf'>,
  form: HistoryForm,
  nameOf: (name: string) => string = apiName,
): ApiMessage[] {
  const out: ApiMessage[] = []
  const ids = new Ids(form.ids, model)
  const mapping = { ...form, readingOf }
  let open: Open[] = []
  for (const message of inRuns(messages)) {
    const last = out.at(-1)
    if (message.role === 'assistant') {
      const isOwn = message.model === model && message.endpoint === endpoint
      const content = mapBlocks(message.blocks, isOwn ? form.own : () => undefined, nameOf)
      if (content.length === 0) continue
      if (!last || isDone(last)) addUser(out, closing(open, mapping))
      open = withIds(content, ids, isOwn)
      out.push({ role: 'assistant', content })
    } else {
      const content = [...answer(open, message.content, mapping), ...said(message.content, mapping)]
      open = []
      if (content.length > 0) addUser(out, content)
    }
  }
  const last = out.at(-1)
  if (!last || isDone(last)) addUser(out, closing(open, mapping))
  return out
}

/** Consecutive user messages count as one. */
function inRuns(messages: RequestMessage[]): RequestMessage[] {
  const runs: RequestMessage[] = []
  for (const message of messages) {
    const last = runs.at(-1)
    if (message.role === 'user' && last?.role === 'user')
      runs[runs.length - 1] = { role: 'user', content: [...last.content, ...message.content] }
    else runs.push(message)
  }
  return runs
}

function addUser(out: ApiMessage[], content: UserBlock[]): void {
  const last = out.at(-1)
  if (last?.role === 'user') last.content.push(...content)
  else out.push({ role: 'user', content })
}

/** How results become blocks. */
type Mapping = Pick<HistoryForm, 'errorsInText'> & FileReadings

const closing = (open: Open[], mapping: Mapping): UserBlock[] => (open.length > 0 ? answer(open, [], mapping) : [goOn])

/** One result per call, in the calls' order. Drops results without a call. */
function answer(open: Open[], content: UserPart[], mapping: Mapping): ResultBlock[] {
  const results = content.filter((part) => part.type === 'tool-result')
  return open.map(({ given, sent }) => {
    const at = results.findIndex((result) => result.call === given)
    const [result] = at < 0 ? [] : results.splice(at, 1)
    if (result) return mapResult(sent, result, mapping)
    const lost = notShown(words.noResult)
    return { type: 'tool_result', tool_use_id: sent, is_error: true, content: [lost] }
  })
}

/** Everything except answers to calls. */
const said = (content: UserPart[], readings: FileReadings): UserBlock[] =>
  content.flatMap((part): UserBlock[] => {
    if (part.type === 'shown-result') return mapShown(part, readings)
    if (part.type === 'image') return mapOwnImage(part)
    if (part.type === 'file') return [mapOwnFile(part, readings)]
    const isText = part.type === 'text' || part.type === 'attached'
    return isText && filled(part.text) ? [{ type: 'text', text: part.text }] : []
  })

/** True for a model message, unless it stopped in one of its provider's own tools and continues there. */
const isDone = ({ role, content }: ApiMessage): boolean =>
  role === 'assistant' && !content.some((block) => block.type === 'server_tool_use')

/** The blocks of one assistant message that can be sent again. */
function mapBlocks(blocks: JsonValue[], own: HistoryForm['own'], nameOf: (name: string) => string): JsonObject[] {
  return blocks.flatMap((block) => {
    const mapped = isObject(block) ? mapBlock(block, own(block), nameOf) : undefined
    return mapped ? [mapped] : []
  })
}

/** Whether a value is a text with something other than white space. */
export const filled = (value: JsonValue | undefined): value is string => typeof value === 'string' && /\S/.test(value)

function mapBlock(
  block: JsonObject,
  kept: JsonObject | undefined,
  nameOf: (name: string) => string,
): JsonObject | undefined {
  switch (block['type']) {
    case 'text':
      return filled(block['text']) ? (kept ?? { type: 'text', text: block['text'] }) : undefined
    case 'tool_use': {
      const { id = '', name, input } = block
      const isSound = isObject(input) && !exceeds(input, deepest, largestInput)
      const sent = (typeof name === 'string' ? nameOf(name) : '') || 'unnamed'
      return { ...(kept ?? { type: 'tool_use' }), id, name: sent, input: isSound ? input : {} }
    }
    default:
      return kept
  }
}

/** Models make up names, and the API rejects a history with a malformed one. */
const apiName = (name: string): string => name.replaceAll(/[^a-zA-Z0-9_-]/g, '_').slice(0, 128)

/** Gives each call of a message a valid ID, in place, and returns the calls waiting for a result. */
function withIds(content: JsonObject[], ids: Ids, isOwn: boolean): Open[] {
  return content.flatMap((block, at) => {
    if (block['type'] !== 'tool_use') return []
    const given = typeof block['id'] === 'string' ? block['id'] : ''
    const name = typeof block['name'] === 'string' ? block['name'] : ''
    const sent = ids.take(given, isOwn, name)
    if (sent !== given) content[at] = { ...block, id: sent }
    return [{ given, sent }]
  })
}

/** Keeps IDs that fit and are new; replaces others with a number. The same history always gets the same IDs. */
class Ids {
  readonly #form: IdForm
  readonly #model: string
  readonly #taken = new Set<string>()
  #count = 0

  constructor(form: IdForm, model: string) {
    this.#form = form
    this.#model = model
  }

  take(given: string, isOwn: boolean, name: string): string {
    let id = given
    let position = this.#taken.size
    if (this.#taken.has(id) || !this.#form.fits(id, isOwn))
      do id = this.#form.make(++this.#count, { model: this.#model, name, position: position++ })
      while (this.#taken.has(id))
    this.#taken.add(id)
    return id
  }
}
