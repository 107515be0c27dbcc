import { z } from 'zod'
import { command, hash, id } from './command.ts'
import type { JsonValue } from '../schema/json.ts'
import { ruleDraft, type RuleDraft } from '../rules/rules.ts'

/** An earlier call, and in one sentence why a rule wouldn't let it through. */
export type NotAllowed = { seq: number; call: string; at: number; conversation: string; why: string }

/**
 * A rule's effect alone on the last model calls it applies to, up to 100. `examples` are the latest calls it would have
 * asked about or denied, up to five.
 */
export type RuleTrial = { allowed: number; asked: number; denied: number; examples: NotAllowed[] }

/** A permission that would have matched the user's decision `basis` times in a row. */
export type SuggestedRule = { rule: RuleDraft; basis: number }

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
  /** Tries a rule on past calls, before adding it. Ignores data flow between servers. */
  tryRule: command('read', z.strictObject({ rule: ruleDraft })).returns<RuleTrial>(),
  /** Permissions that would answer an open approval, made from the latest answers to the same tool; up to three. */
  suggestRules: command('read', z.strictObject({ ask: id })).returns<{ suggestions: SuggestedRule[] }>(),
}
