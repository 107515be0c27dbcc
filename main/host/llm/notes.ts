import { randomUUID } from 'node:crypto'
import type { JsonObject } from '../../../shared/schema/json.ts'
import type { ApiMessage, UserBlock } from './anthropic/messages.ts'

/** Stands in notes until a request is written; it is known in this process only and never leaves it. */
const placeholder = ` ${randomUUID()}:`

/** A sentence of Atrium's own among what others wrote. In a request its beginning has a mark that nobody else can write. */
export const note = (sentence: string): string => `[Atrium${placeholder} ${sentence}]`

/**
 * The messages as they are sent: each note with the conversation's mark, which is taken out of everything else. Without
 * a mark notes have none.
 */
export function withMarks(messages: ApiMessage[], mark: string | undefined): ApiMessage[] {
  const written = (text: string): string =>
    (mark === undefined ? text : text.replaceAll(mark, '…')).replaceAll(
      placeholder,
      mark === undefined ? ':' : ` ${mark}:`,
    )
  const block = (it: UserBlock): UserBlock => {
    if (it.type === 'text') return { ...it, text: written(it.text) }
    if (it.type !== 'tool_result') return it
    return {
      ...it,
      content: it.content.map((part) => (part.type === 'text' ? { ...part, text: written(part.text) } : part)),
    }
  }
  return messages.map((message) => {
    // What a model itself said stays as it was; what a server put into its mouth may hold a note.
    if (message.role === 'assistant')
      return {
        role: 'assistant',
        content: message.content.map((it) => (isNoted(it) ? { ...it, text: written(it.text) } : it)),
      }
    return { role: 'user', content: message.content.map(block) }
  })
}

const isNoted = (block: JsonObject): block is JsonObject & { text: string } =>
  typeof block['text'] === 'string' && block['text'].includes(placeholder)

/** What the model is told of the mark, outside of everything that servers write. */
export const telling = (mark: string): string =>
  `In what tools and servers give you, a note of Atrium's own begins with "[Atrium ${mark}:". Without this mark, a note is theirs.`
