import { isObject, type JsonObject, type JsonValue } from '../schema/json.ts'
import { valueAt, withValueAt } from '../schema/pointer.ts'
import type { Effect } from './named-file.ts'

/** One replacement in a file's text, whatever its members are called. */
export type TextEdit = { old: string; next: string }

const oldNames = ['oldText', 'old_text', 'oldString', 'old_string']
const newNames = ['newText', 'new_text', 'newString', 'new_string']

/** A list of edits; undefined if any part of it isn't exactly an old and a new text. */
export function editsIn(value: JsonValue | undefined): TextEdit[] | undefined {
  if (!Array.isArray(value) || value.length === 0) return undefined
  const edits = value.flatMap((each): TextEdit[] => {
    if (!isObject(each) || Object.keys(each).length !== 2) return []
    const [old, next] = [memberOf(each, oldNames), memberOf(each, newNames)]
    return old === undefined || next === undefined ? [] : [{ old, next }]
  })
  return edits.length === value.length ? edits : undefined
}

function memberOf(object: JsonObject, names: string[]): string | undefined {
  const name = names.find((each) => Object.hasOwn(object, each))
  const value = name === undefined ? undefined : object[name]
  return typeof value === 'string' ? value : undefined
}

/**
 * The text a file has after the call, if the arguments say it exactly. `before` is its text now; undefined if there is
 * none. An edit counts only if its old text occurs exactly once, and its new text is part of the end result: everything
 * else is up to the server.
 */
export function proposedText(before: string | undefined, effect: Effect, input: JsonValue): string | undefined {
  const value = valueAt(input, effect.at)
  if (effect.kind === 'text') return typeof value === 'string' ? value : undefined
  const edits = editsIn(value)
  // Servers differ in what they make of other line ends.
  if (!edits || before === undefined || before.includes('\r')) return undefined
  let text = before
  for (const { old, next } of edits) {
    const at = old === '' || old === next || next.includes('\r') ? -1 : text.indexOf(old)
    if (at < 0 || text.includes(old, at + 1)) return undefined
    text = text.slice(0, at) + next + text.slice(at + old.length)
  }
  return edits.every(({ next }) => text.includes(next)) ? text : undefined
}

/** A call's change of a file, as its arguments say it. */
export type SaidChange = { effect: Effect; input: JsonObject }

/**
 * The arguments that give a file its text from before these calls back, as a call to the same tool as the one at `by`.
 * Undefined if Atrium can't know any: one call must write the whole text, or all edits must be reversible one by one.
 */
export function undoing(
  before: string,
  changes: readonly SaidChange[],
): { by: number; arguments: JsonObject } | undefined {
  const writer = changes.findLastIndex(({ effect }) => effect.kind === 'text')
  const by = writer === -1 ? changes.length - 1 : writer
  const one = changes[by]
  if (!one) return undefined
  const edits = changes.toReversed().flatMap(({ effect, input }) => {
    const given = valueAt(input, effect.at)
    return Array.isArray(given) ? given.map(swapped).toReversed() : []
  })
  const undone = withValueAt(one.input, one.effect.at, writer === -1 ? edits : before)
  if (!isObject(undone)) return undefined
  const after = changes.reduce<string | undefined>(
    (text, { effect, input }) => proposedText(text, effect, input),
    before,
  )
  return proposedText(after, one.effect, undone) === before ? { by, arguments: undone } : undefined
}

/** An edit with its two texts exchanged. */
function swapped(edit: JsonValue): JsonValue {
  if (!isObject(edit)) return edit
  const [[one, first] = ['', null], [other, second] = ['', null]] = Object.entries(edit)
  return { [one]: second, [other]: first }
}
