import { defined, isObject, type JsonObject, type JsonValue } from '../../../../shared/schema/json.ts'
import { widestImage } from '../../../../shared/content/attachments.ts'
import { readable } from '../../../../shared/content/embedded.ts'
import type { FileBlock, ImageBlock, ResultBlock, PartBlock, TextBlock } from './blocks.ts'
import { findFile, secondsOf } from './file-kinds.ts'
import { readImage } from './images.ts'
import { note } from './notes.ts'
import type { FileOutcome } from '../../../../shared/content/extracted.ts'
import type { ModelRequest, ShownFile, ShownImage, ShownResult, ToolResult } from '../llm.ts'
import { formsOf, shownAs } from './shown-files.ts'
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

/** The readings of files in results. */
export type FileReadings = Pick<ModelRequest, 'readingOf'>

/** Where a part of a result comes from. */
type Source = FileReadings & { isError: boolean }

/**
 * One result as the API accepts it: only text, valid images and files, only text in an error, never empty, never too
 * long.
 */
export function mapResult(
  id: string,
  result: ToolResult,
  { errorsInText = false, readingOf }: FileReadings & { errorsInText?: boolean } = {},
): ResultBlock {
  const given = typeof result.content === 'string' ? [{ type: 'text', text: result.content }] : result.content
  const content = mapContents(given, { isError: result.isError, readingOf })
  return {
    type: 'tool_result',
    tool_use_id: id,
    ...(result.isError ? { is_error: true } : {}),
    content: result.isError && errorsInText ? [notShown(words.failed), ...content] : content,
  }
}

/** The result of a call by the user, as part of a user message. */
export const mapShown = ({ content, isError }: ShownResult, { readingOf }: FileReadings = {}): PartBlock[] =>
  mapContents(content, { isError, readingOf })

/** The user's image, after a line with its name. */
export const mapOwnImage = ({ name, data }: ShownImage): (TextBlock | ImageBlock)[] => [
  { type: 'text', text: words.attached(word(name)) },
  mapImage({ data }, false),
]

/** The user's file. */
export function mapOwnFile(
  { name, data, reading: given, form, pictures }: ShownFile,
  { readingOf }: FileReadings = {},
): PartBlock {
  const found = findFile(data)
  const reading = given ?? (found && readingOf?.(found.data))
  const length =
    reading && 'pages' in reading && reading.pages.length > 0
      ? words.pages(reading.pages.length)
      : lengthOf(found, reading)
  const about = words.file(word(name), length, bytesOf(data))
  if (!found) return notShown(words.fileBytes(about))
  const { kind, data: canonical } = found
  return { type: 'file', name: fileName(name), kind, data: canonical, about, reading, form, pictures }
}

/** The last part of a path or URI as a plain file name. */
const fileName = (given: string): string =>
  plainText(given.split(/[/\\]/).findLast((it) => it !== '') ?? '', 100) || 'file'

/** A sound's length, if it is known. */
function lengthOf(found: ReturnType<typeof findFile>, reading: FileOutcome | undefined): string {
  const seconds = reading?.outcome === 'audio' ? reading.seconds : found && secondsOf(found)
  return seconds === undefined ? '' : words.seconds(seconds)
}

function mapContents(given: JsonValue[], source: Source): PartBlock[] {
  const blocks = given.slice(0, mostBlocks).flatMap((block) => mapContent(block, source))
  if (given.length > mostBlocks) blocks.push(notShown(words.moreBlocks(given.length - mostBlocks)))
  const content = shorten(blocks)
  return content.length > 0 ? content : [notShown(words.noContent)]
}

function mapContent(given: JsonValue, source: Source): PartBlock[] {
  const block = readable(given)
  if (!isObject(block)) return [notShown(words.unreadableBlock)]
  switch (block['type']) {
    case 'text':
      return typeof block['text'] === 'string' ? text(block['text']) : [notShown(words.noText)]
    case 'image':
      return [mapImage(block, source.isError)]
    case 'audio':
      return [mapAudio(block, source)]
    case 'resource_link':
      return [notShown(words.link(word(block['uri']), titled(block)))]
    case 'resource':
      return mapResource(block['resource'], source)
    default:
      return [notShown(words.unknownBlock(word(block['type'])))]
  }
}

/** A sound counts as what it is; what isn't one that some model hears becomes a line. */
function mapAudio({ data, mimeType }: JsonObject, { isError, readingOf }: Source): TextBlock | FileBlock {
  const found = typeof data === 'string' ? findFile(data) : undefined
  const reading = found && readingOf?.(found.data)
  const about = words.audio(word(mimeType), lengthOf(found, reading), bytesOf(data))
  if (isError) return notShown(words.audioInError(about))
  if (found?.kind !== 'wav' && found?.kind !== 'mp3') return notShown(words.unheard(about))
  return { type: 'file', name: `audio.${found.kind}`, kind: found.kind, data: found.data, about, reading }
}

/** An image as the API accepts it; a line about any other. */
export function mapImage({ data, mimeType }: JsonObject, isError: boolean): TextBlock | ImageBlock {
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

/** An error contains no file, only its text. */
const nothingElse = { carries: { documents: false, audio: false } }
const errorRoom = () => ({ bytes: 0, pages: 0, text: longestResult })

/** Bytes count as what they are, whatever type their server claims. */
function mapResource(resource: JsonValue | undefined, { isError, readingOf }: Source): PartBlock[] {
  if (!isObject(resource)) return [notShown(words.unreadableResource)]
  const name = words.resource(word(resource['uri']), word(resource['mimeType']))
  if (typeof resource['text'] === 'string') return [notShown(words.resourceFollows(name)), ...text(resource['text'])]
  const { blob, mimeType } = resource
  if (typeof blob === 'string' && readImage(blob))
    return [notShown(words.resourceFollows(name)), mapImage({ data: blob, ...defined({ mimeType }) }, isError)]
  const about = words.resourceOf(name, bytesOf(blob))
  const found = typeof blob === 'string' ? findFile(blob) : undefined
  if (!found) return [notShown(words.fileBytes(about))]
  const { kind, data } = found
  const { uri } = resource
  const reading = readingOf?.(data)
  if (kind === 'other' && !reading) return [notShown(words.fileBytes(about))]
  const file: FileBlock = {
    type: 'file',
    name: fileName(typeof uri === 'string' ? uri : ''),
    kind,
    data,
    about,
    reading,
  }
  // Only text can stand in an error.
  return isError ? shownAs(file, formsOf(file, { contextTokens: 0 }, nothingElse), errorRoom()).blocks : [file]
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
function shorten(blocks: PartBlock[]): PartBlock[] {
  let room = longestResult
  let missing = 0
  const kept = blocks.flatMap((block): PartBlock[] => {
    if (block.type !== 'text') return [block]
    const shown = head(block.text, room)
    room -= shown.length
    missing += block.text.length - shown.length
    return text(shown)
  })
  return missing === 0 ? kept : [...kept, notShown(words.cut(missing))]
}
