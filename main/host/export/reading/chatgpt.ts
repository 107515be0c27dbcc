import type { LeftOutOfImport } from '../../../../shared/contract/conversation-import-commands.ts'
import { isObject, type JsonObject, type JsonValue } from '../../../../shared/schema/json.ts'
import { exportWords as words } from '../words.ts'
import { leave, momentOf, textIn, type ReadConversation } from './shape.ts'
import { turnsOf, type SaidNode } from './tree.ts'

/** Whether a list's item looks like a conversation in ChatGPT's `conversations.json`. */
export const isOfChatGpt = (item: JsonValue): item is JsonObject => isObject(item) && isObject(item['mapping'])

/** A conversation of ChatGPT: `mapping` has its messages as a tree, `current_node` ends the branch in use. */
export function readChatGpt(item: JsonObject): ReadConversation {
  const leftOut: LeftOutOfImport = {}
  const mapping = new Map(Object.entries(isObject(item['mapping']) ? item['mapping'] : {}))
  const nodes = [...mapping].flatMap(([id, node]) => (isObject(node) ? [nodeOf(id, node, mapping, leftOut)] : []))
  const { turns, head, unreached } = turnsOf(nodes, textIn(item['current_node']) || undefined)
  leave(leftOut, 'other', unreached)
  return {
    from: 'chatgpt',
    original: textIn(item['conversation_id']) || textIn(item['id']),
    title: textIn(item['title']),
    turns,
    head,
    leftOut,
    createdAt: momentOf(item['create_time'], 1000),
    activeAt: momentOf(item['update_time'], 1000),
  }
}

function nodeOf(id: string, node: JsonObject, mapping: Map<string, JsonValue>, leftOut: LeftOutOfImport): SaidNode {
  const parent = textIn(node['parent'])
  const message = isObject(node['message']) ? node['message'] : {}
  const { author, metadata, content, create_time } = message
  const known = isObject(metadata) ? metadata : {}
  const role = isObject(author) ? textIn(author['role']) : ''
  const { text: written, absent } = isObject(content) ? contentOf(content, known) : { text: '', absent: [] }
  const text = withoutMarks(written, known, leftOut)
  const place = { id, parent: mapping.has(parent) ? parent : undefined, at: momentOf(create_time, 1000) }
  const why = unsaid({ role, message, known, text })
  if (why) leave(leftOut, why, text === '' && why === 'hidden' ? 0 : 1)
  if (why || (role !== 'user' && role !== 'assistant') || (text === '' && absent.length === 0))
    return { ...place, role: 'other', said: [], absent: [], model: '' }
  leave(leftOut, 'attachments', absent.length)
  const said = text === '' ? [] : [{ type: 'text' as const, text }]
  return { ...place, role, said, absent, model: textIn(known['model_slug']) }
}

type Message = { role: string; message: JsonObject; known: JsonObject; text: string }

/** Why a message isn't a part of the conversation that the user saw, if it isn't. */
function unsaid({ role, message, known }: Message): keyof LeftOutOfImport | undefined {
  const content = isObject(message['content']) ? message['content'] : {}
  const type = textIn(content['content_type'])
  const recipient = textIn(message['recipient']) || 'all'
  if (type === 'user_editable_context' || type === 'model_editable_context') return 'instructions'
  if (type === 'thoughts' || type === 'reasoning_recap') return 'reasoning'
  if (role === 'tool' || (role === 'assistant' && recipient !== 'all')) return 'tools'
  if (role === 'system' || known['is_visually_hidden_from_conversation'] === true) return 'hidden'
  return undefined
}

/** A mark that only ChatGPT resolves, in characters for private use: a citation, an image or a link to a canvas. */
const mark = /\ue200[^\ue200\ue201]*\ue201|[\ue200-\ue202]/g

/** A text with each mark replaced by its meaning in the file; others are left out and counted. */
function withoutMarks(text: string, known: JsonObject, leftOut: LeftOutOfImport): string {
  if (!/[\ue200-\ue202]/.test(text)) return text
  const references = Array.isArray(known['content_references']) ? known['content_references'].filter(isObject) : []
  const meanings = new Map(references.map(({ matched_text = '', alt = '' }) => [textIn(matched_text), textIn(alt)]))
  return text.replaceAll(mark, (found, at: number) => {
    const meaning = meanings.get(found) ?? ''
    if (meaning === '') leave(leftOut, 'other')
    return meaning !== '' && /\S$/.test(text.slice(0, at)) ? ` ${meaning}` : meaning
  })
}

/** A message's text, and the names of its images and files, which the file lacks. */
function contentOf(content: JsonObject, known: JsonObject): { text: string; absent: string[] } {
  const parts = Array.isArray(content['parts']) ? content['parts'] : [content['text'] ?? '']
  const texts = parts.map((part) => (isObject(part) ? textIn(part['text']) : textIn(part)))
  const pointers = parts.filter((part) => isObject(part) && 'asset_pointer' in part).map(() => words.attachment)
  const attachments = Array.isArray(known['attachments']) ? known['attachments'].filter(isObject) : []
  const names = attachments.map(({ name }) => textIn(name ?? '') || words.attachment)
  return { text: texts.filter((text) => text !== '').join('\n\n'), absent: names.length > 0 ? names : pointers }
}
