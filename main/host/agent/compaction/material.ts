import { isObject, type JsonObject, type JsonValue } from '../../../../shared/schema/json.ts'
import { head } from '../../../../shared/text/clip.ts'
import type { RequestMessage, ShownFile, UserPart } from '../../llm/llm.ts'
import { compactionModelWords as words } from './model-words.ts'

/** Max characters of one text, longest first: the first with which everything fits counts. */
const lengths = [20_000, 8000, 3000, 1000, 400, 150] as const

/** One thing that was said. */
type Said = { from: 'person' | 'model' | 'call' | 'result' | 'attachment'; name?: string; text: string }

/**
 * A conversation as lines of JSON, for a model that summarises it: every model accepts them, and no text in them can
 * pass for another. Up to `most` bytes: long texts are cut, then lines in the middle are left out.
 */
export function materialOf(messages: readonly RequestMessage[], most: number): string {
  const said = messages.flatMap(saidIn)
  for (const length of lengths) {
    const lines = said.map((one) => lineOf(one, length))
    if (bytesOf(lines) <= most) return lines.join('\n')
  }
  return withoutMiddle(
    said.map((one) => lineOf(one, lengths.at(-1))),
    most,
  )
}

const bytesOf = (lines: string[]): number => lines.reduce((sum, line) => sum + Buffer.byteLength(line) + 1, 0)

function lineOf({ text, ...said }: Said, length = 150): string {
  const kept = head(text, length)
  return JSON.stringify({ ...said, text: kept === text ? text : words.cut(kept, text.length - kept.length) })
}

/** Lines from the beginning and the end, in turn, as many as fit. */
function withoutMiddle(lines: string[], most: number): string {
  let room = most - 200
  let [first, last] = [0, lines.length]
  while (first < last) {
    const isFirst = first <= lines.length - last
    room -= Buffer.byteLength(lines[isFirst ? first : last - 1] ?? '') + 1
    if (room < 0) break
    if (isFirst) first++
    else last--
  }
  return [...lines.slice(0, first), JSON.stringify(words.leftOut(last - first)), ...lines.slice(last)].join('\n')
}

function saidIn(message: RequestMessage): Said[] {
  if (message.role === 'user') return message.content.flatMap(partSaid)
  return message.blocks.filter(isObject).flatMap((block): Said[] => {
    const { type, text, name, input = null } = block
    if (type === 'text' && typeof text === 'string') return [{ from: 'model', text }]
    if (type !== 'tool_use') return []
    return [{ from: 'call', name: typeof name === 'string' ? name : '', text: JSON.stringify(input) }]
  })
}

function partSaid(part: UserPart): Said[] {
  switch (part.type) {
    case 'text':
      return [{ from: 'person', text: part.text }]
    case 'attached':
      return [{ from: 'attachment', name: part.name, text: part.text }]
    case 'image':
      return [{ from: 'attachment', name: part.name, text: '' }]
    case 'file':
      return [{ from: 'attachment', name: part.name, text: readIn(part) }]
    case 'tool-result':
    case 'shown-result':
      return [{ from: 'result', text: typeof part.content === 'string' ? part.content : textOf(part.content) }]
    default:
      return part satisfies never
  }
}

const readIn = ({ reading }: ShownFile): string =>
  reading && 'pages' in reading ? reading.pages.map(({ text }) => text).join('\n') : ''

const textOf = (content: JsonValue[]): string => content.filter(isObject).flatMap(textsOfBlock).join('\n')

function textsOfBlock({ text, uri, resource }: JsonObject): string[] {
  const inner = isObject(resource) ? [resource['uri'], resource['text']] : []
  return [text, uri, ...inner].filter((it) => typeof it === 'string')
}
