import { useEffect, useRef, type ReactNode } from 'react'
import { costOfTurns, tokensOfTurns } from '../../../shared/costs/costs.ts'
import type { Call, Turn } from '../../../shared/state/conversation.ts'
import { missesOf } from '../../content/file-ends.tsx'
import { costInWords } from '../../state/models/money.ts'
import { useHost } from '../../state/replica.ts'
import { href } from '../../state/routes.ts'
import { formatDuration, formatTime } from '../../strings/format/time.ts'
import { receiptFacts as words } from '../../strings/on-demand.ts'
import { Fact, FactList } from '../../ui/table/facts.tsx'
import { isForConversation } from '../call/why-allowed.tsx'
import { modelCalls, notRun, ran } from './receipt.ts'
import { TurnCost } from './turn-cost.tsx'

const thousands = new Intl.NumberFormat('en', { notation: 'compact', maximumFractionDigits: 1 })
const whole = new Intl.NumberFormat(undefined)
const { names } = words

/** Everything a turn's receipt knows: what its line says, and how its calls were decided, its tokens, cost and records. */
export function ReceiptFacts({ turn, model }: { turn: Turn; model: string | undefined }) {
  const models = useHost((state) => state.configured.settings.models)
  const cost = costInWords(costOfTurns([turn], models))
  const calls = modelCalls(turn)
  const byRule = decidedByRule(calls)
  const answers = [answersInWords(calls), forConversation(calls)].filter((word) => word !== '').join(' · ')
  const facts = useRef<HTMLDivElement>(null)
  // Most receipts are at the end of the view. Newer browsers return a promise here, which isn't a cleanup.
  useEffect(() => {
    facts.current?.scrollIntoView({ block: 'nearest' })
  }, [])
  return (
    <div ref={facts}>
      <FactList framed={false}>
        <Line name={names.model}>{model ?? words.noModel}</Line>
        <Line name={names.time}>{timeOf(turn)}</Line>
        <Line name={names.calls}>{callsOfReceipt(calls)}</Line>
        <Line name={names.files}>{filesOf(calls)}</Line>
        <Line name={names.answers}>
          {answers}
          {answers !== '' && byRule > 0 && ' · '}
          {byRule > 0 && <a href={href({ page: 'settings', part: 'approvals' })}>{words.byRule(byRule)}</a>}
        </Line>
        <Line name={names.tokens}>{tokensOf(turn)}</Line>
        <Line name={names.cost}>{cost && <TurnCost turn={turn} cost={cost} />}</Line>
        <Line name={names.log}>
          <a href={href({ page: 'audit', filter: { first: turn.firstSeq, last: turn.lastSeq } })}>{auditRange(turn)}</a>
        </Line>
      </FactList>
    </div>
  )
}

/** A fact, unless it says nothing. */
function Line({ name, children }: { name: string; children: ReactNode }) {
  const isEmpty = [children].flat().every((part) => part === '' || part === false)
  return isEmpty ? null : <Fact name={name}>{children}</Fact>
}

const timeOf = ({ startedAt, finishedAt }: Turn): string =>
  finishedAt === undefined ? '' : words.time(formatTime(finishedAt), formatDuration(finishedAt - startedAt))

/** How many calls were sent, how the others ended, and how many servers they are on. */
export function callsOfReceipt(calls: Call[]): string {
  if (calls.length === 0) return ''
  const servers = new Set(calls.flatMap(({ server }) => server ?? []))
  const ends = [words.ran(calls.filter(ran).length), ...notRun(calls.filter((call) => !ran(call)))].join(', ')
  return servers.size > 0 ? `${ends} · ${words.servers(servers.size)}` : ends
}

/** Files that became what their calls said, or if there are any, those that didn't. */
export function filesOf(calls: Call[]): string {
  const missed = calls.flatMap(missesOf).length
  if (missed > 0) return words.filesMissed(missed)
  const changed = calls.flatMap(({ fileEnds = [] }) => fileEnds.filter(({ end }) => end === 'as-proposed')).length
  return changed > 0 ? words.filesChanged(changed) : ''
}

/** How often the user answered, and for how many calls. */
export function answersInWords(calls: Call[]): string {
  const answers = calls.flatMap(({ answered }) => answered ?? [])
  const key = ({ seq, at }: { seq: number; at: number }): string => `${seq} ${at}`
  const all = new Set(answers.map(key))
  // Answers given together are one: their records follow one another, at one time.
  const times = answers.filter(({ seq, at }) => !all.has(key({ seq: seq - 1, at }))).length
  return times === 0 ? '' : words.answered(times, answers.length)
}

const forConversation = (calls: Call[]): string => {
  const count = calls.filter(({ clearedBy }) => isByConversation(clearedBy)).length
  return count === 0 ? '' : words.forConversation(count)
}

const isByConversation = (by: Call['clearedBy']): boolean =>
  by !== undefined && 'rule' in by && (!by.said || isForConversation(by.said))

/** How many calls a rule allowed or denied, apart from what the user allowed for the conversation. */
export const decidedByRule = (calls: Call[]): number =>
  calls.filter(
    ({ clearedBy, outcome }) =>
      (clearedBy !== undefined && 'rule' in clearedBy && !isByConversation(clearedBy)) ||
      (outcome?.status === 'denied' && outcome.rule !== undefined),
  ).length

/** Tokens of the turn's model, and of model requests for servers, as far as their servers reported them. */
export function tokensOf(turn: Turn): string {
  const { input, cached, output, answers, unknown } = tokensOfTurns([turn])
  if (answers === 0) return ''
  if (unknown === answers) return words.tokensUnknown
  const plain = words.tokens(tokens(input), tokens(output))
  const told = cached > 0 ? words.tokensCached(plain, tokens(cached)) : plain
  return unknown > 0 ? words.tokensPartly(told) : told
}

/** 7.3k and 10M: a small “m” would read as minutes. */
const tokens = (count: number): string => thousands.format(count).replace('K', 'k')

/** A turn's records in the audit. */
export const auditRange = ({ firstSeq, lastSeq }: Turn): string =>
  words.audit(firstSeq === lastSeq ? whole.format(firstSeq) : `${whole.format(firstSeq)}–${whole.format(lastSeq)}`)
