import type { ApiMessage, UserBlock } from '../request/blocks.ts'
import { defined, isObject, type JsonObject, type JsonValue } from '../../../../shared/schema/json.ts'
import { filesAfter } from '../api/refused-files.ts'
import { pdfName, pdfUrl } from '../openai/pdf-part.ts'
import { callIds, refusedTools, toolName, withLessons, type ApiDialect } from '../openai/dialects.ts'
import { filled } from '../request/api-messages.ts'
import { certainOutput, type RequestForm, type RequestParts } from '../request/prepare.ts'
import type { SentTool } from '../request/tools.ts'
import type { Lesson } from '../api/api.ts'
import { noteWords as texts } from '../model-words.ts'

/**
 * Requests as a server of the Chat Completions API takes them. Messages are made from known keys only: the strict
 * servers refuse any other, also those that they sent themselves.
 */
export function chatForm(usual: ApiDialect, lessons: readonly Lesson[] = []): RequestForm {
  const dialect = withLessons(usual, lessons)
  const { images, schema: level, description, mostTools: most } = dialect
  return {
    images: images.types,
    imageLimits: images,
    imagesInResults: false,
    unknownSight: dialect.assumesSight ? 'all' : 'none',
    mediaBytes: dialect.mediaBytes,
    ...filesAfter(lessons, dialect.carries.chat),
    sharesContext: true,
    wishes: (model) => ({ temperature: !dialect.fixedTemperature?.test(model), stops: 4, blankStops: true }),
    errorsInText: true,
    own: (block) => ownBlock(block, dialect),
    ids: callIds(dialect.ids),
    tools: { name: toolName, level, description, most, refused: refusedTools(lessons) },
    write: (parts) => write(parts, dialect),
  }
}

/**
 * Parts that a server of this API wants back unchanged, under the private key `wire` of a block. A `thinking` block
 * has the `field` that its text came in, or OpenRouter's `details`; a `tool_use` block has the call's `extra_content`
 * as `extra`.
 */
export type ReturnedParts = { type: 'chat'; field?: string; details?: JsonValue[]; extra?: JsonValue }

/** The parts that this API kept in a block; undefined if it kept none, or another API did. */
function keptIn({ wire }: JsonObject): ReturnedParts | undefined {
  if (!isObject(wire) || wire['type'] !== 'chat') return undefined
  const { field, details, extra } = wire
  return {
    type: 'chat',
    ...(typeof field === 'string' && { field }),
    ...(Array.isArray(details) && details.length > 0 && { details }),
    ...(isObject(extra) && { extra }),
  }
}

/** A model's own block as it goes back: calls and reasoning with what their server needs to know them again. */
function ownBlock(block: JsonObject, { reasoning }: ApiDialect): JsonObject | undefined {
  const { type = null } = block
  const wire = keptIn(block)
  if (type === 'text') return { type, text: block['text'] ?? '' }
  if (type === 'tool_use') return { type, ...(reasoning === 'extra_content' && wire?.extra && { wire }) }
  if (type !== 'thinking' || !wire) return undefined
  if (reasoning === 'reasoning_details') return wire.details && { type, wire }
  const isTaken = reasoning === 'reasoning_content' && wire.field === reasoning && filled(block['thinking'])
  return isTaken ? { type, thinking: block['thinking'] ?? '' } : undefined
}

function write(parts: RequestParts, dialect: ApiDialect): JsonObject {
  const { model, system, tools, messages, wishes } = parts
  const told = system.length > 0 ? [{ role: 'system', content: system.join('\n\n') }] : []
  return {
    model,
    messages: [...told, ...writeMessages(messages, dialect)],
    stream: true,
    ...(dialect.asksUsage && { stream_options: { include_usage: true } }),
    ...outputLimit(parts, dialect),
    ...(tools.length > 0 && {
      tools: tools.map((tool) => writeTool(tool, dialect)),
      ...(dialect.parallelCalls && { parallel_tool_calls: true }),
    }),
    ...defined({ reasoning_effort: dialect.effort, temperature: wishes.temperature, stop: wishes.stopSequences }),
    ...(dialect.forbidsStore && { store: false }),
    // Without an engine, OpenRouter may have a third party read the file, for money.
    ...(dialect.nativeFiles && hasFile(messages) && { plugins: [{ id: 'file-parser', pdf: { engine: 'native' } }] }),
    ...(dialect.cachesOnRequest?.test(model) === true && { cache_control: { type: 'ephemeral' } }),
  }
}

/**
 * The field that limits the answer. If the model's limit is unknown, a hosted server's own is better than a guess,
 * unless fewer tokens are wanted.
 */
function outputLimit({ output, limits }: RequestParts, { outputLimit: field, limitsUnknown }: ApiDialect): JsonObject {
  const isKnown = limits.outputTokens > 0 || limits.contextTokens > 0 || output < certainOutput
  return field !== undefined && (isKnown || limitsUnknown) ? { [field]: output } : {}
}

