import type { CallRow } from '../../../shared/contract/log.ts'
import { ruleWords } from '../../../shared/rules/rule-words.ts'
import { argumentSummary } from '../../content/argument-summary.ts'
import type { GlyphState } from '../../state/glyph-state.ts'
import { formatBytes, formatDuration, formatExactTime } from '../../strings/format/time.ts'
import { auditCalls } from '../../strings/audit-calls.ts'
import { actorInWords, outcomeGlyph } from '../records/audit-words.ts'

const words = auditCalls
const { detail } = words

/** A call's arguments on one line: third-party text. Empty without arguments, or once they're erased. */
export const aboutCall = ({ about }: CallRow): string =>
  about === null ? '' : 'bytes' in about ? formatBytes(about.bytes) : argumentSummary(about.json)

/** The rule that decided, as a sentence without its full stop; it contains third-party text. */
export const ruleOfCall = ({ rule, tool, title }: CallRow, server: string): string | undefined =>
  rule ? ruleWords(rule, { server, tool: (rule.tool === tool && title) || undefined }) : undefined

/** The user or rule that decided, or Atrium; empty while nothing is decided. `server` is its display name. */
export function deciderOfCall(row: CallRow, self: string | undefined, server: string): string {
  const { decider, decidedAt, askedAt, outcome } = row
  if (decider === null) return outcome === null ? '' : words.decided.atrium
  const rule = ruleOfCall(row, server)
  if (decider === 'rule') return rule === undefined ? words.decided.rule : words.decided.namedRule(rule)
  const who = actorInWords(decider, self)
  return askedAt === null || decidedAt === null ? who : words.decided.after(who, formatDuration(decidedAt - askedAt))
}

const isKnown = (outcome: string): outcome is keyof typeof words.outcomes => Object.hasOwn(words.outcomes, outcome)

type Outcome = { words: string; took: string; glyph: GlyphState | undefined }

/** How a call ended, and how long its server had it; or how far it is. */
export function outcomeOfCall({ outcome, askedAt, decidedAt, startedAt, finishedAt }: CallRow): Outcome {
  const took = startedAt === null || finishedAt === null ? '' : formatDuration(Math.max(0, finishedAt - startedAt))
  if (outcome !== null)
    return { words: isKnown(outcome) ? words.outcomes[outcome] : outcome, took, glyph: outcomeGlyph(outcome) }
  if (startedAt !== null) return { words: words.running, took, glyph: 'running' }
  const isWaiting = askedAt !== null && decidedAt === null
  return isWaiting ? { words: words.waiting, took, glyph: 'waiting' } : { words: words.queued, took, glyph: 'queued' }
}

/** A call's steps, as far as it came: asked, allowed, sent, answered. */
export function courseOf(row: CallRow, self: string | undefined): string[] {
  const { requestedAt, askedAt, decider, decidedAt, startedAt, finishedAt, outcome } = row
  const who =
    decider === null ? detail.atriumBegins : decider === 'rule' ? detail.ruleBegins : actorInWords(decider, self)
  const isDenied = outcome === 'denied'
  const decided = isDenied ? detail.denied : detail.allowed
  const isAnswered = outcome === 'succeeded' || outcome === 'failed'
  return [
    askedAt === null ? detail.requested(formatExactTime(requestedAt)) : detail.asked(formatExactTime(askedAt)),
    ...(decidedAt === null ? [] : [decided(who, formatExactTime(decidedAt))]),
    ...(startedAt === null ? [] : [detail.sent(formatExactTime(startedAt))]),
    ...endOf(),
  ]

  function endOf(): string[] {
    if (finishedAt === null) return [detail.running]
    const time = formatExactTime(finishedAt)
    if (isAnswered && startedAt !== null) return [detail.answered(time)]
    return isDenied ? [] : [detail.ended(outcomeOfCall(row).words, time)]
  }
}
