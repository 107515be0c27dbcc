import { canonical } from '../../../../shared/schema/canonical.ts'
import type { JsonObject, JsonValue } from '../../../../shared/schema/json.ts'
import { sha256 } from '../../base/hash.ts'

/** A server's lists (specification, server/utilities/pagination). */
export type ListMethod = 'tools/list' | 'prompts/list' | 'resources/list' | 'resources/templates/list'

/** The methods whose results come in pages (2025-11-25, pagination). */
export const listMethods: ReadonlySet<string> = new Set<ListMethod>([
  'tools/list',
  'prompts/list',
  'resources/list',
  'resources/templates/list',
])

/** Marks a list item whose content was removed because it exceeded a limit. */
export const cutMember = 'atrium/cut'

/** A list's item, and what is costly to compute of a definition. */
export type ListedItem = { item: JsonValue; weighed?: Weighed }

const definitionBytes = 256 * 1024

/** A definition's canonical text and its hash, unless it is too large. */
export type Weighed = { text: string; hash: string } | 'too-large'

/** Computes a definition's canonical text and hash, unless the text is too large to store. */
export function weigh(item: JsonObject): Weighed {
  const text = canonical(item)
  return Buffer.byteLength(text) > definitionBytes ? 'too-large' : { text, hash: sha256(text) }
}
