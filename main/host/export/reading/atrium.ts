import type { LeftOutOfImport } from '../../../../shared/contract/conversation-import-commands.ts'
import { longestProjectName } from '../../../../shared/config/project.ts'
import { clip } from '../../../../shared/text/clip.ts'
import type { TurnEnd, StopReason } from '../../../../shared/events/turn-events.ts'
import { pagesIn } from '../../../../shared/content/extracted.ts'
import { isObject, type JsonObject, type JsonValue } from '../../../../shared/schema/json.ts'
import { readImage } from '../../llm/request/images.ts'
import { exportWords as words } from '../words.ts'
import { readImportedCall, storedIn } from './atrium-call.ts'
import {
  leave,
  momentOf,
  textIn,
  type ReadConversation,
  type ReadMessage,
  type ReadPart,
  type ReadTurn,
} from './shape.ts'
import { sizeOfBase64 } from '../../../../shared/text/base64.ts'

/** Whether a file is a conversation that Atrium exported, in a version that this release reads. */
export const isOfAtrium = (file: JsonValue): file is JsonObject =>
  isObject(file) && file['format'] === 'atrium-conversation' && file['version'] === 1 && isObject(file['conversation'])

const objectsIn = (value: JsonValue | undefined): JsonObject[] => (Array.isArray(value) ? value.filter(isObject) : [])

/** A conversation of Atrium. Instructions, models, tools and decisions stay out: nothing in a file decides anything. */
export function readAtrium(file: JsonObject): ReadConversation {
  const conversation = isObject(file['conversation']) ? file['conversation'] : {}
  const leftOut: LeftOutOfImport = {}
  leave(leftOut, 'instructions', textIn(conversation['system']) === '' ? 0 : 1)
  const seen = new Set<string>()
  const turns = objectsIn(conversation['turns']).flatMap((turn): ReadTurn[] => {
    const id = textIn(turn['id'])
    const parent = textIn(turn['parent']) || undefined
    // A parent that doesn't come before can't be one, so there are no loops.
    if (id === '' || seen.has(id) || (parent !== undefined && !seen.has(parent))) {
      leave(leftOut, 'other')
      return []
    }
    seen.add(id)
    return [{ ...turnIn(turn, leftOut), id, parent }]
  })
  const head = textIn(conversation['head'])
  const project = clip(textIn(file['project']).trim(), longestProjectName)
  return {
    from: 'atrium',
    original: textIn(conversation['id']),
    title: textIn(conversation['title']),
    turns,
    leftOut,
    ...(project !== '' && { project }),
    head: seen.has(head) ? head : turns.at(-1)?.id,
    createdAt: turns[0]?.at,
    activeAt: turns.at(-1)?.at,
  }
}

const ends: ReadonlySet<JsonValue> = new Set<TurnEnd>(['done', 'cancelled', 'failed', 'step-limit', 'interrupted'])
const isEnd = (value: JsonValue | undefined): value is TurnEnd => value !== undefined && ends.has(value)

function turnIn(turn: JsonObject, leftOut: LeftOutOfImport): Omit<ReadTurn, 'id' | 'parent'> {
  const { message, call, undoes, end, startedAt } = turn
  const undos = isObject(undoes) ? objectsIn(undoes['calls']) : []
  leave(leftOut, 'other', undos.length)
  const absent: string[] = []
  const said = isObject(message) ? objectsIn(message['parts']).flatMap((part) => partIn(part, absent, leftOut)) : []
  leave(leftOut, 'attachments', absent.length)
  return {
    at: momentOf(startedAt),
    said,
    absent,
    end: isEnd(end) ? end : 'interrupted',
    messages: objectsIn(turn['messages']).map((one) => messageIn(one, leftOut)),
    ...(isObject(call) && { call: readImportedCall(call, leftOut) }),
  }
}

/** Prompts and resources were their servers' text; they're kept as files. */
function partIn(part: JsonObject, absent: string[], leftOut: LeftOutOfImport): ReadPart[] {
  const name = textIn(part['name']) || words.attachment
  if (part['type'] === 'text') return textIn(part['text']) === '' ? [] : [{ type: 'text', text: textIn(part['text']) }]
  const data = storedIn(part['type'] === 'document' ? part['text'] : part['data'], leftOut)
  if (part['type'] === 'image') {
    const image = typeof data === 'string' ? readImage(data) : undefined
    if (image) {
      const { type: mediaType, width, height, data: bytes } = image
      return [{ type: 'image', name, mediaType, bytes: sizeOfBase64(bytes), width, height, data: bytes }]
    }
  }
  const read = part['type'] === 'document' ? pagesIn(data).map((page) => page.text) : textsIn(data)
  const texts = part['type'] === 'file' ? [textIn(data)] : read
  const text = texts.filter((one) => one !== '').join('\n\n')
  if (text !== '' && part['type'] !== 'image') return [{ type: 'file', name, text }]
  absent.push(name)
  return []
}

/** The texts of a prompt's messages or a resource's contents. */
const textsIn = (data: JsonValue | undefined): string[] =>
  objectsIn(data).flatMap(({ text = '', content = null }) => [
    textIn(text),
    ...(isObject(content) ? [textIn(content['text'])] : []),
  ])

const stops: ReadonlySet<JsonValue> = new Set<StopReason>([
  ...(['end-turn', 'tool-use', 'max-tokens', 'stop-sequence'] as const),
  ...(['pause-turn', 'refusal', 'context-full', 'other'] as const),
])
const isStop = (value: JsonValue | undefined): value is StopReason => value !== undefined && stops.has(value)

function messageIn(message: JsonObject, leftOut: LeftOutOfImport): ReadMessage {
  const { model, at, stop, draft, blocks } = message
  const calls = objectsIn(message['calls']).map((call) => readImportedCall(call, leftOut))
  const drafted = objectsIn(draft).map(({ kind = '', text = '' }): JsonObject => {
    if (kind === 'thinking') return { type: 'thinking', thinking: textIn(text) }
    return { type: 'text', text: textIn(text) }
  })
  const kept = blocks === undefined ? drafted : objectsIn(storedIn(blocks, leftOut))
  return {
    model: textIn(model),
    at: momentOf(at),
    stop: isStop(stop) ? stop : 'other',
    calls,
    blocks: kept.flatMap((block) => blockIn(block, leftOut)),
  }
}

/** A signature proves reasoning to the model that wrote it, which Atrium won't send it to. */
function blockIn(block: JsonObject, leftOut: LeftOutOfImport): JsonValue[] {
  const { type, text, thinking, id, name } = block
  if (type === 'text' && typeof text === 'string') return [{ type, text }]
  if (type === 'thinking' && typeof thinking === 'string') return [{ type, thinking }]
  if (type === 'tool_use') return [{ type, id: textIn(id).slice(0, 200), name: textIn(name).slice(0, 200) }]
  leave(leftOut, 'other')
  return []
}
