import type { FileEnd, NamedFile } from '../../../../shared/changes/named-file.ts'
import { proposedText, undoing, type SaidChange } from '../../../../shared/changes/proposed.ts'
import { hashOfFound, moveIn, type Expected, type LeftBecause, type UndoList } from '../../../../shared/changes/undo.ts'
import { isObject, type JsonObject } from '../../../../shared/schema/json.ts'
import { valueAt, withValueAt } from '../../../../shared/schema/pointer.ts'
import type { Call } from '../../../../shared/state/conversation.ts'
import { sha256 } from '../../base/hash.ts'
import type { Journal } from '../../journal/journal.ts'

/** One call's change of one file. */
export type Change = { call: Call; input: JsonObject; file: NamedFile; end: FileEnd }

/** A call, to the tool of `as`, that takes back what a turn did to a file. */
export type Undo = UndoList['files'][number] & { as: Call; arguments: JsonObject; files: Expected[] }

type Reading = Pick<Journal, 'read'>

/**
 * How a file's changes, in order, can be taken back. Undefined for a moved file's new path, because the old path covers
 * both.
 */
export function takingBack(
  path: string,
  changes: readonly Change[],
  { ofOthers, journal }: { ofOthers: ReadonlyMap<string, readonly Change[]>; journal: Reading },
): Undo | { path: string; why: LeftBecause } | undefined {
  const [first] = changes
  if (!first) return undefined
  if (changes.some(({ call }) => moveIn(call))) {
    const isOnly = first.call.files?.every((file) => ofOthers.get(file.path)?.length === 1) === true
    return isOnly ? movingBack(path, first) : { path, why: 'mixed' }
  }
  const { found } = first.file
  if (found.state === 'absent') return { path, why: 'new' }
  if (found.state !== 'text') return { path, why: 'unknown' }
  if (!found.text) return { path, why: found.redacted ? 'secret' : 'unknown' }
  const left = changes.map((change) => leftAs(change, journal))
  const isOneLine = changes.every(({ file }, index) => index === 0 || hashOfFound(file.found) === left[index - 1])
  if (!isOneLine) return { path, why: 'mixed' }
  const before = journal.read(found.text)
  const hash = left.at(-1)
  const back = typeof before === 'string' && hash !== undefined ? writingBack(before, changes) : undefined
  return back && hash !== undefined ? { path, ...back, files: [{ path, hash }] } : { path, why: 'unknown' }
}

function writingBack(before: string, changes: readonly Change[]): Pick<Undo, 'as' | 'arguments'> | undefined {
  const said = changes.flatMap(({ call, input, file: { effect }, end: { end } }) =>
    effect ? [{ call, end, said: { input, effect } satisfies SaidChange }] : [],
  )
  const isExact = said.length === changes.length && said.every(({ end }) => end === 'as-proposed')
  const writers = said.filter(({ said: { effect } }) => effect.kind === 'text')
  const usable = writers.length > 0 ? writers : isExact ? said : []
  const isOneTool = new Set(usable.map(({ call }) => [call.server, call.tool, call.definition].join(' '))).size === 1
  if (writers.length === 0 && !isOneTool) return undefined
  const back = undoing(
    before,
    usable.map((one) => one.said),
  )
  const as = back && usable[back.by]?.call
  return as && { as, arguments: back.arguments }
}

/** The SHA-256 of the file a change left; null: it left none. Undefined if Atrium can't tell. */
function leftAs({ input, file: { found, effect }, end: { end, now } }: Change, { read }: Reading) {
  if (end !== 'as-proposed') return now?.state === 'absent' ? null : hashOfFound(now)
  const text = found.state === 'text' && found.text ? read(found.text) : undefined
  const next = effect && proposedText(typeof text === 'string' ? text : undefined, effect, input)
  return next === undefined ? undefined : sha256(next)
}

/** A call that moved a file, with its two paths exchanged. */
function movingBack(path: string, { call, input }: Change): Undo | { path: string; why: LeftBecause } | undefined {
  const move = moveIn(call)
  if (!move || path !== move.from.path) return undefined
  const { from, to } = move
  const [origin, goal] = [valueAt(input, from.at), valueAt(input, to.at)]
  const hash = hashOfFound(from.found)
  if (origin === undefined || goal === undefined || hash === undefined) return { path, why: 'unknown' }
  const back = withValueAt(withValueAt(input, from.at, goal), to.at, origin)
  if (!isObject(back)) return { path, why: 'unknown' }
  const files = [
    { path, hash: null },
    { path: to.path, hash },
  ]
  return { path, to: to.path, as: call, arguments: back, files }
}
