import type { SampledMessage } from '../../../../shared/asks/server-asks.ts'
import { isObject, type JsonObject, type JsonValue } from '../../../../shared/schema/json.ts'
import type { RequestMessage, UserPart } from '../../llm/llm.ts'
import type { ModelChoice } from '../../../../shared/config/settings.ts'
import { peerWords as words } from './peer-words.ts'

const mostMessages = 200
const mostBlocks = 100

/**
 * Reads a request's messages, with each content as a list; returns a text if they're invalid. Roles can come in any
 * order; a message with calls is followed by one with their results and nothing else (client/sampling).
 */
export function readSamplingMessages(value: JsonValue | undefined): SampledMessage[] | string {
  if (!Array.isArray(value) || value.length === 0) return words.messagesNotList
  if (value.length > mostMessages) return words.manyMessages(value.length, mostMessages)
  const read: SampledMessage[] = []
  for (const message of value) {
    const { role, content } = isObject(message) ? message : {}
    if (role !== 'user' && role !== 'assistant') return words.badRole
    const blocks = Array.isArray(content) ? content : [content]
    if (blocks.length > mostBlocks) return words.manyParts(blocks.length, mostBlocks)
    const known = blocks.filter((block) => isObject(block))
    if (known.length < blocks.length) return words.badContent
    const problem = known.map((block) => problemIn(block, role)).find((it) => it !== undefined)
    if (problem !== undefined) return problem
    read.push({ role, content: known })
  }
  return unbalanced(read) ?? read
}

function problemIn(block: JsonObject, role: string): string | undefined {
  const { type, text, data, mimeType, id, name, input, toolUseId, content } = block
  if (type === 'text') return typeof text === 'string' ? undefined : words.emptyText
  if (type === 'audio') return words.noAudio
  if (type === 'image') {
    if (role !== 'user') return words.imageRole
    return typeof data === 'string' && typeof mimeType === 'string' ? undefined : words.badImage
  }
  if (type === 'tool_use') {
    if (role !== 'assistant') return words.callRole
    const isSound = typeof id === 'string' && id !== '' && typeof name === 'string' && isObject(input)
    return isSound ? undefined : words.badCall
  }
  if (type !== 'tool_result') return words.unknownContent
  if (role !== 'user') return words.resultRole
  return typeof toolUseId === 'string' && Array.isArray(content) ? undefined : words.badResult
}

/** The IDs of the calls in these blocks, or of the answered ones. */
const idsOf = ({ content }: SampledMessage, type: 'tool_use' | 'tool_result'): JsonValue[] =>
  content.flatMap((block) =>
    isObject(block) && block['type'] === type ? (block[type === 'tool_use' ? 'id' : 'toolUseId'] ?? []) : [],
  )

function unbalanced(messages: SampledMessage[]): string | undefined {
  let open: JsonValue[] = []
  for (const message of messages) {
    const results = idsOf(message, 'tool_result')
    if (results.length > 0 && results.length < message.content.length) return words.mixedResults
    const isAnswered = results.length === open.length && open.every((id) => results.includes(id))
    if (!isAnswered) return words.unanswered
    open = idsOf(message, 'tool_use')
    if (new Set(open).size < open.length) return words.sameId
  }
  return open.length === 0 ? undefined : words.openCalls
}

/** The messages as `Llm` accepts them; `choice` is the model. */
export const forModel = (messages: SampledMessage[], choice: ModelChoice): RequestMessage[] =>
  messages.map(({ role, content }) => {
    const blocks = content.filter((block) => isObject(block))
    return role === 'user'
      ? { role, content: blocks.map(partOf) }
      : {
          role,
          ...choice,
          blocks: blocks.map(({ type, text, id, name, input }) => blockOf({ type, text, id, name, input })),
        }
  })

const blockOf = ({ type, text, ...call }: Record<'type' | 'text' | 'id' | 'name' | 'input', JsonValue | undefined>) =>
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- what is undefined is left out when it is sent
  ({ type, ...(type === 'text' ? { text } : call) }) as JsonObject

function partOf(block: JsonObject): UserPart {
  const { type, text, data, toolUseId, content, isError } = block
  if (type === 'text' && typeof text === 'string') return { type, text }
  if (type === 'image' && typeof data === 'string') return { type, name: 'of the server', data }
  const call = typeof toolUseId === 'string' ? toolUseId : ''
  return { type: 'tool-result', call, content: Array.isArray(content) ? content : [], isError: isError === true }
}
