import { readable } from '../../../shared/content/embedded.ts'
import { standsIn } from '../../../shared/content/result-part.ts'
import { isObject, type JsonObject, type JsonValue } from '../../../shared/schema/json.ts'
import { shown } from '../common/shown.ts'
import type { ListedTool } from './headless.ts'
import { terminalWords as words } from './words.ts'

/** A result's texts, and a line for each part without text. */
export function resultTexts(result: JsonObject): { texts: string[]; others: string[] } {
  const content = (Array.isArray(result['content']) ? result['content'] : []).map(readable)
  const parts = content.map((part) => ({ part, text: textOf(part) }))
  const texts = parts.flatMap(({ text }) => text ?? [])
  const others = parts.flatMap(({ part, text }) => (text === undefined ? [nameOf(part)] : []))
  const structured = result['structuredContent'] ?? undefined
  if (structured === undefined || standsIn(texts, structured)) return { texts, others }
  return { texts: [...texts.filter((text) => text !== ''), JSON.stringify(structured, undefined, 2)], others }
}

function textOf(part: JsonValue): string | undefined {
  if (!isObject(part)) return undefined
  const { type, text, resource, uri } = part
  if (type === 'text' && typeof text === 'string') return text
  if (type === 'resource' && isObject(resource) && typeof resource['text'] === 'string') return resource['text']
  return type === 'resource_link' && typeof uri === 'string' ? uri : undefined
}

/** A part that can't be printed, by its kind. */
function nameOf(part: JsonValue): string {
  if (!isObject(part)) return words.unknownContent
  const { type, mimeType, resource } = part
  const kind = isObject(resource) ? resource['mimeType'] : mimeType
  return [type, kind].filter((word) => typeof word === 'string').join(' ')
}

/** A text as it is printed: unchanged for a program, safe for a terminal, with a line end. */
export const printed = (text: string, isTerminal: boolean): string => {
  const safe = isTerminal ? shown(text) : text
  return safe.endsWith('\n') ? safe : `${safe}\n`
}

/** A line per tool: its name, a mark if it awaits review, its title and its description's first line. */
export function toolLines(tools: ListedTool[]): string {
  const names = tools.map(({ name, waits }) => (waits ? `${name} *` : name))
  const width = Math.min(40, Math.max(0, ...names.map(({ length }) => length)))
  return tools
    .map(({ title, description }, index) => {
      const line = description.trim().split('\n')[0] ?? ''
      const said = [title, line].filter(Boolean).join(': ')
      return `${(names[index] ?? '').padEnd(width)}  ${said}`.trimEnd()
    })
    .join('\n')
}
