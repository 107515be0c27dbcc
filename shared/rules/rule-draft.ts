import type { Question } from '../asks/asks.ts'
import { originOf } from '../text/hosts.ts'
import { isObject, type JsonValue } from '../schema/json.ts'
import { folderOf, isAbsolute } from '../text/paths.ts'
import { pointerTo, valueAt } from '../schema/pointer.ts'
import type { Condition, Rule, RuleDraft } from './rules.ts'
import { judge, mayDestroy, type Verdict } from './verdict.ts'

/** An argument value that a rule can be limited by, and how. */
export type ArgumentPlace = { at: string; value: string | number | boolean; ways: Condition[] }

/** Max values with conditions in one rule. */
export const mostPlaces = 20

/** The bounds in a rule's schema. */
const longest = { pointer: 500, value: 2000, folder: 1000, host: 270 }

/** Top-level argument values, and deeper ones that `named` refers to; up to twenty. */
export function argumentPlaces(
  input: JsonValue,
  named: readonly Condition[],
): { places: ArgumentPlace[]; more: boolean } {
  const onTop = isObject(input) ? Object.keys(input).map((name) => pointerTo('', name)) : []
  const all = [...new Set([...named.map(({ at }) => at), ...onTop])].flatMap((at) => placeAt(input, at) ?? [])
  const order = (place: ArgumentPlace): number => (onTop.includes(place.at) ? onTop.indexOf(place.at) : onTop.length)
  const places = all.slice(0, mostPlaces).toSorted((a, b) => order(a) - order(b))
  return { places, more: all.length > mostPlaces }
}

function placeAt(input: JsonValue, at: string): ArgumentPlace | undefined {
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

const isChoosable = (value: JsonValue | undefined): value is ArgumentPlace['value'] =>
  typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'

/** The dialog's initial rule: limited to the folders and hosts of this call. */
export function beginning(
  { server, tool, definition }: Pick<Question<'approval'>, 'server' | 'tool' | 'definition'>,
  input: JsonValue,
): RuleDraft {
  const narrow = argumentPlaces(input, []).places.flatMap(({ ways }) =>
    ways.filter(({ is }) => is !== 'one-of').slice(0, 1),
  )
  const rest = { destructive: false, flows: false }
  return { effect: 'allow', scope: 'always', server, tool, definition, conditions: narrow, ...rest }
}

/**
 * The rule that allowing a call for the rest of its conversation adds: every call to the tool, or if the tool may
 * destroy data, only those in this call's folders and at its hosts. Undefined if a tool that may destroy data would get
 * a rule without a condition.
 */
export function conversationRule(
  question: Pick<Question<'approval'>, 'server' | 'tool' | 'definition' | 'claims'>,
  input: JsonValue,
  conversation: string,
): RuleDraft | undefined {
  const draft: RuleDraft = { ...beginning(question, input), scope: { conversation } }
  if (!mayDestroy(question.claims)) return { ...draft, conditions: [] }
  return draft.conditions.length === 0 ? undefined : { ...draft, destructive: true }
}

/** The rules' verdict on a call if this rule were added. The call carries data if it isn't known not to. */
export function verdictWith(
  draft: RuleDraft,
  { question, conversation, input }: { question: Question<'approval'>; conversation: string; input: JsonValue },
  rules: readonly Rule[],
): Verdict {
  const call = { ...question, conversation, arguments: isObject(input) ? input : {} }
  const carries = question.flows === undefined || question.flows.length > 0
  return judge(call, [...rules, { ...draft, id: '', actor: '' }], carries)
}

/** The conditions, with this one replacing any on the same value. */
export const withCondition = (all: readonly Condition[], at: string, condition: Condition | undefined): Condition[] => [
  ...all.filter((it) => it.at !== at),
  ...(condition ? [condition] : []),
]

/** Whether the host would accept the conditions. */
export const isComplete = (conditions: readonly Condition[]): boolean =>
  conditions.every((condition) => condition.is !== 'under' || isAbsolute(condition.folder))
