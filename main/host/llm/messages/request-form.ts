import type { Lesson } from '../api/api.ts'
import { filesAfter } from '../api/refused-files.ts'
import type { ApiMessage, UserBlock } from '../request/blocks.ts'
import { defined, type JsonObject, type JsonValue } from '../../../../shared/schema/json.ts'
import { filled } from '../request/api-messages.ts'
import type { RequestForm, RequestParts } from '../request/prepare.ts'
import type { Traits } from './profiles.ts'

const cached = { cache_control: { type: 'ephemeral' } } as const

/** IDs that begin like those of the provider's own tools can't be answered. */
const idPattern = /^(?!srvtoolu_)[a-zA-Z0-9_-]{1,200}$/

/**
 * Requests as the Messages API takes them, without what the server lacks. Prompt-cache marks go after the system
 * prompt, where the previous request ended, and (automatically) at the end.
 */
export const requestFormOf = (traits: Traits, lessons: readonly Lesson[] = []): RequestForm => ({
  ...filesAfter(lessons, traits.carries),
  images: traits.images,
  imagesInResults: traits.imagesInResults,
  unknownSight: traits.imagesInResults ? 'all' : 'own',
  sharesContext: traits.limits !== 'model',
  wishes: () => ({ temperature: traits.temperature, stops: Infinity, blankStops: false }),
  own: (block) => (traits.thinking ? ownBlock(block) : undefined),
  ids: { fits: (given) => idPattern.test(given), make: (count) => `call_${count}` },
  write: (parts) => write(parts, traits),
})

/**
 * A model's own block as it goes back, without what another API put there. Thinking is bound to the model that produced
 * it, and useless without its signature.
 */
function ownBlock({ wire: _other, ...block }: JsonObject): JsonObject | undefined {
  switch (block['type']) {
    case 'thinking':
      return typeof block['thinking'] === 'string' && filled(block['signature']) ? block : undefined
    case 'redacted_thinking':
      return filled(block['data']) ? block : undefined
    default:
      return filled(block['type']) ? block : undefined
  }
}

function write(parts: RequestParts, traits: Traits): JsonObject {
  const { model, output, limits, system, tools, messages, wishes } = parts
  return {
    model,
    max_tokens: output,
    stream: true,
    ...(traits.thinking && limits.adaptiveThinking ? { thinking: { type: 'adaptive', display: 'summarized' } } : {}),
    ...(tools.length > 0
      ? { tools: tools.map(({ name, description, schema }) => ({ name, description, input_schema: schema })) }
      : {}),
    ...(system.length > 0 ? { system: writeSystem(system, traits) } : {}),
    ...(traits.caching ? cached : {}),
    ...defined({ temperature: wishes.temperature, stop_sequences: wishes.stopSequences }),
    messages: withCacheMark(messages, traits),
  }
}

function writeSystem([text, ...told]: string[], { caching }: Traits): JsonValue {
  if (!caching) return [text ?? '', ...told].join('\n\n')
  return [{ type: 'text', text: text ?? '', ...cached }, ...told.map((it) => ({ type: 'text', text: it }))]
}

/** Marks where the previous request ended: the API looks back from the end over twenty blocks only. */
function withCacheMark(messages: ApiMessage[], { caching }: Traits): JsonValue[] {
  const previous = !caching
    ? -1
    : messages.findLastIndex((message, at) => message.role === 'user' && at < messages.length - 1)
  return messages.map((message, at): JsonObject => {
    const { role } = message
    const content = role === 'user' ? message.content.map(writeBlock) : message.content
    if (at !== previous) return { role, content: [...content] }
    return { role, content: content.map((block, i) => (i === content.length - 1 ? { ...block, ...cached } : block)) }
  })
}

function writeBlock(block: UserBlock): JsonObject {
  if (block.type === 'tool_result') return { ...block, content: block.content.map(writeBlock) }
  if (block.type !== 'file') return block
  return {
    type: 'document',
    source: { type: 'base64', media_type: 'application/pdf', data: block.data },
    title: block.name,
  }
}
