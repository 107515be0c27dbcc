import { z } from 'zod'
import { command, hash, id } from './command.ts'
import type { JsonValue } from '../schema/json.ts'
import { ruleDraft, type RuleDraft } from '../rules/rules.ts'

/** An earlier call, and in one sentence why a rule wouldn't let it through. */
export type NotAllowed = { seq: number; call: string; at: number; conversation: string; why: string }

/** An earlier call that the user denied and a rule would allow; `arguments` are their beginning as JSON. */
export type Overruled = Omit<NotAllowed, 'why'> & { server: string; tool: string; arguments: string }

/** The effect of rules on an earlier call; `overruled` would have run although the user denied it. */
export type TriedCall = { seq: number; would: 'allow' | 'ask' | 'deny' | 'overruled' }

/**
 * The effect of rules alone on the model calls they apply to, in the last `days` days. Of these calls, the user answered
 * questions about `answered`; Atrium would still ask about `stillAsked`, and allow `overruled` that the user denied.
 * `examples` are the latest calls not allowed, and `overrules` the latest overruled, up to five each. `calls` are the
 * latest 100, newest first.
 */
export type RuleTrial = {
  days: number
  allowed: number
  asked: number
  denied: number
  examples: NotAllowed[]
  answered: number
  stillAsked: number
  overruled: number
  overrules: Overruled[]
  calls: TriedCall[]
}

/** A permission that would have matched the user's decision `basis` times in a row. */
export type SuggestedRule = { rule: RuleDraft; basis: number }

/**
 * By a rule's ID, when it last decided a call, and the number of that record. The search ends after a bounded number of
 * calls: without `complete`, a rule that is missing may have decided one before them.
 */
export type RuleUses = { uses: Record<string, { at: number; seq: number }>; complete: boolean }

/** Max rules that one command adds, and that it removes. */
const mostRules = 500

/** Commands about rules, and about several waiting calls. */
export const ruleCommands = {
  /** Answers several approvals together; if one is refused, none is answered. */
  answerAll: command(
    'use',
    z.strictObject({
      answers: z
        .array(
          z.strictObject({ ask: id, contentHash: hash, answer: z.custom<JsonValue>((value) => value !== undefined) }),
        )
        .min(1)
        .max(200),
    }),
  ).returns<void>(),
  /**
   * Adds and removes rules, all of them or none; `added` are the IDs of the new ones, in order. `conflict` if a permission
   * names another definition than the tool's current one.
   */
  changeRules: command(
    'admin',
    z
      .strictObject({
        add: z.array(ruleDraft).max(mostRules).default([]),
        remove: z.array(id).max(mostRules).default([]),
      })
      .refine(({ add, remove }) => add.length + remove.length > 0, 'must add or remove a rule'),
  ).returns<{ added: string[] }>(),
  /** Tries rules on past calls, before adding them. Ignores data flow between servers. */
  tryRules: command('read', z.strictObject({ rules: z.array(ruleDraft).min(1).max(mostRules) })).returns<RuleTrial>(),
  /** When each rule last decided a call. Reads the audit log's records, so an erased one doesn't count. */
  listRuleUses: command('read', z.strictObject({})).returns<RuleUses>(),
  /** Permissions that would answer an open approval, made from the latest answers to the same tool; up to three. */
  suggestRules: command('read', z.strictObject({ ask: id })).returns<{ suggestions: SuggestedRule[] }>(),
}
