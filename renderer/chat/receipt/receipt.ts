import { isTakenBack } from '../../../shared/changes/undo.ts'
import type { Call, Turn } from '../../../shared/state/conversation.ts'
import { costOfTurns } from '../../../shared/costs/costs.ts'
import type { Settings } from '../../../shared/config/settings.ts'
import { costInWords } from '../../state/models/money.ts'
import { isByRule } from '../call/why-allowed.tsx'
import { changes } from '../../strings/changes.ts'
import { chat } from '../../strings/chat.ts'
import { formatTime } from '../../strings/format/time.ts'

const words = chat.receipt

/** A cost in USD from which a receipt's line says it; the facts behind the line have every known cost. */
const notableUsd = 0.1

/**
 * A turn in one line, as its parts: the model, when it ended, its calls and how those ended that didn't run, and its cost
 * if it's notable.
 */
export function receiptLine(turn: Turn, models: Settings['models'], model?: string): string[] {
  const cost = costOfTurns([turn], models)
  return [
    model ?? '',
    turn.finishedAt === undefined ? '' : formatTime(turn.finishedAt),
    turn.origin === 'person' ? ownCallsInWords(turn) : callsInWords(modelCalls(turn)),
    cost.usd >= notableUsd ? costInWords(cost) : '',
  ].filter((word) => word !== '')
}

/** A turn's calls of its model. */
export const modelCalls = ({ messages }: Turn): Call[] => messages.flatMap(({ calls }) => calls)

/** Whether it was sent to its server. */
export const ran = ({ startedAt }: Call): boolean => startedAt !== undefined

const callsInWords = (calls: Call[]): string =>
  calls.length === 0
    ? ''
    : [words.calls(calls.length), ...byRule(calls), ...notRun(calls.filter((call) => !ran(call)))].join(', ')

function byRule(calls: Call[]): string[] {
  const count = calls.filter((call) => ran(call) && isByRule(call)).length
  return count === 0 ? [] : [chat.clearance.someByRule(count)]
}

function ownCallsInWords({ call, undoes }: Turn): string {
  if (undoes) return changes.undo.receipt(undoes.calls.filter(isTakenBack).length, undoes.calls.length)
  return call ? words.calls(1) : ''
}

/** How calls ended that weren't sent, if there are any. */
export function notRun(calls: Call[]): string[] {
  const denied = calls.filter(({ outcome }) => outcome?.status === 'denied').length
  const others = calls.length - denied
  return [...(denied > 0 ? [words.denied(denied)] : []), ...(others > 0 ? [words.notSent(others)] : [])]
}

/**
 * A sentence for a finished turn in which no call that may change anything was sent although the model requested one:
 * the model's text may claim otherwise. `onlyReads`: the server says so of the tool.
 */
export function unchangedIn(turn: Turn, onlyReads: (call: Call) => boolean): string | undefined {
  const calls = modelCalls(turn)
  const changing = calls.filter((call) => !onlyReads(call))
  if (turn.end !== 'done' || changing.length === 0 || changing.some(ran)) return undefined
  const [read] = calls.filter(ran)
  return words.unchanged(notRun(changing).join(', '), read !== undefined)
}

/**
 * The end of a turn's undos. `open`: one waits or runs. `done`: the last one took all back. `partly`: it took
 * back `count` of `of`. `round` counts the undos so far.
 */
type Undone =
  | { state: 'not'; round: number }
  | { state: 'open' }
  | { state: 'partly'; count: number; of: number; round: number }
  | { state: 'done'; count: number; at: number }

/** An undo has one call per change that was left to take back. */
export function undoneOf(turns: readonly Turn[], turn: string): Undone {
  const undos = turns.filter(({ undoes }) => undoes?.turn === turn)
  const last = undos.at(-1)
  if (last && last.end === undefined) return { state: 'open' }
  const taken = undos.map(({ undoes }) => undoes?.calls.filter(isTakenBack).length ?? 0)
  const count = taken.reduce((sum, each) => sum + each, 0)
  const round = undos.length
  if (!last || count === 0) return { state: 'not', round }
  const isAll = last.undoes?.calls.every(isTakenBack) === true
  const [latest = 0, of = 0] = [taken.at(-1), last.undoes?.calls.length]
  if (isAll) return { state: 'done', count, at: last.finishedAt ?? last.startedAt }
  return latest > 0 ? { state: 'partly', count: latest, of, round } : { state: 'not', round }
}
