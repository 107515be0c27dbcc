import type { Question } from '../../../shared/asks/asks.ts'
import { valueAt } from '../../../shared/schema/pointer.ts'
import { originOf } from '../../../shared/text/hosts.ts'
import { isObject, type JsonValue } from '../../../shared/schema/json.ts'
import { folderOf, isAbsolute } from '../../../shared/text/paths.ts'
import { pointerTo } from '../../../shared/schema/pointer.ts'
import type { Condition, RuleDraft } from '../../../shared/rules/rules.ts'

/** An argument value that a rule can be limited by, and how. */
export type Place = { at: string; value: string | number | boolean; ways: Condition[] }

/** Max values with conditions in one rule. */
export const mostPlaces = 20

/** The bounds in a rule's schema. */
const longest = { pointer: 500, value: 2000, folder: 1000, host: 270 }

/** Top-level argument values, and deeper ones that `named` refers to; up to twenty. */
export function placesOf(input: JsonValue, named: readonly Condition[]): { places: Place[]; more: boolean } {
  const onTop = isObject(input) ? Object.keys(input).map((name) => pointerTo('', name)) : []
  const all = [...new Set([...named.map(({ at }) => at), ...onTop])].flatMap((at) => placeAt(input, at) ?? [])
  const order = (place: Place): number => (onTop.includes(place.at) ? onTop.indexOf(place.at) : onTop.length)
  const places = all.slice(0, mostPlaces).toSorted((a, b) => order(a) - order(b))
  return { places, more: all.length > mostPlaces }
}

function placeAt(input: JsonValue, at: string): Place | undefined {
  const value = valueAt(input, at)
  if (at.length > longest.pointer || !isChoosable(value)) return undefined
  const ways: Condition[] = []
  if (typeof value === 'string') {
    const folder = isAbsolute(value) ? (folderOf(value) ?? value) : undefined
    if (folder !== undefined && folder.length <= longest.folder) ways.push({ at, is: 'under', folder })
    const host = /^https?:/i.test(value) ? originOf(value) : undefined
    if (host !== undefined && host.length <= longest.host) ways.push({ at, is: 'host', hosts: [host] })
  }
  if (typeof value !== 'string' || value.length <= longest.value) ways.push({ at, is: 'one-of', values: [value] })
  return { at, value, ways }
}

const isChoosable = (value: JsonValue | undefined): value is Place['value'] =>
  typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'

/** The dialog's initial rule: limited to the folders and hosts of this call. */
export function beginning({ server, tool, definition }: Question<'approval'>, input: JsonValue): RuleDraft {
  const narrow = placesOf(input, []).places.flatMap(({ ways }) => ways.filter(({ is }) => is !== 'one-of').slice(0, 1))
  const rest = { destructive: false, flows: false }
  return { effect: 'allow', scope: 'always', server, tool, definition, conditions: narrow, ...rest }
}

/** The conditions, with this one replacing any on the same value. */
export const withCondition = (all: readonly Condition[], at: string, condition: Condition | undefined): Condition[] => [
  ...all.filter((it) => it.at !== at),
  ...(condition ? [condition] : []),
]

/** Whether the host would accept the conditions. */
export const isComplete = (conditions: readonly Condition[]): boolean =>
  conditions.every((condition) => condition.is !== 'under' || isAbsolute(condition.folder))
