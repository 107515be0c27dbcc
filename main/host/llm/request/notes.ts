import { randomUUID } from 'node:crypto'
import type { JsonObject } from '../../../../shared/schema/json.ts'
import type { ApiMessage, UserBlock } from './blocks.ts'
import { noteWords as words } from '../model-words.ts'

/** Marks notes until a request is written; known in this process only, which it never leaves. */
const placeholder = ` ${randomUUID()}:`

/** Atrium's own sentence among others' text. In a request it begins with a mark that only Atrium can write. */
export const note = (sentence: string): string => `[Atrium${placeholder} ${sentence}]`

/**
 * The messages as sent: each note with the conversation's mark, which is removed from everything else. Without a mark,
 * notes have none.
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
    // The model's own words stay unchanged; what a server attributed to it can contain a note.
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

/** Explains the mark to the model, outside of all server text. */
export const telling = (mark: string): string => words.mark(mark)
