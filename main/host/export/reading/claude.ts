import type { LeftOutOfImport } from '../../../../shared/contract/conversation-import-commands.ts'
import { isObject, type JsonObject, type JsonValue } from '../../../../shared/schema/json.ts'
import { exportWords as words } from '../words.ts'
import { leave, momentOf, textIn, type ReadConversation, type ReadPart } from './shape.ts'
import { turnsOf, type SaidNode } from './tree.ts'

/** Whether a list's item looks like a conversation in Claude's `conversations.json`. */
export const isOfClaude = (item: JsonValue): item is JsonObject =>
  isObject(item) && Array.isArray(item['chat_messages'])

/** A conversation of Claude: a list of messages, which can name the message they continue from. */
export function readClaude(item: JsonObject): ReadConversation {
  const leftOut: LeftOutOfImport = {}
  const list = (Array.isArray(item['chat_messages']) ? item['chat_messages'] : []).filter(isObject)
  const ids = list.map(({ uuid }, index) => textIn(uuid ?? '') || `#${index}`)
  const known = new Set(ids)
  const isTree = list.some(({ parent_message_uuid: parent }) => known.has(textIn(parent)))
  const nodes = list.map((message, index): SaidNode => {
    const named = textIn(message['parent_message_uuid'])
    const parent = isTree ? (known.has(named) ? named : undefined) : ids[index - 1]
    return { ...saidIn(message, leftOut), id: ids[index] ?? '', parent, model: textIn(item['model']) }
  })
  const { turns, head, unreached } = turnsOf(nodes, textIn(item['current_leaf_message_uuid']) || ids.at(-1))
  leave(leftOut, 'other', unreached)
  return {
    from: 'claude',
    original: textIn(item['uuid']),
    title: textIn(item['name']),
    turns,
    head,
    leftOut,
    createdAt: momentOf(item['created_at']),
    activeAt: momentOf(item['updated_at']),
  }
}

function saidIn(message: JsonObject, leftOut: LeftOutOfImport): Omit<SaidNode, 'id' | 'parent' | 'model'> {
  const sender = textIn(message['sender'])
  const at = momentOf(message['created_at'])
  const role = sender === 'human' ? 'user' : sender === 'assistant' ? 'assistant' : 'other'
  const text = role === 'other' ? '' : textOf(message, leftOut)
  const { files, absent } = attachedTo(message)
  const said: ReadPart[] = [...files, ...(text === '' ? [] : [{ type: 'text' as const, text }])]
  if (role === 'other') leave(leftOut, 'other')
  if (role === 'other' || said.length + absent.length === 0) return { role: 'other', at, said: [], absent: [] }
  leave(leftOut, 'attachments', absent.length)
  return { role, at, said, absent }
}

/** `content` has a message in parts. `text` has sentences in place of those that aren't text. */
function textOf(message: JsonObject, leftOut: LeftOutOfImport): string {
  const content = (Array.isArray(message['content']) ? message['content'] : []).filter(isObject)
  if (content.length === 0) return textIn(message['text'])
  const texts = content.flatMap(({ type = '', text = '' }) => {
    if (type === 'text') return typeof text === 'string' && text !== '' ? [text] : []
    if (type === 'thinking') leave(leftOut, 'reasoning')
    else if (type === 'tool_use') leave(leftOut, 'tools')
    else if (type !== 'tool_result' && type !== 'token_budget') leave(leftOut, 'other')
    return []
  })
  return texts.join('\n\n')
}

function attachedTo(message: JsonObject): { files: Extract<ReadPart, { type: 'file' }>[]; absent: string[] } {
  const listed = (name: string) => (Array.isArray(message[name]) ? message[name] : []).filter(isObject)
  const attachments = listed('attachments').map(({ file_name: name = '', extracted_content: text = '' }) => ({
    name: textIn(name) || words.attachment,
    text: textIn(text),
  }))
  const files = attachments.filter(({ text }) => text !== '').map((file) => ({ type: 'file' as const, ...file }))
  const inFile = new Set(files.map(({ name }) => name))
  const others = [
    ...attachments.filter(({ text }) => text === '').map(({ name }) => name),
    ...listed('files').map(({ file_name: name = '' }) => textIn(name) || words.attachment),
  ]
  return { files, absent: [...new Set(others)].filter((name) => !inFile.has(name)) }
}
