import type { Call, Turn } from '../../../shared/state/conversation.ts'
import { costOfTurns } from '../../../shared/config/prices.ts'
import type { Settings } from '../../../shared/config/settings.ts'
import { costInWords } from '../../state/models/money.ts'
import { strings } from '../../strings/strings.ts'
import { formatDuration } from '../../strings/format/time.ts'

const words = strings.chat.receipt

const thousands = new Intl.NumberFormat('en', { notation: 'compact', maximumFractionDigits: 1 })
const whole = new Intl.NumberFormat(undefined)

/** A turn's tokens and calls, as its receipt's words; its cost only if the price is known. */
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

/** The user's own call: without a model there are no tokens, unless its server used one. */
const ownReceipt = (turn: Turn, models: Settings['models']): string[] =>
  [
    words.calls(turn.call ? 1 : 0),
    turn.sampled ? used(turn) : words.noModel,
    costInWords(costOfTurns([turn], models)),
    turn.finishedAt === undefined ? '' : formatDuration(turn.finishedAt - turn.startedAt),
  ].filter((word) => word !== '')

/** Tokens of the turn's model, and of model requests for servers. */
function used({ messages, sampled = [] }: Turn): string {
  const usages = [
    ...messages.flatMap((message) => (message.state === 'complete' ? [message.usage] : [])),
    ...sampled.map(({ usage }) => usage),
  ]
  const input = usages.reduce((sum, usage) => sum + usage.input + usage.cacheRead + usage.cacheWrite, 0)
  const output = usages.reduce((sum, usage) => sum + usage.output, 0)
  return usages.length > 0 ? words.tokens(tokens(input), tokens(output)) : ''
}

/** How many decisions the user made. Rules decide without asking. */
function asked(calls: Call[]): string {
  const count = calls.filter(
    ({ clearedBy, outcome }) => (clearedBy && 'person' in clearedBy) || outcome?.status === 'denied',
  ).length
  return words.asked(count)
}

const tokens = (count: number): string => thousands.format(count).toLowerCase()

/** A turn's records in the audit. */
export const auditRange = ({ firstSeq, lastSeq }: Turn): string =>
  words.audit(firstSeq === lastSeq ? whole.format(firstSeq) : `${whole.format(firstSeq)}–${whole.format(lastSeq)}`)
