import type { Database } from 'better-sqlite3'
import type { Claims } from '../../../../shared/asks/asks.ts'
import { meets } from '../../../../shared/rules/conditions.ts'
import { isContested, valueAt } from '../../../../shared/schema/pointer.ts'
import { originOf } from '../../../../shared/text/hosts.ts'
import { canonical } from '../../../../shared/schema/canonical.ts'
import type { JsonObject } from '../../../../shared/schema/json.ts'
import { isAbsolute, readsAlike } from '../../../../shared/text/paths.ts'
import type { NotAllowed, RuleTrial } from '../../../../shared/contract/rule-commands.ts'
import { conversationOfRule, type Condition, type Rule, type RuleDraft } from '../../../../shared/rules/rules.ts'
import { trialWords as words } from '../../../../shared/rules/rule-words.ts'
import { judge, type Judged, type Verdict } from '../../../../shared/rules/verdict.ts'
import { eventOf, readArguments, recordsRead } from './past-calls.ts'
import { clip } from '../../../../shared/text/clip.ts'
import { defined } from '../../../../shared/schema/json.ts'

const callsTried = 1000
const examplesShown = 5
const callsShown = 100
const days = 30
const dayMs = 86_400_000

/** The claims assumed for a server that says nothing about a tool. */
const unclaimed: Claims = { readOnly: false, destructive: true, idempotent: false, openWorld: true }

/** Current claims, by server and tool. */
export type ClaimsOfServers = Record<string, Record<string, Claims>>

/**
 * Tries rules, without the existing ones, on the model calls of the last 30 days to which any of them applies, up to
 * 1,000. Skips calls whose arguments didn't fit, because Atrium never asked about them.
 */
export function tryRules(
  db: Database,
  { rules: drafts, claims }: { rules: RuleDraft[]; claims: ClaimsOfServers },
): RuleTrial {
  const rules = drafts.map((draft, index): Rule => ({ ...draft, id: String(index), actor: '' }))
  const trial: RuleTrial = {
    days,
    allowed: 0,
    asked: 0,
    denied: 0,
    examples: [],
    answered: 0,
    stillAsked: 0,
    overruled: 0,
    overrules: [],
    calls: [],
  }
  for (const { seq, at, call, decision, ...made } of pastCalls(db, drafts)) {
    const operation = { ...made, claims: claims[made.server]?.[made.tool] ?? unclaimed }
    const applying = rules.filter((rule) => isAbout(rule, operation))
    if (applying.length === 0) continue
    const verdict = judge(operation, applying)
    const of = { seq, call, at, conversation: made.conversation }
    trial[counted[verdict.effect]]++
    if (decision !== null) trial.answered++
    if (decision !== null && verdict.effect === 'ask') trial.stillAsked++
    const isOverruled = decision === 'deny' && verdict.effect === 'allow'
    if (trial.calls.length < callsShown) trial.calls.push({ seq, would: isOverruled ? 'overruled' : verdict.effect })
    if (isOverruled) {
      trial.overruled++
      if (trial.overrules.length < examplesShown)
        trial.overrules.push({
          ...of,
          server: made.server,
          tool: made.tool,
          arguments: short(canonical(made.arguments)),
        })
    }
    const [first] = applying
    if (verdict.effect !== 'allow' && first && trial.examples.length < examplesShown)
      trial.examples.push({ ...of, why: whyNot(verdict.rule ?? first, operation, verdict) })
  }
  return trial
}

const counted = { allow: 'allowed', ask: 'asked', deny: 'denied' } as const

/** Whether a rule is about a call's tool, in its conversation. One for reads is about every tool of its server. */
const isAbout = (rule: Rule, { server, tool, conversation }: Judged): boolean =>
  rule.server === server &&
  (rule.tool === undefined || rule.tool === tool) &&
  (conversationOfRule(rule) ?? conversation) === conversation

type PastCall = Omit<NotAllowed, 'why'> & Omit<Judged, 'claims'> & { decision: string | null }
type Row = Pick<PastCall, 'seq' | 'at' | 'conversation' | 'call' | 'decision'> & { version: number; body: string }

