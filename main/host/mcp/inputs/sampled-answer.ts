import { isObject, type JsonObject, type JsonValue } from '../../../../shared/schema/json.ts'
import type { StopReason } from '../../../../shared/events/turn-events.ts'
import type { ModelAnswer } from '../../llm/llm.ts'
import { inputWords as words } from './words.ts'

/** The part of an answer a server can have: its text, and calls of the server's own tools. Thinking stays here. */
export function contentForServer({ blocks, calls }: ModelAnswer, tools: readonly { name: string }[]): JsonObject[] {
  const content = blocks.flatMap((block): JsonObject[] => {
    if (!isObject(block)) return []
    if (block['type'] === 'text' && typeof block['text'] === 'string') return [{ type: 'text', text: block['text'] }]
    const call = block['type'] === 'tool_use' ? calls.find(({ id }) => id === block['id']) : undefined
    if (!call || !('input' in call) || !tools.some(({ name }) => name === call.name)) return []
    return [{ type: 'tool_use', id: call.id, name: call.name, input: call.input }]
  })
  return content.some(({ type }) => type === 'tool_use') ? content : [{ type: 'text', text: textOf(content) }]
}

const textOf = (content: JsonValue[]): string =>
  content.map((block) => (isObject(block) && typeof block['text'] === 'string' ? block['text'] : '')).join('')

/** Finds an error in the user's edited answer: they can change its text, and remove parts. */
export function editProblem(edited: JsonValue[], content: JsonObject[]): string | undefined {
  const calls = content.filter(({ type }) => type === 'tool_use').map((call) => JSON.stringify(call))
  const isSound = edited.every(
    (block) =>
      isObject(block) &&
      (block['type'] === 'text'
        ? typeof block['text'] === 'string' && Object.keys(block).length === 2
        : calls.includes(JSON.stringify(block))),
  )
  return edited.length > 0 && isSound ? undefined : words.textOnly
}

/** The protocol's terms for why the model stopped (client/sampling). */
const stops: Partial<Record<StopReason, string>> = {
  'end-turn': 'endTurn',
  'stop-sequence': 'stopSequence',
  'max-tokens': 'maxTokens',
  'tool-use': 'toolUse',
}

/** The result of `sampling/createMessage`; a single block isn't put into a list (client/sampling). */
export const sampledResult = (model: string, content: JsonValue[], stop: StopReason): JsonObject => {
  const [only] = content
  return {
    role: 'assistant',
    model,
    content: content.length === 1 && only !== undefined ? only : content,
    stopReason: stops[stop] ?? stop,
  }
}
