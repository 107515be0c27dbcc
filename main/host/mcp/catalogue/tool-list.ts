import type { Claims } from '../../../../shared/asks/asks.ts'
import type { ToolEntry, ToolUser } from '../../../../shared/events/events.ts'
import { defined, isObject, type JsonObject } from '../../../../shared/schema/json.ts'
import { propertyOrders } from '../../../../shared/schema/property-order.ts'
import { argumentHeaderProblem } from '../protocol/argument-headers.ts'
import { type Definition, readDefinition, boundedText } from './definition.ts'
import { usualTools } from '../../../../shared/config/server-config.ts'
import type { ListKind } from './list-walk.ts'
import { catalogueWords as words } from './words.ts'

/**
 * `tools/list`. `copiesArguments`: whether the connection copies arguments into headers if a tool wants that; `most`:
 * the configured limit, if not the default.
 */
export const toolList = (
  copiesArguments: boolean,
  most: () => number | undefined = () => undefined,
): ListKind<Definition> => ({
  method: 'tools/list',
  member: 'tools',
  what: 'tools',
  get limits() {
    const items = most() ?? usualTools
    return { pages: Math.max(20, Math.ceil(items / 25)), items, bytes: 8 * 1024 * 1024 }
  },
  twice: words.sameTool,
  read: (item) =>
    readDefinition(item, {
      key: 'name',
      called: 'name',
      longest: 128,
      problem: (raw) => problemOf(raw, copiesArguments),
      entry: entryOf,
    }),
})

function problemOf({ inputSchema }: JsonObject, copiesArguments: boolean): string | undefined {
  if (!isObject(inputSchema)) return words.badInputSchema
  const header = copiesArguments ? argumentHeaderProblem(inputSchema) : undefined
  return header && words.badHeader(header)
}

function entryOf(name: string, raw: JsonObject, hash: string): ToolEntry {
  const annotations = isObject(raw['annotations']) ? raw['annotations'] : {}
  const title = boundedText(raw['title'], 200) ?? boundedText(annotations['title'], 200)
  const orders = propertyOrders(raw['inputSchema'])
  const visibleTo = visibilityOf(raw)
  const page = appOf(raw)
  return {
    name,
    ...defined({ title }),
    description: boundedText(raw['description'], 200) ?? '',
    hash,
    claims: claimsOf(raw),
    ...(orders && { orders }),
    ...(visibleTo && { visibleTo }),
    ...defined({ page }),
  }
}

/** Max characters of an app's URI. */
const longestUri = 2000

/**
 * The app for its results; undefined if it has none. The nested member wins over the older flat one, and an unusable
 * URI only makes it a tool without an app (MCP Apps 2026-01-26, Tool metadata).
 */
function appOf({ _meta: meta }: JsonObject): string | undefined {
  if (!isObject(meta)) return undefined
  const nested = isObject(meta['ui']) ? meta['ui']['resourceUri'] : undefined
  const uri = nested ?? meta['ui/resourceUri']
  return typeof uri === 'string' && uri.length <= longestUri && /^ui:\/\/[\x21-\x7e]+$/.test(uri) ? uri : undefined
}

/** The extension's words for users of a tool. */
const users: Record<string, ToolUser> = { model: 'model', app: 'page' }

/**
 * The users that `_meta.ui.visibility` names; undefined if it limits nothing. Unknown words are left out, and anything
 * but a list counts as absent (MCP Apps 2026-01-26, Visibility).
 */
function visibilityOf({ _meta: meta }: JsonObject): ToolUser[] | undefined {
  const ui = isObject(meta) ? meta['ui'] : undefined
  const visibility = isObject(ui) ? ui['visibility'] : undefined
  if (!Array.isArray(visibility)) return undefined
  const named = Object.entries(users).flatMap(([word, user]) => (visibility.includes(word) ? [user] : []))
  return named.length < Object.keys(users).length ? named : undefined
}

/** A tool's claims, with the specification's defaults (schema, ToolAnnotations). */
export function claimsOf({ annotations }: JsonObject): Claims {
  const claim = (hint: string, otherwise: boolean): boolean => {
    const value = isObject(annotations) ? annotations[hint] : undefined
    return typeof value === 'boolean' ? value : otherwise
  }
  return {
    readOnly: claim('readOnlyHint', false),
    destructive: claim('destructiveHint', true),
    idempotent: claim('idempotentHint', false),
    openWorld: claim('openWorldHint', true),
  }
}
