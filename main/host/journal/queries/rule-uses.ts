import type { Database } from 'better-sqlite3'
import type { RuleUses } from '../../../../shared/contract/rule-commands.ts'
import { upcast } from '../../../../shared/events/upcast.ts'
import type { Rule } from '../../../../shared/rules/rules.ts'
import { canonical } from '../../../../shared/schema/canonical.ts'
import { ruleOf } from './calls.ts'

/** How many of the latest calls that a rule decided are searched. */
const callsSearched = 2000

type Decided = { seq: number; at: number; version: number; body: string | null }

/**
 * When each of these rules last decided a call. A rule that was paused and resumed has another ID, so rules with the
 * same content count as one. Reads only until every rule is found.
 */
export function readRuleUses(db: Database, rules: Rule[], most = callsSearched): RuleUses {
  const sought = new Map<string, string[]>()
  for (const rule of rules) sought.set(said(rule), [...(sought.get(said(rule)) ?? []), rule.id])
  const uses: RuleUses['uses'] = {}
  const decisions = db.prepare<[number], Decided>(
    `SELECT seq, at, version, body FROM
       (SELECT seq AS called, coalesce(cleared, finished) AS decided FROM calls INDEXED BY calls_of_decider
        WHERE decider = 'rule' ORDER BY seq DESC LIMIT ?)
     JOIN events ON seq = decided LEFT JOIN bodies USING (seq) ORDER BY called DESC`,
  )
  let searched = 0
  for (const { seq, at, version, body } of decisions.iterate(most)) {
    if (sought.size === 0) break
    searched++
    const rule = body === null ? undefined : ruleOf(upcast(version, JSON.parse(body)))
    if (!rule) continue
    for (const id of sought.get(said(rule)) ?? []) uses[id] = { at, seq }
    sought.delete(said(rule))
  }
  return { uses, complete: sought.size === 0 || searched < most }
}

/** The rule without its ID, its actor and its pause. */
const said = ({ id: _id, actor: _actor, paused: _paused, ...rule }: Rule): string =>
  canonical(JSON.parse(JSON.stringify(rule)))
