import { canonical } from '../../../../shared/schema/canonical.ts'
import type { JsonObject, JsonValue } from '../../../../shared/schema/json.ts'
import { sha256 } from '../../base/hash.ts'

/** Stands in an item of a list whose content was cut out because it passed a limit. */
export const cutMember = 'atrium/cut'

/** An item of a list, and what takes time to find out of a definition. */
export type ListedItem = { item: JsonValue; weighed?: Weighed }

const definitionBytes = 256 * 1024

/** The canonical text of a definition and its hash, where it is not too large to be one. */
export type Weighed = { text: string; hash: string } | 'too-large'

export function weigh(item: JsonObject): Weighed {
  const text = canonical(item)
  return Buffer.byteLength(text) > definitionBytes ? 'too-large' : { text, hash: sha256(text) }
}
