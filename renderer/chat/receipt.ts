import type { Call, Turn } from '../../shared/conversation.ts'
import { costOfTurns } from '../../shared/prices.ts'
import type { Settings } from '../../shared/settings.ts'
import { costInWords } from '../models/money.ts'
import { formatCount, formatDuration } from '../ui/time.tsx'

const thousands = new Intl.NumberFormat('en', { notation: 'compact', maximumFractionDigits: 1 })
const whole = new Intl.NumberFormat(undefined)

/** What a turn came to, as the words of its receipt; what it cost only where the price is known. */
export function receiptOf(turn: Turn, models: Settings['models']): string[] {
  if (turn.origin === 'person') return ownReceipt(turn)
  const calls = turn.messages.flatMap((message) => message.calls)
  const servers = new Set(calls.map(({ server }) => server).filter((server) => server !== undefined))
  const usages = turn.messages.flatMap((message) => (message.state === 'complete' ? [message.usage] : []))
  const input = usages.reduce((sum, usage) => sum + usage.input + usage.cacheRead + usage.cacheWrite, 0)
  const output = usages.reduce((sum, usage) => sum + usage.output, 0)
  return [
    calls.length === 0 ? 'no calls' : formatCount(calls.length, 'call'),
    servers.size > 0 ? formatCount(servers.size, 'server') : '',
    calls.length > 0 ? asked(calls) : '',
    usages.length > 0 ? `${tokens(input)} in · ${tokens(output)} out` : '',
    costInWords(costOfTurns([turn], models)),
    turn.finishedAt === undefined ? '' : formatDuration(turn.finishedAt - turn.startedAt),
  ].filter((word) => word !== '')
}

/** A call of the person's own: no model, so no tokens and nothing asked. */
const ownReceipt = ({ call, startedAt, finishedAt }: Turn): string[] =>
  [
    call ? '1 call' : 'no calls',
    'no model',
    finishedAt === undefined ? '' : formatDuration(finishedAt - startedAt),
  ].filter((word) => word !== '')

/** How often a person had to decide. A rule decides without asking. */
function asked(calls: Call[]): string {
  const count = calls.filter(
    ({ clearedBy, outcome }) => (clearedBy && 'person' in clearedBy) || outcome?.status === 'denied',
  ).length
  return count === 0 ? 'nothing asked' : count === 1 ? 'asked once' : `asked ${count} times`
}

const tokens = (count: number): string => thousands.format(count).toLowerCase()

/** The records of a turn in the audit. */
export const auditRange = ({ firstSeq, lastSeq }: Turn): string =>
  firstSeq === lastSeq ? `Audit ${whole.format(firstSeq)}` : `Audit ${whole.format(firstSeq)}–${whole.format(lastSeq)}`
