import type { MalformedItem } from '../../../../shared/events/offer-events.ts'
import { clip } from '../../../../shared/text/clip.ts'
import type { ToolEntry } from '../../../../shared/events/events.ts'
import { isObject, type JsonObject, type JsonValue } from '../../../../shared/schema/json.ts'
import type { Item } from './list-walk.ts'
import { cutMember, type ListedItem, weigh } from '../results/list-items.ts'
import { catalogueWords as words } from './words.ts'

/** One item as the server defined it: the raw object, its canonical text, that text's hash, and its list entry. */
export type Definition<E = ToolEntry> = { hash: string; raw: JsonObject; text: string; entry: E }

/** How definitions of one kind are read; `key` is the member that identifies them, `called` its name in sentences. */
type Reader<E> = {
  key: 'name' | 'uriTemplate'
  called: string
  longest: number
  /** Any other reason why a definition is unusable, as a sentence. */
  problem?: (raw: JsonObject) => string | undefined
  entry: (key: string, raw: JsonObject, hash: string) => E
}

/** Reads one raw definition. Tolerates odd names, but not ones that couldn't be displayed or told apart. */
export function readDefinition<E>(
  { item, weighed: known }: ListedItem,
  { key: member, called, longest, problem: problemOf, entry }: Reader<E>,
): Item<Definition<E>> | MalformedItem {
  if (!isObject(item)) return { name: words.nameless(called), problem: words.notObject }
  const { [member]: key, [cutMember]: isCut } = item
  if (typeof key !== 'string') {
    const isMissing = key === undefined || key === null
    const problem = isMissing ? words.missing(called) : words.notText(called)
    const name = isMissing ? nameIn(item, called) : clip(JSON.stringify(key), 128)
    return { name, problem: isCut === true ? cutAway : problem }
  }
  const problem = problemOfKey(key, called, longest)
  if (problem) return { name: clip(key, 128) || words.empty, problem }
  if (isCut === true) return { name: clip(key, 200), problem: cutAway }
  const weighed = known ?? weigh(item)
  if (weighed === 'too-large') return { name: clip(key, 200), problem: words.tooLarge }
  const other = problemOf?.(item)
  if (other !== undefined) return { name: clip(key, 200), problem: other }
  const { text, hash } = weighed
  return { key, size: text.length, value: { hash, raw: item, text, entry: entry(key, item, hash) } }
}

const cutAway = words.tooDeep

const nameIn = ({ name }: JsonObject, called: string): string =>
  typeof name === 'string' && name !== '' ? clip(name, 128) : words.nameless(called)

/** Why this text can't identify an item, in a sentence. */
export function problemOfKey(key: string, called: string, longest: number): string | undefined {
  if (key === '') return words.emptyKey(called)
  if (key.length > longest) return words.longKey(called, longest)
  if (/[\p{Cc}\p{Zl}\p{Zp}]/u.test(key)) return words.controlCharacters(called)
  if (!key.isWellFormed()) return words.badUnicode(called)
  if (key === '__proto__') return words.reserved(called)
  return undefined
}

/** A member as a text of up to this many characters; undefined if it isn't a text or is empty. */
export function boundedText(value: JsonValue | undefined, longest: number): string | undefined {
  return typeof value === 'string' && value.trim() !== '' ? clip(value, longest) : undefined
}
