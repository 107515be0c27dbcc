import type { Database } from 'better-sqlite3'
import type { Claims } from '../../../../shared/asks/asks.ts'
import { meets } from '../../../../shared/rules/conditions.ts'
import { valueAt } from '../../../../shared/schema/pointer.ts'
import { originOf } from '../../../../shared/text/hosts.ts'
import type { JsonObject } from '../../../../shared/schema/json.ts'
import { isAbsolute } from '../../../../shared/text/paths.ts'
import type { NotAllowed, RuleTrial } from '../../../../shared/contract/rule-commands.ts'
import { conversationOfRule, type Condition, type Rule, type RuleDraft } from '../../../../shared/rules/rules.ts'
import { judge, type Judged, type Verdict } from '../../../../shared/rules/verdict.ts'
import { eventOf, readArguments, recordsRead } from './past-calls.ts'
import { clip } from '../../../../shared/text/clip.ts'

const callsTried = 100
const examplesShown = 5

/** The claims assumed for a server that says nothing about a tool. */
const unclaimed: Claims = { readOnly: false, destructive: true, idempotent: false, openWorld: true }

/**
 * Tries a rule alone on the latest model calls it applies to. Skips calls whose arguments didn't fit, because Atrium
 * never asked about them. `claims` are the current ones, by tool.
 */
export function tryRule(db: Database, draft: RuleDraft, claims: Record<string, Claims>): RuleTrial {
  const rule: Rule = { ...draft, id: '', actor: '' }
  const trial: RuleTrial = { allowed: 0, asked: 0, denied: 0, examples: [] }
  for (const { seq, at, call, ...made } of pastCalls(db, draft)) {
    const operation = { ...made, server: draft.server, claims: claims[made.tool] ?? unclaimed }
    const verdict = judge(operation, [rule])
    trial[counted[verdict.effect]]++
    if (verdict.effect !== 'allow' && trial.examples.length < examplesShown)
      trial.examples.push({ seq, call, at, conversation: made.conversation, why: whyNot(rule, operation, verdict) })
  }
  return trial
}

const counted = { allow: 'allowed', ask: 'asked', deny: 'denied' } as const

type PastCall = Omit<NotAllowed, 'why'> & Omit<Judged, 'server' | 'claims'>
type Row = { seq: number; at: number; conversation: string; call: string; version: number; body: string }

/** Newest first. */
function pastCalls(db: Database, { server, tool, ...rule }: RuleDraft): PastCall[] {
  const conversation = conversationOfRule(rule)
  // The plus keeps SQLite from using a less selective index: the tool is the rarest of these.
  const whose = tool === undefined ? ['server = @server'] : ['tool = @tool', '+server = @server']
  const narrowed = [...whose, ...(conversation === undefined ? [] : ['+conversation = @conversation'])]
  const rows = db
    .prepare<Record<string, string | number>, Row>(
      `SELECT seq, at, conversation, call, version, body FROM events JOIN bodies USING (seq)
       WHERE seq > (SELECT coalesce(max(seq), 0) FROM events) - @recordsRead
         AND +type = 'call.requested' AND ${narrowed.join(' AND ')}
         AND json_extract(body, '$.message') IS NOT NULL
         AND (SELECT outcome FROM events AS later
              WHERE later.conversation = events.conversation AND later.seq > events.seq
                AND later.call = events.call AND later.type = 'call.finished'
              ORDER BY later.seq LIMIT 1) IS NOT 'invalid'
       ORDER BY seq DESC LIMIT @callsTried`,
    )
    .all({
      server,
      recordsRead,
      callsTried,
      ...(tool !== undefined && { tool }),
      ...(conversation && { conversation }),
    })
  return rows.flatMap(({ version, body, ...row }) => {
    const event = eventOf({ version, body })
    if (event?.type !== 'call.requested') return []
    const input = readArguments(db, event.arguments)
    return input ? [{ ...row, tool: event.tool, definition: event.definition ?? '', arguments: input }] : []
  })
}

/** Why a call wouldn't have been let through, in one sentence. */
function whyNot(rule: Rule, operation: Judged, verdict: Exclude<Verdict, { effect: 'allow' }>): string {
  if (verdict.effect === 'deny') return 'The rule denies it.'
  if (verdict.because === 'rule') return 'The rule asks.'
  if (verdict.because === 'destructive')
    return 'The tool may destroy something, and the rule does not hold for such tools.'
  if (rule.effect === 'allow' && rule.definition !== operation.definition)
    return 'The tool was defined differently then.'
  const failing = rule.conditions.find((condition) => !meets(condition, operation.arguments))
  return failing ? `${failing.at || 'The whole input'} ${failed(failing, operation.arguments)}.` : 'It asks.'
}

function failed(condition: Condition, input: JsonObject): string {
  const value = valueAt(input, condition.at)
  if (value === undefined) return 'was not there'
  const was = `was ${short(JSON.stringify(value))}`
  switch (condition.is) {
    case 'one-of':
      return `${was}, which is not ${condition.values.length === 1 ? 'that value' : 'one of those values'}`
    case 'under':
      if (typeof value !== 'string' || !isAbsolute(value)) return `${was}, which is not the full path of anything`
      return `${was}, which is not under ${short(condition.folder)}`
    case 'host': {
      const origin = typeof value === 'string' ? originOf(value) : undefined
      return origin === undefined ? `${was}, which is not a web address` : `was an address at ${short(origin)}`
    }
    default:
      return condition satisfies never
  }
}

const longest = 100

const short = (text: string): string => clip(text, longest)