/** The calls to the tools of these rules, newest first. */
function pastCalls(db: Database, drafts: RuleDraft[]): PastCall[] {
  const whose = new Map(drafts.map(({ server, tool }) => [`${server}\n${tool ?? ''}`, { server, tool }]))
  return [...whose.values()]
    .filter(({ server, tool }) => tool === undefined || !whose.has(`${server}\n`))
    .flatMap((of) => callsTo(db, of, conversationOfAll(drafts)))
    .toSorted((a, b) => b.seq - a.seq)
    .slice(0, callsTried)
}

/** The conversation that all rules are limited to, if any. */
function conversationOfAll(drafts: RuleDraft[]): string | undefined {
  const [first, ...others] = drafts.map(conversationOfRule)
  return others.every((it) => it === first) ? first : undefined
}

function callsTo(
  db: Database,
  { server, tool }: Pick<RuleDraft, 'server' | 'tool'>,
  conversation: string | undefined,
): PastCall[] {
  // The plus keeps SQLite from using a less selective index: the tool is the rarest of these.
  const whose = tool === undefined ? ['server = @server'] : ['tool = @tool', '+server = @server']
  const narrowed = [...whose, ...(conversation === undefined ? [] : ['+conversation = @conversation'])]
  const rows = db
    .prepare<Record<string, string | number>, Row>(
      `SELECT seq, at, conversation, call, version, body,
         (SELECT decision FROM events AS later
          WHERE later.conversation = events.conversation AND later.seq > events.seq
            AND later.call = events.call AND later.type = 'ask.closed' AND later.outcome = 'person'
          ORDER BY later.seq LIMIT 1) AS decision
       FROM events JOIN bodies USING (seq)
       WHERE seq > (SELECT coalesce(max(seq), 0) FROM events) - @recordsRead
         AND at > (SELECT at FROM events ORDER BY seq DESC LIMIT 1) - @ageMs
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
      ageMs: days * dayMs,
      ...defined({ tool }),
      ...(conversation && { conversation }),
    })
  return rows.flatMap(({ version, body, ...row }) => {
    const event = eventOf({ version, body })
    if (event?.type !== 'call.requested') return []
    const input = readArguments(db, event.arguments)
    return input ? [{ ...row, server, tool: event.tool, definition: event.definition ?? '', arguments: input }] : []
  })
}

/** Why a call wouldn't have been let through, in one sentence. */
function whyNot(rule: Rule, operation: Judged, verdict: Exclude<Verdict, { effect: 'allow' }>): string {
  if (verdict.effect === 'deny') return words.denies
  if (verdict.because === 'rule') return words.asks
  if (rule.reads) return words.notReading
  if (verdict.because === 'destructive') return words.destructive
  if (rule.effect === 'allow' && rule.definition !== operation.definition) return words.otherDefinition
  const failing = rule.conditions.find((condition) => !meets(condition, operation.arguments))
  if (failing) return words.failing(failing.at || words.wholeInput, failed(failing, operation.arguments))
  return rule.staysInPlace ? words.leadsAway : words.asks
}

function failed(condition: Condition, input: JsonObject): string {
  const value = valueAt(input, condition.at)
  if (value === undefined) return words.absent
  const was = short(JSON.stringify(value))
  if (isContested(input, condition.at)) return words.contested(was)
  switch (condition.is) {
    case 'one-of':
      return condition.values.length === 1 ? words.notThatValue(was) : words.notOneOf(was)
    case 'under':
      if (typeof value !== 'string' || !isAbsolute(value)) return words.noPath(was)
      if (!readsAlike(value)) return words.odd(was)
      return words.notUnder(was, short(condition.folder))
    case 'host': {
      const origin = typeof value === 'string' ? originOf(value) : undefined
      return origin === undefined ? words.noAddress(was) : words.otherHost(short(origin))
    }
    default:
      return condition satisfies never
  }
}

const longest = 100

const short = (text: string): string => clip(text, longest)
