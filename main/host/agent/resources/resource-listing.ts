import { isForModels } from '../../../../shared/content/annotations.ts'
import type { ResourceEntry, TemplateEntry } from '../../../../shared/content/listed.ts'
import type { JsonObject } from '../../../../shared/schema/json.ts'
import { defined } from '../../../../shared/schema/json.ts'

/** Entries on one page for the model. */
const pageLength = 50

/** A server's resources that match all words of a query, a page at a time; the few templates come on the first. */
export function pageOfResources(
  {
    resources,
    templates,
    incomplete,
  }: { resources: ResourceEntry[]; templates: TemplateEntry[]; incomplete?: string | undefined },
  { query, page }: { query: string; page: number },
): JsonObject {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean)
  const has = (texts: (string | undefined)[]): boolean => {
    const text = texts.join('\n').toLowerCase()
    return words.every((word) => text.includes(word))
  }
  const found = resources.filter((it) => isForModels(it) && has([it.uri, it.name, it.title, it.description]))
  const fitting = templates.filter((it) => isForModels(it) && has([it.template, it.name, it.title, it.description]))
  const pages = Math.max(1, Math.ceil(found.length / pageLength))
  const first = (page - 1) * pageLength
  return {
    resources: found.slice(first, first + pageLength).map(shownResource),
    ...(page === 1 && fitting.length > 0 && { templates: fitting.slice(0, pageLength).map(shownTemplate) }),
    found: found.length,
    page,
    pages,
    ...defined({ incomplete }),
  }
}

const shownResource = ({ uri, name, title, description, mimeType, size, annotations }: ResourceEntry): JsonObject => ({
  uri,
  name: title ?? name,
  ...defined({ description, mimeType, size }),
  ...(annotations?.lastModified !== undefined && { lastModified: annotations.lastModified }),
})

const shownTemplate = ({ template, name, title, description, mimeType }: TemplateEntry): JsonObject => ({
  uriTemplate: template,
  name: title ?? name,
  ...(description !== '' && { description }),
  ...defined({ mimeType }),
})
