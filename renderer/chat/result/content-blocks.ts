import { isObject, type JsonObject, type JsonValue } from '../../../shared/schema/json.ts'
import type { ResourceContent } from '../../../shared/content/listed.ts'
import { readable } from '../../../shared/content/embedded.ts'
import { contentsOf } from '../../content/contents.ts'
import { partMarksOf, type Marks } from '../../content/server-marks.ts'
import { chat } from '../../strings/chat.ts'
import { plainLabel } from '../../../shared/text/hidden-characters.ts'

const words = chat.result

/** Results above this many bytes are read in parts. */
export const largeResult = 1_048_576

/** A `resource_link` of a result. All of it is third-party text; `size` is in bytes, as claimed. */
export type LinkedResource = {
  uri: string
  name: string
  title?: string | undefined
  description?: string | undefined
  mimeType?: string | undefined
  size?: number | undefined
}

/** A part of a result. Unknown types keep their JSON. */
export type ContentBlock = { marks: Marks } & (
  | { kind: 'text'; text: string }
  | { kind: 'image'; mediaType: string; data: string }
  | { kind: 'audio'; mediaType: string; data: string }
  | { kind: 'link'; link: LinkedResource }
  | { kind: 'resource'; content: ResourceContent }
  | { kind: 'other'; what: string; json: JsonValue }
)

/** The content of a `tools/call` result (specification 2026-07-28, server/tools), each part parsed separately. */
export function contentBlocks(result: JsonValue): ContentBlock[] {
  const content = isObject(result) ? result['content'] : undefined
  return Array.isArray(content) ? content.map((block) => contentBlock(readable(block))) : []
}

/** `structuredContent`, if the server sent it. */
export const structuredOf = (result: JsonValue): JsonValue | undefined =>
  isObject(result) ? (result['structuredContent'] ?? undefined) : undefined

function contentBlock(json: JsonValue): ContentBlock {
  if (!isObject(json)) return { kind: 'other', what: words.noBlock, json, marks: {} }
  const { type, text, data } = json
  const marks = partMarksOf(json)
  const mediaType = typeof json['mimeType'] === 'string' ? json['mimeType'] : ''
  if (type === 'text' && typeof text === 'string') return { kind: 'text', text, marks }
  if ((type === 'image' || type === 'audio') && typeof data === 'string') return { kind: type, mediaType, data, marks }
  if (type === 'resource_link' && typeof json['uri'] === 'string')
    return { kind: 'link', link: linkOf(json, json['uri']), marks }
  const [content] = type === 'resource' ? contentsOf([json['resource'] ?? null]) : []
  if (content) return { kind: 'resource', content, marks }
  return { kind: 'other', what: words.unknownPart(plainLabel(JSON.stringify(type ?? null), 40)), json, marks }
}

function linkOf(json: JsonObject, uri: string): LinkedResource {
  const text = (key: string): string | undefined => {
    const value = json[key]
    return typeof value === 'string' && value !== '' ? value : undefined
  }
  const { size } = json
  return {
    uri,
    name: text('name') ?? uri,
    title: text('title'),
    description: text('description'),
    mimeType: text('mimeType'),
    size: typeof size === 'number' && Number.isFinite(size) && size >= 0 ? size : undefined,
  }
}

type Cell = string | number | boolean | null
/** A list of flat objects; a row without a column has no cell there. */
export type Table = { columns: string[]; rows: Record<string, Cell | undefined>[] }

const mostColumns = 12

/** A list of flat objects as a table, also if it is an object's only member; undefined for anything else. */
export function tableOf(value: JsonValue): Table | undefined {
  const members = isObject(value) ? Object.values(value) : []
  const list = Array.isArray(value) ? value : members.length === 1 ? members[0] : undefined
  if (!Array.isArray(list) || list.length === 0) return undefined
  const columns = new Set<string>()
  const rows: Table['rows'] = []
  for (const row of list) {
    if (!isObject(row)) return undefined
    const cells = new Map<string, Cell>()
    for (const [key, cell] of Object.entries(row)) {
      if (typeof cell === 'object' && cell !== null) return undefined
      columns.add(key)
      cells.set(key, cell)
    }
    if (columns.size > mostColumns) return undefined
    rows.push(Object.fromEntries(cells))
  }
  return columns.size === 0 ? undefined : { columns: [...columns], rows }
}
