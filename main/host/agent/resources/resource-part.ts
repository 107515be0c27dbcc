import { isForModels, priorityOf } from '../../../../shared/content/annotations.ts'
import { largestText, type ResourcePart } from '../../../../shared/content/attachments.ts'
import { isObject, type JsonObject, type JsonValue } from '../../../../shared/schema/json.ts'
import { findFile } from '../../llm/request/file-kinds.ts'
import { readImage } from '../../llm/request/images.ts'
import type { UserPart } from '../../llm/llm.ts'
import { note } from '../../llm/request/notes.ts'
import { plainText } from '../../llm/request/text.ts'
import { head } from '../../../../shared/text/clip.ts'
import { resourceModelWords as words } from './model-words.ts'

/**
 * A resource as the model sees it, with its server's name. `contents` are as the server returned them, and `mark`, a
 * value the server can't have known, says where they end.
 */
export function resourceSaid(part: ResourcePart, contents: JsonValue, mark: string): UserPart[] {
  const of = [word(part.name), word(part.uri), word(part.server)] as const
  const named = part.fetched ? words.page(...of) : words.resource(...of)
  const name = part.page === undefined ? named : words.appContext(word(part.page), word(part.server))
  const by = part.fetched ? words.thatSite : words.thatServer
  if (!isForModels(part)) return [{ type: 'text', text: note(words.peopleOnly(name)) }]
  const priority = priorityOf(part) ?? 0.5
  const items = Array.isArray(contents) ? contents.filter(isObject) : []
  if (items.length === 0) return [{ type: 'text', text: note(words.emptyResource(name)) }]
  return items.flatMap((item) => contentSaid(item, { name, by, mark, priority, fileName: part.name }))
}

type About = { name: string; by: string; mark: string; priority: number; fileName: string }

function contentSaid(item: JsonObject, { name, by, mark, priority, fileName }: About): UserPart[] {
  const { text, blob, mimeType } = item
  const kind = typeof mimeType === 'string' ? mimeType : words.unknownType
  if (typeof text === 'string') {
    const shown = head(text, largestText)
    const missing = text.length - shown.length
    const rest = missing === 0 ? '' : `${note(words.moreOfIt(missing.toLocaleString('en')))}\n`
    const begin = words.resourceBegins(name, by)
    return [{ type: 'attached', name, priority, text: `${begin}\n${mark}\n${shown}\n${mark}\n${rest}` }]
  }
  if (typeof blob !== 'string') return []
  if (readImage(blob))
    return [
      { type: 'text', text: words.image(name, by) },
      { type: 'image', name: head(name, 500), data: blob },
    ]
  const found = findFile(blob)
  if (found)
    return [
      { type: 'text', text: words.fileFrom(name, by) },
      { type: 'file', name: fileName, data: found.data },
    ]
  const bytes = Buffer.byteLength(blob, 'base64').toLocaleString('en')
  return [
    {
      type: 'text',
      text: note(words.bytes(name, word(kind), bytes)),
    },
  ]
}

/** A server's short text inside a sentence. */
const word = (value: string): string => JSON.stringify(plainText(value, 500))
