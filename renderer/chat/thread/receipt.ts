import type { Call, Turn } from '../../../shared/state/conversation.ts'
import { costOfTurns } from '../../../shared/config/prices.ts'
import type { Settings } from '../../../shared/config/settings.ts'
import { costInWords } from '../../state/models/money.ts'
import { strings } from '../../strings/strings.ts'
import { formatDuration } from '../../strings/format/time.ts'

const words = strings.chat.receipt

const thousands = new Intl.NumberFormat('en', { notation: 'compact', maximumFractionDigits: 1 })
const whole = new Intl.NumberFormat(undefined)

/** What a turn came to, as the words of its receipt; what it cost only where the price is known. */
export function receiptOf(turn: Turn, models: Settings['models']): string[] {
  if (turn.origin === 'person') return ownReceipt(turn, models)
  const calls = turn.messages.flatMap((message) => message.calls)
  const servers = new Set(calls.map(({ server }) => server).filter((server) => server !== undefined))
  return [
    words.calls(calls.length),
    servers.size > 0 ? words.servers(servers.size) : '',
    calls.length > 0 ? asked(calls) : '',
    used(turn),
    costInWords(costOfTurns([turn], models)),
    turn.finishedAt === undefined ? '' : formatDuration(turn.finishedAt - turn.startedAt),
  ].filter((word) => word !== '')
}

/** A call of the person's own: no model, so no tokens, unless its server had one asked. */
const ownReceipt = (turn: Turn, models: Settings['models']): string[] =>
  [
    words.calls(turn.call ? 1 : 0),
    turn.sampled ? used(turn) : words.noModel,
    costInWords(costOfTurns([turn], models)),
    turn.finishedAt === undefined ? '' : formatDuration(turn.finishedAt - turn.startedAt),
  ].filter((word) => word !== '')

/** The tokens of its model, and of those that were asked for servers. */
function used({ messages, sampled = [] }: Turn): string {
  const usages = [
    ...messages.flatMap((message) => (message.state === 'complete' ? [message.usage] : [])),
    ...sampled.map(({ usage }) => usage),
  ]
  const input = usages.reduce((sum, usage) => sum + usage.input + usage.cacheRead + usage.cacheWrite, 0)
  const output = usages.reduce((sum, usage) => sum + usage.output, 0)
  return usages.length > 0 ? words.tokens(tokens(input), tokens(output)) : ''
}

/** How often a person had to decide. A rule decides without asking. */
function asked(calls: Call[]): string {
  const count = calls.filter(
    ({ clearedBy, outcome }) => (clearedBy && 'person' in clearedBy) || outcome?.status === 'denied',
  ).length
  return words.asked(count)
}

const tokens = (count: number): string => thousands.format(count).toLowerCase()

/** The records of a turn in the audit. */
export const auditRange = ({ firstSeq, lastSeq }: Turn): string =>
  words.audit(firstSeq === lastSeq ? whole.format(firstSeq) : `${whole.format(firstSeq)}–${whole.format(lastSeq)}`)
