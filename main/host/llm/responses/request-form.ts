import { defined, isObject, type JsonObject } from '../../../../shared/schema/json.ts'
import { filesAfter } from '../api/refused-files.ts'
import { pdfName, pdfUrl } from '../openai/pdf-part.ts'
import { callIds, refusedTools, toolName, withLessons, type ApiDialect } from '../openai/dialects.ts'
import { filled } from '../request/api-messages.ts'
import { certainOutput, type RequestForm, type RequestParts } from '../request/prepare.ts'
import type { ResultBlock, PartBlock, ApiMessage, UserBlock } from '../request/blocks.ts'
import type { Lesson } from '../api/api.ts'

/** Reasoning as the API gave it, which only the same model can read. */
type Reasoning = JsonObject & { type: 'reasoning'; id: string }

/** Facts about a model's reasoning. */
export type KnownReasoning = {
  /** Whether it reasons; a model that doesn't refuses every field about it. */
  reasons: boolean | undefined
  /** Whether this account gets summaries of it. */
  summaries: boolean
  /** Items that were refused, by ID. */
  refused: ReadonlySet<string>
}

/** The API refuses a smaller limit. */
const leastOutput = 16

/**
 * Requests as the Responses API takes them, without anything kept there: the whole conversation each time, with the
 * model's encrypted reasoning.
 */
export function responsesForm(usual: ApiDialect, lessons: readonly Lesson[], known: KnownReasoning): RequestForm {
  const dialect = withLessons(usual, lessons)
  const { images, schema: level, description, mostTools: most } = dialect
  return {
    images: images.types,
    imageLimits: images,
    imagesInResults: true,
    unknownSight: dialect.assumesSight ? 'all' : 'none',
    mediaBytes: dialect.mediaBytes,
    ...filesAfter(lessons, dialect.carries.responses),
    sharesContext: true,
    wishes: (model) => ({
      temperature: known.reasons !== true && !dialect.fixedTemperature?.test(model),
      stops: 0,
      blankStops: true,
    }),
    errorsInText: true,
    own: (block) => ownBlock(block, known),
    ids: callIds(/^[\w.:-]{1,64}$/),
    tools: { name: toolName, level, description, most, refused: refusedTools(lessons) },
    write: (parts) => write(parts, known),
  }
}

/** The reasoning that a block has kept for this API, from known keys only: the API refuses any other. */
export function reasoningIn({ wire }: JsonObject): Reasoning | undefined {
  const item = isObject(wire) && wire['type'] === 'responses' ? wire['item'] : undefined
  if (!isObject(item)) return undefined
  const { id, encrypted_content, summary } = item
  if (!filled(id) || !filled(encrypted_content) || !Array.isArray(summary)) return undefined
  const parts = summary.flatMap((part) =>
    isObject(part) && typeof part['text'] === 'string' ? [{ type: 'summary_text', text: part['text'] }] : [],
  )
  return { type: 'reasoning', id, summary: parts, encrypted_content }
}

/** Newer models say whether a text is a comment or the answer, and want that back. */
function phaseIn({ wire }: JsonObject): string | undefined {
  const phase = isObject(wire) && wire['type'] === 'responses' ? wire['phase'] : undefined
  return filled(phase) ? phase : undefined
}

/** A model's own block as it goes back: reasoning only with its encrypted content, which the API asks for. */
function ownBlock(block: JsonObject, { refused, reasons }: KnownReasoning): JsonObject | undefined {
  const { type = null, text = '', wire = null } = block
  switch (type) {
    case 'text':
      return { type, text, ...(phaseIn(block) !== undefined && { wire }) }
    case 'tool_use':
      return { type }
    case 'thinking': {
      const item = reasoningIn(block)
      return item && reasons !== false && !refused.has(item.id) ? { type, wire } : undefined
    }
    default:
      return undefined
  }
}

function write(parts: RequestParts, { reasons, summaries }: KnownReasoning): JsonObject {
  const { model, system, tools, messages, wishes } = parts
  return {
    model,
    ...(system.length > 0 && { instructions: system.join('\n\n') }),
    input: messages.flatMap(itemsOf),
    ...(tools.length > 0 && {
      // Without `strict`, the API tries to make each schema a strict one.
      tools: tools.map(({ name, description, schema }) => ({
        type: 'function',
        name,
        description,
        parameters: schema,
        strict: false,
      })),
    }),
    ...outputLimit(parts),
    ...defined({ temperature: wishes.temperature }),
    ...(reasons !== false && { include: ['reasoning.encrypted_content'] }),
    ...(reasons === true && summaries && { reasoning: { summary: 'auto' } }),
    store: false,
    stream: true,
  }
}

/**
 * The field that limits the answer. If the model's limit is unknown, the server's own is better than a guess, unless
 * fewer tokens are wanted.
 */
const outputLimit = ({ output, limits }: RequestParts): JsonObject =>
  limits.outputTokens > 0 || output < certainOutput ? { max_output_tokens: Math.max(leastOutput, output) } : {}

const itemsOf = (message: ApiMessage): JsonObject[] =>
  message.role === 'assistant' ? ownItems(message.content) : userItems(message.content)

/** Reasoning goes directly before what followed it; the API refuses it if nothing does. */
function ownItems(blocks: JsonObject[]): JsonObject[] {
  const items = blocks.map((block): JsonObject => {
    const { type, text = '', id = '', name = '', input = {} } = block
    if (type === 'tool_use') return { type: 'function_call', call_id: id, name, arguments: JSON.stringify(input) }
    const phase = phaseIn(block)
    const said = { type: 'message', role: 'assistant', content: text, ...defined({ phase }) }
    return type === 'thinking' ? (reasoningIn(block) ?? said) : said
  })
  return items.slice(0, items.findLastIndex(({ type }) => type !== 'reasoning') + 1)
}

function userItems(blocks: UserBlock[]): JsonObject[] {
  const said = blocks.flatMap((block) => (block.type === 'tool_result' ? [] : [writePart(block)]))
  return [
    ...blocks.flatMap((block) => (block.type === 'tool_result' ? [writeResult(block)] : [])),
    ...(said.length > 0 ? [{ type: 'message', role: 'user', content: said }] : []),
  ]
}

function writeResult({ tool_use_id: id, content }: ResultBlock): JsonObject {
  const [first] = content
  const isOneText = content.length === 1 && first?.type === 'text'
  return { type: 'function_call_output', call_id: id, output: isOneText ? first.text : content.map(writePart) }
}

function writePart(block: PartBlock): JsonObject {
  if (block.type === 'text') return { type: 'input_text', text: block.text }
  return block.type === 'image'
    ? { type: 'input_image', image_url: `data:${block.source.media_type};base64,${block.source.data}` }
    : { type: 'input_file', filename: pdfName(block.name), file_data: pdfUrl(block.data) }
}