/** A schema for Google without properties is refused, so it stays out unless the server requires it. */
function writeTool(
  { name, description, schema }: SentTool,
  { schema: level, requiresProperties }: ApiDialect,
): JsonObject {
  const { properties } = schema
  const isEmpty = isObject(properties) && Object.keys(properties).length === 0
  const isSent = requiresProperties || level !== 'proto' || !isEmpty
  return { type: 'function', function: { name, description, ...(isSent && { parameters: schema }) } }
}

function writeMessages(messages: ApiMessage[], dialect: ApiDialect): JsonObject[] {
  const out: JsonObject[] = []
  let said: JsonObject[] = []
  for (const { role, content } of messages) {
    if (role === 'assistant') {
      const written = writeAnswer(content, dialect)
      if (!written) continue
      if (said.length > 0) out.push({ role: 'user', content: userContent(said) })
      said = []
      out.push(written)
      continue
    }
    out.push(...content.flatMap((block) => (block.type === 'tool_result' ? [writeResult(block)] : [])))
    const words = content.flatMap((block) => (block.type === 'tool_result' ? [] : [writePart(block)]))
    // Some servers refuse the user's words directly after results.
    if (words.length > 0 && dialect.bridgesResults && out.at(-1)?.['role'] === 'tool')
      out.push({ role: 'assistant', content: texts.bridge })
    said.push(...words)
  }
  if (said.length > 0) out.push({ role: 'user', content: userContent(said) })
  return out
}

const hasFile = (messages: ApiMessage[]): boolean =>
  messages.some(
    ({ role, content }) => role === 'user' && content.some((block) => block.type === 'file' && block.kind === 'pdf'),
  )

type Said = Exclude<UserBlock, { type: 'tool_result' }>

function writePart(block: Said): JsonObject {
  if (block.type === 'text') return { type: 'text', text: block.text }
  if (block.type === 'image')
    return { type: 'image_url', image_url: { url: `data:${block.source.media_type};base64,${block.source.data}` } }
  const { kind, name, data } = block
  if (kind === 'wav' || kind === 'mp3') return { type: 'input_audio', input_audio: { data, format: kind } }
  return { type: 'file', file: { filename: pdfName(name), file_data: pdfUrl(data) } }
}

const textsOf = (blocks: JsonObject[], key: string): string[] =>
  blocks.flatMap(({ [key]: text }) => (typeof text === 'string' ? [text] : []))

/** Text is one string: many servers and templates take parts only for images and files. */
const userContent = (parts: JsonObject[]): JsonValue =>
  parts.some(({ type }) => type !== 'text') ? parts : textsOf(parts, 'text').join('\n\n')

function writeResult({ tool_use_id: id, content }: Extract<UserBlock, { type: 'tool_result' }>): JsonObject {
  const text = content.flatMap((part) => (part.type === 'text' ? [part.text] : []))
  return { role: 'tool', tool_call_id: id, content: text.join('\n\n') }
}

/** A model's message; undefined if it has neither text nor calls, which servers refuse. */
function writeAnswer(blocks: JsonObject[], dialect: ApiDialect): JsonObject | undefined {
  const ofType = (type: string) => blocks.filter((block) => block['type'] === type)
  const text = textsOf(ofType('text'), 'text')
  const calls = ofType('tool_use')
  if (text.length === 0 && calls.length === 0) return undefined
  return {
    role: 'assistant',
    content: text.length > 0 ? text.join('\n\n') : dialect.besideCalls,
    ...reasoningOf(ofType('thinking'), dialect),
    ...(calls.length > 0 && { tool_calls: calls.map((call, at) => writeCall(call, at === 0, dialect)) }),
  }
}

function reasoningOf(thinking: JsonObject[], { reasoning, noReasoning }: ApiDialect): JsonObject {
  if (reasoning === 'reasoning_details') {
    const details = thinking.flatMap((block) => keptIn(block)?.details ?? [])
    return details.length > 0 ? { reasoning_details: details } : {}
  }
  if (reasoning !== 'reasoning_content') return {}
  const text = textsOf(thinking, 'thinking').join('') || noReasoning
  return text === undefined ? {} : { reasoning_content: text }
}

/** Documented for calls that another model made. */
const noSignature = { google: { thought_signature: 'skip_thought_signature_validator' } }

function writeCall(block: JsonObject, isFirst: boolean, { reasoning }: ApiDialect): JsonObject {
  const { id = '', name = '', input = {} } = block
  const extra = keptIn(block)?.extra ?? (isFirst ? noSignature : undefined)
  return {
    id,
    type: 'function',
    function: { name, arguments: JSON.stringify(input) },
    ...(reasoning === 'extra_content' && extra !== undefined && { extra_content: extra }),
  }
}
