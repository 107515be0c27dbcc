import type { JsonValue } from '../../../../shared/schema/json.ts'
import { findFile } from '../../llm/request/file-kinds.ts'
import { readImage } from '../../llm/request/images.ts'
import { contentBytes, type SoundContent } from '../../mcp/results/resource-contents.ts'
import { head } from '../../../../shared/text/clip.ts'
import { resourceModelWords as words } from './model-words.ts'
import { defined } from '../../../../shared/schema/json.ts'

/** Max characters of one part that a model reads; an image or a file counts for this many. */
const partLength = 60_000
const imageLength = 20_000

type Piece = { block: JsonValue; length: number } | { note: string; length: number }

/** One part of what was read, as content blocks, with a remark; the problem if there is no such part. */
export function resourcePartOf(
  contents: SoundContent[],
  { uri, part }: { uri: string; part: number },
): { content: JsonValue[]; notes: string[] } | { problem: string } {
  const parts = packed(contents.flatMap(piecesOf))
  const wanted = parts[part - 1]
  if (!wanted) return { problem: words.noPart(JSON.stringify(uri), parts.length) }
  const notes = wanted.flatMap((piece) => ('note' in piece ? [piece.note] : []))
  if (parts.length > 1) {
    notes.push(words.part(part, parts.length))
  }
  return { content: wanted.flatMap((piece) => ('block' in piece ? [piece.block] : [])), notes }
}

function piecesOf({ uri, mimeType, ...content }: SoundContent): Piece[] {
  const about = { uri, ...defined({ mimeType }) }
  if ('text' in content)
    return sliced(content.text).map((text) => ({
      block: { type: 'resource', resource: { ...about, text } },
      length: text.length,
    }))
  const image = readImage(content.blob)
  if (image) return [{ block: { type: 'image', data: content.blob, mimeType: image.type }, length: imageLength }]
  const kind = findFile(content.blob)?.kind ?? 'other'
  if (kind !== 'other')
    return [{ block: { type: 'resource', resource: { ...about, blob: content.blob } }, length: imageLength }]
  const bytes = contentBytes(content).toLocaleString('en')
  const note = words.noText(JSON.stringify(uri), mimeType ?? words.unknownType, bytes)
  return [{ note, length: note.length }]
}

function sliced(text: string): string[] {
  const slices: string[] = []
  for (let at = 0; at === 0 || at < text.length; at += slices.at(-1)?.length || partLength)
    slices.push(head(text.slice(at, at + partLength + 1), partLength))
  return slices
}

/** The pieces as parts: as few as possible, in this order, at least one. */
function packed(pieces: Piece[]): Piece[][] {
  const parts: Piece[][] = [[]]
  let room = partLength
  for (const piece of pieces) {
    if (piece.length > room && parts.at(-1)?.length !== 0) {
      parts.push([])
      room = partLength
    }
    parts.at(-1)?.push(piece)
    room -= piece.length
  }
  return parts
}
