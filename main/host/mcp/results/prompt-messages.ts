import { isObject, type JsonObject, type JsonValue } from '../../../../shared/schema/json.ts'
import { readable } from '../../../../shared/content/embedded.ts'
import type { PromptMessage } from '../../../../shared/content/listed.ts'
import { hashedText, type HashedText } from '../../base/hash.ts'
import { resultWords as words } from './words.ts'

/** Max messages of one prompt. */
const mostMessages = 200

/** The usable messages of a `prompts/get` result, and a sentence for each unusable one. */
export type ReadMessages = { messages: PromptMessage[]; problems: string[] } & HashedText

/** Reads messages one by one, so a bad one affects no others. Undefined if there is no list of them. */
export function readPromptMessages({ messages: given }: JsonObject): ReadMessages | undefined {
  if (!Array.isArray(given)) return undefined
  const problems: string[] = []
  const messages = given.slice(0, mostMessages).flatMap((raw, index): PromptMessage[] => {
    const read = readMessage(raw)
    if (typeof read !== 'string') return [read]
    problems.push(words.messageLeftOut(index + 1, read))
    return []
  })
  if (given.length > mostMessages) problems.push(words.firstMessages(mostMessages, given.length))
  return { messages, problems, ...hashedText(messages) }
}

/** The messages in an answer; those of a long one were read already. */
export const messagesIn = (answer: { result: JsonObject; messages?: ReadMessages }): ReadMessages | undefined =>
  answer.messages ?? readPromptMessages(answer.result)

function readMessage(raw: JsonValue): PromptMessage | string {
  if (!isObject(raw)) return words.message.notObject
  const { role, content } = raw
  if (role !== 'user' && role !== 'assistant') return words.message.role
  if (!isObject(content)) return words.message.contentNotObject
  const problem = problemOfContent(content)
  return problem ?? { role, content: readable(content) }
}

function problemOfContent(content: JsonObject): string | undefined {
  const lacks = (member: string): string | undefined =>
    typeof content[member] === 'string' ? undefined : words.message.notText(member)
  switch (content['type']) {
    case 'text':
      return lacks('text')
    case 'image':
    case 'audio':
      return lacks('data') ?? lacks('mimeType')
    case 'resource_link':
      return lacks('uri')
    case 'resource': {
      const { resource } = content
      if (!isObject(resource) || typeof resource['uri'] !== 'string') return words.message.noUri
      const holds = typeof resource['text'] === 'string' || typeof resource['blob'] === 'string'
      return holds ? undefined : words.message.emptyResource
    }
    default:
      return words.message.unknownKind
  }
}
