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
  /** `conflict` if a permission names another definition than the tool's current one. */
  addRule: command('admin', z.strictObject({ rule: ruleDraft })).returns<{ id: string }>(),
  removeRule: command('admin', z.strictObject({ rule: id })).returns<void>(),
  /** Tries a rule on past calls, before adding it. Ignores data flow between servers. */
  tryRule: command('read', z.strictObject({ rule: ruleDraft })).returns<RuleTrial>(),
  /** Permissions that would answer an open approval, made from the latest answers to the same tool; up to three. */
  suggestRules: command('read', z.strictObject({ ask: id })).returns<{ suggestions: SuggestedRule[] }>(),
}
