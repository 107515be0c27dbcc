import { defined, isObject, type JsonObject, type JsonValue } from '../../../../shared/schema/json.ts'
import { widestImage } from '../../../../shared/content/attachments.ts'
import { readable } from '../../../../shared/content/embedded.ts'
import type { ImageBlock, ResultBlock, TextBlock } from './blocks.ts'
import { readImage } from './images.ts'
import { note } from './notes.ts'
import type { ShownImage, ShownResult, ToolResult } from '../llm.ts'
import { plainText } from './text.ts'
import { canonicalBase64, sizeOfBase64 } from '../../../../shared/text/base64.ts'
import { head } from '../../../../shared/text/clip.ts'
import { noteWords as words } from '../model-words.ts'

/** Max characters of one result that a model gets; the user sees all of it. */
const longestResult = 200_000
const mostBlocks = 1000
/** The API's limit for one image, in characters of base64. */
const largestImage = 10 * 1024 * 1024

/** Atrium's sentence in place of what a model can't get. */
export const notShown = (what: string): TextBlock => ({ type: 'text', text: note(what) })

/** One result as the API accepts it: only text and valid images, only text in an error, never empty, never too long. */
export function mapResult(id: string, result: ToolResult, errorsInText = false): ResultBlock {
  const given = typeof result.content === 'string' ? [{ type: 'text', text: result.content }] : result.content
  const content = mapContents(given, result.isError)
  return {
    type: 'tool_result',
    tool_use_id: id,
    ...(result.isError ? { is_error: true } : {}),
    content: result.isError && errorsInText ? [notShown(words.failed), ...content] : content,
  }
}

/** The result of a call by the user, as part of a user message. */
export const mapShown = ({ content, isError }: ShownResult): (TextBlock | ImageBlock)[] => mapContents(content, isError)

/** The user's image, after a line with its name. */
export const mapOwnImage = ({ name, data }: ShownImage): (TextBlock | ImageBlock)[] => [
  { type: 'text', text: words.attached(word(name)) },
  mapImage({ data }, false),
]

function mapContents(given: JsonValue[], isError: boolean): (TextBlock | ImageBlock)[] {
  const blocks = given.slice(0, mostBlocks).flatMap((block) => mapContent(block, isError))
  if (given.length > mostBlocks) blocks.push(notShown(words.moreBlocks(given.length - mostBlocks)))
  const content = shorten(blocks)
  return content.length > 0 ? content : [notShown(words.noContent)]
}

function mapContent(given: JsonValue, isError: boolean): (TextBlock | ImageBlock)[] {
  const block = readable(given)
  if (!isObject(block)) return [notShown(words.unreadableBlock)]
  switch (block['type']) {
    case 'text':
      return typeof block['text'] === 'string' ? text(block['text']) : [notShown(words.noText)]
    case 'image':
      return [mapImage(block, isError)]
    case 'audio':
      return [notShown(words.audio(word(block['mimeType']), bytesOf(block['data'])))]
    case 'resource_link':
      return [notShown(words.link(word(block['uri']), titled(block)))]
    case 'resource':
      return mapResource(block['resource'], isError)
    default:
      return [notShown(words.unknownBlock(word(block['type'])))]
  }
}

function mapImage({ data, mimeType }: JsonObject, isError: boolean): TextBlock | ImageBlock {
  const about = words.image(word(mimeType), bytesOf(data))
  if (isError) return notShown(words.inError(about))
  if (typeof data !== 'string') return notShown(words.unreadable(about))
  const facts = readImage(data)
  if (!facts) return notShown(words.unreadable(about))
  if (facts.data.length > largestImage) return notShown(words.tooLarge(about))
  if (facts.width > widestImage || facts.height > widestImage)
    return notShown(words.tooWide(facts.width, facts.height, widestImage))
  return { type: 'image', source: { type: 'base64', media_type: facts.type, data: facts.data } }
}

/** Bytes count as what they are, whatever type their server claims. */
function mapResource(resource: JsonValue | undefined, isError: boolean): (TextBlock | ImageBlock)[] {
  if (!isObject(resource)) return [notShown(words.unreadableResource)]
  const name = words.resource(word(resource['uri']), word(resource['mimeType']))
  if (typeof resource['text'] === 'string') return [notShown(words.resourceFollows(name)), ...text(resource['text'])]
  const { blob, mimeType } = resource
  if (typeof blob === 'string' && readImage(blob))
    return [notShown(words.resourceFollows(name)), mapImage({ data: blob, ...defined({ mimeType }) }, isError)]
  return [notShown(words.resourceBytes(name, bytesOf(blob)))]
}

const text = (value: string): TextBlock[] => (value.trim() === '' ? [] : [{ type: 'text', text: value }])

/** A server's short value inside a sentence. */
const word = (value: JsonValue | undefined): string =>
  typeof value === 'string' && value !== '' ? JSON.stringify(plainText(value, 500)) : words.noName

const titled = (block: JsonObject): string =>
  typeof block['name'] === 'string' && block['name'] !== '' ? words.named(word(block['name'])) : ''

function bytesOf(data: JsonValue | undefined): string {
  if (typeof data !== 'string') return words.noData
  const canonical = canonicalBase64(data)
  return words.bytes(canonical === undefined ? Math.ceil((data.length * 3) / 4) : sizeOfBase64(canonical))
}

/** Cuts the text of all blocks together at the limit and says how much is missing. */
function shorten(blocks: (TextBlock | ImageBlock)[]): (TextBlock | ImageBlock)[] {
  let room = longestResult
  let missing = 0
  const kept = blocks.flatMap((block): (TextBlock | ImageBlock)[] => {
    if (block.type === 'image') return [block]
    const shown = head(block.text, room)
    room -= shown.length
    missing += block.text.length - shown.length
    return text(shown)
  })
  return missing === 0 ? kept : [...kept, notShown(words.cut(missing))]
}
