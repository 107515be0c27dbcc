import { isTakenBack } from '../../../shared/changes/undo.ts'
import type { Call, Turn } from '../../../shared/state/conversation.ts'
import { costOfTurns, tokensOfTurns } from '../../../shared/costs/costs.ts'
import type { Settings } from '../../../shared/config/settings.ts'
import { missesOf } from '../../content/file-ends.tsx'
import { costInWords } from '../../state/models/money.ts'
import { changes } from '../../strings/changes.ts'
import { chat } from '../../strings/chat.ts'
import { formatDuration, formatTime } from '../../strings/format/time.ts'

const words = chat.receipt

const thousands = new Intl.NumberFormat('en', { notation: 'compact', maximumFractionDigits: 1 })
const whole = new Intl.NumberFormat(undefined)

/**
 * A turn in short, as its receipt's words: the model and when it ended, how its calls ended, how often the user was
 * asked, tokens and time; its cost only if the price is known.
 */
export function receiptOf(turn: Turn, models: Settings['models'], model?: string): string[] {
  if (turn.origin === 'person') return ownReceipt(turn, models)
  const calls = callsOf(turn)
  const servers = new Set(calls.map(({ server }) => server).filter((server) => server !== undefined))
  return [
    model ?? '',
    model === undefined || turn.finishedAt === undefined ? '' : formatTime(turn.finishedAt),
    ends(calls),
    filesIn(calls),
    servers.size > 0 ? words.servers(servers.size) : '',
    calls.length > 0 ? asked(calls) : '',
    used(turn),
    costInWords(costOfTurns([turn], models)),
    turn.finishedAt === undefined ? '' : formatDuration(turn.finishedAt - turn.startedAt),
  ].filter((word) => word !== '')
}

const callsOf = ({ messages }: Turn): Call[] => messages.flatMap(({ calls }) => calls)

const isDenied = ({ outcome }: Call): boolean => outcome?.status === 'denied'

/** Whether it was sent to its server. */
const ran = ({ startedAt }: Call): boolean => startedAt !== undefined

/** How many calls ran, how many of them without a question, and how the others ended. */
function ends(calls: Call[]): string {
  if (calls.length === 0) return words.noCalls
  const run = calls.filter(ran)
  const unasked = run.filter(({ clearedBy }) => clearedBy && 'rule' in clearedBy).length
  return [
    unasked > 0 ? words.ranByRule(run.length, unasked) : words.ran(run.length),
    ...notRun(calls.filter((call) => !ran(call))),
  ].join(', ')
}

/** Files that became what their calls said, or if there are any, those that didn't. */
function filesIn(calls: Call[]): string {
  const missed = calls.flatMap(missesOf).length
  if (missed > 0) return words.filesMissed(missed)
  const changed = calls.flatMap(({ fileEnds = [] }) => fileEnds.filter(({ end }) => end === 'as-proposed')).length
  return changed > 0 ? words.filesChanged(changed) : ''
}

function notRun(calls: Call[]): string[] {
  const denied = calls.filter(isDenied).length
  const others = calls.length - denied
  return [...(denied > 0 ? [words.denied(denied)] : []), ...(others > 0 ? [words.notSent(others)] : [])]
}

/**
 * A sentence for a finished turn in which no call that may change anything was sent although the model requested one:
 * the model's text may claim otherwise. `onlyReads`: the server says so of the tool.
 */
export function unchangedIn(turn: Turn, onlyReads: (call: Call) => boolean): string | undefined {
  const calls = callsOf(turn)
  const changing = calls.filter((call) => !onlyReads(call))
  if (turn.end !== 'done' || changing.length === 0 || changing.some(ran)) return undefined
  const [read] = calls.filter(ran)
  return words.unchanged(notRun(changing).join(', '), read !== undefined)
}

/** The user's own call: without a model there are no tokens, unless its server used one. */
const ownReceipt = (turn: Turn, models: Settings['models']): string[] =>
  [
    ownCallsInWords(turn),
    turn.sampled ? used(turn) : words.noModel,
    costInWords(costOfTurns([turn], models)),
    turn.finishedAt === undefined ? '' : formatDuration(turn.finishedAt - turn.startedAt),
  ].filter((word) => word !== '')

function ownCallsInWords({ call, undoes }: Turn): string {
  if (undoes) return changes.undo.receipt(undoes.calls.filter(isTakenBack).length, undoes.calls.length)
  return call ? words.ownCall : words.noCalls
}

/** Tokens of the turn's model, and of model requests for servers, as far as their servers reported them. */
function used(turn: Turn): string {
  const { input, cached, output, answers, unknown } = tokensOfTurns([turn])
  if (answers === 0) return ''
  if (unknown === answers) return words.tokensUnknown
  const plain = words.tokens(tokens(input), tokens(output))
  const told = cached > 0 ? words.tokensCached(plain, tokens(cached)) : plain
  return unknown > 0 ? words.tokensPartly(told) : told
}

/**
 * How often the user was asked, empty if that isn't known. Rules decide without asking. A call that was cancelled before
 * it was allowed may have been waiting for the user.
 */
function asked(calls: Call[]): string {
  const count = calls.filter(
    ({ clearedBy, outcome }) =>
      (clearedBy && 'person' in clearedBy) ||
      outcome?.status === 'expired' ||
      (outcome?.status === 'denied' && outcome.rule === undefined),
  ).length
  const mayHaveAsked = calls.some(({ clearedBy, outcome }) => !clearedBy && outcome?.status === 'cancelled')
  return count === 0 && mayHaveAsked ? '' : words.asked(count)
}

/** 7.3k and 10M: a small “m” would read as minutes. */
const tokens = (count: number): string => thousands.format(count).replace('K', 'k')

/** A turn's records in the audit. */
export const auditRange = ({ firstSeq, lastSeq }: Turn): string =>
  words.audit(firstSeq === lastSeq ? whole.format(firstSeq) : `${whole.format(firstSeq)}–${whole.format(lastSeq)}`)

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
