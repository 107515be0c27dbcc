import type { Tally } from '../../tools/tally.mjs'
import { notOffered } from './not-offered.ts'
import { verdictOn, type Outcome, type Verdict } from './verdict.ts'

/**
 * How many client scenarios each revision requires. The lists are frozen: the suite has them, and a shorter one isn't
 * accepted.
 */
export const required = { '2025-11-25': 18, '2026-07-28': 32 } as const

export type Revision = keyof typeof required

export const revisions = Object.keys(required) as Revision[]

/** One scenario's result; `reason` is why it isn't offered. */
export type Row = { scenario: string } & (Verdict | { reason: string })

/** Every scenario that a revision requires must pass. */
export function judgeRequired(revision: Revision, listed: string[], outcomes: ReadonlyMap<string, Outcome>): Row[] {
  const rows = listed.map((scenario) => ({ scenario, ...verdictOn(outcomes.get(scenario)) }))
  if (listed.length === required[revision]) return rows
  const why = `the suite lists ${listed.length} required scenarios; ${required[revision]} are known`
  return [...rows, { scenario: `the list of ${revision}`, passed: false, why }]
}

/** Further scenarios run for a revision must pass if Atrium offers the feature. */
export function judgeOthers(listed: string[], outcomes: ReadonlyMap<string, Outcome>): Row[] {
  const others = [...outcomes].filter(([scenario]) => !listed.includes(scenario) && !(scenario in notOffered))
  return others.map(([scenario, outcome]) => ({ scenario, ...verdictOn(outcome) }))
}

/** Every scenario must pass, or be listed as not offered. */
export function judgeAll(listed: string[], outcomes: ReadonlyMap<string, Outcome>): Row[] {
  const rows = listed.map((scenario): Row => {
    const reason = notOffered[scenario]
    return { scenario, ...(reason === undefined ? verdictOn(outcomes.get(scenario)) : { reason }) }
  })
  const gone = Object.keys(notOffered).filter((scenario) => !listed.includes(scenario))
  const why = 'it is named among what is not offered, and the suite has no such scenario'
  return [...rows, ...gone.map((scenario) => ({ scenario, passed: false as const, why }))]
}

/** Counts like a step of `npm test`: one per offered scenario. */
export function tallyOf(rows: Row[]): Tally {
  const failed = rows.flatMap((row) => ('why' in row ? `${row.scenario}: ${row.why}` : []))
  return { passed: rows.filter((row) => 'checks' in row).length, failed: failed.length, problems: failed }
}

/** A row in words. */
export function lineOf(row: Row): string {
  if ('reason' in row) return `  – ${row.scenario}: not offered, ${row.reason}`
  return row.passed ? `  ✓ ${row.scenario} (${row.checks})` : `  ✗ ${row.scenario}: ${row.why}`
}
