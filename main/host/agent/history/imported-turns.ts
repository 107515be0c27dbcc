import type { ImportOrigin } from '../../../../shared/events/import-events.ts'
import { isObject, type JsonObject, type JsonValue, type StoredValue } from '../../../../shared/schema/json.ts'
import { ownCalls } from '../../../../shared/state/call-fold.ts'
import type { Call, Turn } from '../../../../shared/state/conversation.ts'
import { head } from '../../../../shared/text/clip.ts'
import type { RequestMessage } from '../../llm/llm.ts'
import { note } from '../../llm/request/notes.ts'
import { modelWords as words } from './model-words.ts'

/** Max names in one note to a model. */
const mostNames = 20

const apps: Record<ImportOrigin, string> = { atrium: 'Atrium', chatgpt: 'ChatGPT', claude: 'Claude' }

const told = (sentence: string): RequestMessage => ({ role: 'user', content: [{ type: 'text', text: note(sentence) }] })

/** Tells the model where imported messages begin. */
export const importBegins = (from: ImportOrigin = 'atrium'): RequestMessage[] => [told(words.importBegins(apps[from]))]

/** Tells the model that what follows happened in Atrium. */
export const importEnds = (): RequestMessage[] => [told(words.importEnds)]

/**
 * The replies of an imported turn as plain text, which every API takes from any model. Calls are only named: a result
 * that Atrium didn't see arrive isn't given to a model as one.
 */
export function importedReplies(turn: Turn, read: (kept: StoredValue) => JsonValue): RequestMessage[] {
  const { messages, absent = [] } = turn
  return [
    ...(absent.length > 0 ? [told(words.attachmentsMissing(quoted(absent)))] : []),
    ...callsTold(ownCalls(turn)),
    ...messages.flatMap(({ model, calls, ...message }): RequestMessage[] => {
      const blocks = message.state === 'complete' ? textsIn(read(message.blocks)) : []
      const said: RequestMessage[] = blocks.length > 0 ? [{ role: 'assistant', endpoint: '', model, blocks }] : []
      return [...said, ...callsTold(calls)]
    }),
  ]
}

const textsIn = (blocks: JsonValue): JsonObject[] =>
  (Array.isArray(blocks) ? blocks : []).flatMap((block) => {
    const text = isObject(block) && block['type'] === 'text' ? block['text'] : undefined
    return typeof text === 'string' && text.trim() !== '' ? [{ type: 'text', text }] : []
  })

const callsTold = (calls: readonly Call[]): RequestMessage[] =>
  calls.length === 0 ? [] : [told(words.importedCalls(quoted(calls.map(({ tool }) => tool))))]

/** Names from the file: quoted and bounded. */
function quoted(names: readonly string[]): string {
  const shown = names.slice(0, mostNames).map((name) => JSON.stringify(head(name, 100)))
  const more = names.length - shown.length
  return more > 0 ? words.andMore(shown.join(', '), more) : shown.join(', ')
}
