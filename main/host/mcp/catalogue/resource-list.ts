import { clip } from '../../../../shared/text/clip.ts'
import type { MalformedItem } from '../../../../shared/events/offer-events.ts'
import { defined, isObject, type JsonObject } from '../../../../shared/schema/json.ts'
import type { Annotations, ResourceEntry, TemplateEntry } from '../../../../shared/content/listed.ts'
import { type Definition, problemOfKey, readDefinition, boundedText } from './definition.ts'
import type { Item, ListKind } from './list-walk.ts'
import { cutMember, type ListedItem } from '../results/list-items.ts'
import { catalogueWords as words } from './words.ts'

/** Max characters of a URI or a template. */
const longestUri = 8192

/**
 * `resources/list`: resources are many and come and go, so they aren't definitions, and no model sees them unless it
 * asks.
 */
export const resourceList: ListKind<ResourceEntry> = {
  method: 'resources/list',
  member: 'resources',
  what: 'resources',
  limits: { pages: 1000, items: 20_000, bytes: 16 * 1024 * 1024 },
  twice: words.sameResource,
  read: readResource,
}

/** `resources/templates/list`. */
export const templateList: ListKind<Definition<TemplateEntry>> = {
  method: 'resources/templates/list',
  member: 'resourceTemplates',
  what: 'templates',
  limits: { pages: 100, items: 1000, bytes: 8 * 1024 * 1024 },
  twice: words.sameTemplate,
  read: (item) =>
    readDefinition(item, { key: 'uriTemplate', called: 'template', longest: longestUri, entry: templateEntry }),
}

function readResource({ item }: ListedItem): Item<ResourceEntry> | MalformedItem {
  if (!isObject(item)) return { name: words.nameless(words.uri), problem: words.notObject }
  const { uri, size, [cutMember]: isCut } = item
  const name = boundedText(item['name'], 200)
  if (isCut === true) return { name: name ?? words.nameless(words.name), problem: words.deepItem }
  if (typeof uri !== 'string') return { name: name ?? words.nameless(words.name), problem: words.noUri }
  const problem = problemOfKey(uri, 'address', longestUri)
  if (problem) return { name: clip(uri, 200) || name || '(empty)', problem }
  const description = boundedText(item['description'], 200)
  const value = {
    uri,
    name: name ?? clip(uri, 200),
    ...titleAndType(item),
    ...defined({ description }),
    ...(typeof size === 'number' && Number.isFinite(size) && size >= 0 && { size }),
    ...annotationsIn(item),
  }
  return { key: uri, size: JSON.stringify(value).length, value }
}

const templateEntry = (template: string, raw: JsonObject, hash: string): TemplateEntry => ({
  template,
  name: boundedText(raw['name'], 200) ?? clip(template, 200),
  ...titleAndType(raw),
  description: boundedText(raw['description'], 200) ?? '',
  hash,
  ...annotationsIn(raw),
})

function titleAndType(raw: JsonObject): Pick<ResourceEntry, 'title' | 'mimeType'> {
  const title = boundedText(raw['title'], 200)
  const mimeType = boundedText(raw['mimeType'], 100)
  return { ...defined({ title, mimeType }) }
}

/** The annotations with valid values; ignores others. */
function annotationsIn({ annotations: said }: JsonObject): { annotations?: Annotations } {
  if (!isObject(said)) return {}
  const { audience, priority, lastModified } = said
  const roles = Array.isArray(audience) ? audience.filter((it) => it === 'user' || it === 'assistant') : []
  const isTime =
    typeof lastModified === 'string' && lastModified.length <= 100 && !Number.isNaN(Date.parse(lastModified))
  const annotations: Annotations = {
    ...(roles.length > 0 && { audience: [...new Set(roles)] }),
    ...(typeof priority === 'number' && priority >= 0 && priority <= 1 && { priority }),
    ...(isTime && { lastModified }),
  }
  return Object.keys(annotations).length > 0 ? { annotations } : {}
}
