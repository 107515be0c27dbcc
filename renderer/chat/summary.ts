import { isObject, type JsonValue, type Kept } from '../../shared/json.ts'
import { strings } from '../strings/strings.ts'
import { head, plainLabel } from '../ui/hidden-characters.ts'
import { formatBytes } from '../ui/time.tsx'

const { callSummary, result: words } = strings.chat

const longest = 80

/** What a call is about, from its arguments: the first one that is short enough to say. */
export function argumentSummary(args: Kept): string {
  if ('blob' in args) return formatBytes(args.bytes)
  if (!isObject(args.json)) return ''
  for (const value of Object.values(args.json)) {
    if (typeof value === 'number' || typeof value === 'boolean') return String(value)
    if (typeof value === 'string' && value.trim() !== '') return shortened(value)
  }
  return ''
}

/** On one line and of a length that fits; hidden characters stay for whoever draws it. */
function shortened(text: string): string {
  const line = head(text, 4 * longest)
    .replace(/\s+/g, ' ')
    .trim()
  return line.length > longest ? `${head(line, longest)}…` : line
}

/** How much came back. Nothing of it is quoted: it is third-party text. */
export function resultSummary(result: Kept): string {
  if ('blob' in result) return formatBytes(result.bytes)
  const blocks = contentBlocks(result.json)
  const texts = blocks.flatMap((block) => (block.kind === 'text' ? [block.text] : []))
  const images = blocks.filter((block) => block.kind === 'image').length
  const others = blocks.length - texts.length - images
  const lines = texts.reduce((sum, text) => sum + text.trimEnd().split('\n').length, 0)
  return [
    lines > 1 && callSummary.lines(lines),
    images > 0 && callSummary.images(images),
    others > 0 && callSummary.otherParts(others),
    blocks.length === 0 && (structuredOf(result.json) === undefined ? callSummary.nothing : callSummary.structured),
  ]
    .filter(Boolean)
    .join(', ')
}

/** A part of a result. What is not understood keeps its JSON. */
export type ContentBlock =
  | { kind: 'text'; text: string }
  | { kind: 'image'; mediaType: string; data: string }
  | { kind: 'other'; what: string; json: JsonValue }

/** The content of a `tools/call` result (specification 2026-07-28, server/tools), each part read on its own. */
export function contentBlocks(result: JsonValue): ContentBlock[] {
  const content = isObject(result) ? result['content'] : undefined
  return Array.isArray(content) ? content.map(contentBlock) : []
}

function contentBlock(json: JsonValue): ContentBlock {
  if (!isObject(json)) return { kind: 'other', what: words.noBlock, json }
  const { type, text, data, mimeType } = json
  if (type === 'text' && typeof text === 'string') return { kind: 'text', text }
  if (type === 'image' && typeof data === 'string')
    return { kind: 'image', mediaType: typeof mimeType === 'string' ? mimeType : '', data }
  if (type === 'resource' && isObject(json['resource'])) return embedded(json['resource'], json)
  const link = typeof json['uri'] === 'string' ? words.linkTo(plainLabel(json['uri'], 200)) : words.link
  if (type === 'resource_link') return { kind: 'other', what: link, json }
  if (type === 'audio') return { kind: 'other', what: words.audio, json }
  return { kind: 'other', what: words.unknownPart(plainLabel(JSON.stringify(type ?? null), 40)), json }
}

function embedded(resource: { [key: string]: JsonValue }, json: JsonValue): ContentBlock {
  const uri = typeof resource['uri'] === 'string' ? plainLabel(resource['uri'], 200) : words.noUri
  if (typeof resource['text'] === 'string') return { kind: 'text', text: resource['text'] }
  return { kind: 'other', what: words.resource(uri), json }
}

/** `structuredContent`, where the server sent it. */
export const structuredOf = (result: JsonValue): JsonValue | undefined =>
  isObject(result) ? result['structuredContent'] : undefined
