import { z } from 'zod'
import { command, hash, id } from './command.ts'
import type { JsonValue } from '../schema/json.ts'
import { ruleDraft, type RuleDraft } from '../rules/rules.ts'

/** A call that was made, and in one sentence why a rule would not let it through. */
export type NotAllowed = { seq: number; call: string; at: number; conversation: string; why: string }

/**
 * What a rule alone would have done with the last calls of models that it could speak of, 100 at most. `examples` are the
 * latest of those that would be asked about or denied, five at most.
 */
export type RuleTrial = { allowed: number; asked: number; denied: number; examples: NotAllowed[] }

/** A permission that would have said what the person did, `basis` times in a row. */
export type SuggestedRule = { rule: RuleDraft; basis: number }

/** What may be asked of the host about rules, and about several calls that wait. */
export const ruleCommands = {
  /** Answers several approvals, all together or, where one is refused, none. */
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
  /** `conflict` where a permission is for another definition than the tool has now. */
  addRule: command('admin', z.strictObject({ rule: ruleDraft })).returns<{ id: string }>(),
  removeRule: command('admin', z.strictObject({ rule: id })).returns<void>(),
  /** What a rule would have done, before it is added. What arguments carried from elsewhere is not looked at. */
  tryRule: command('read', z.strictObject({ rule: ruleDraft })).returns<RuleTrial>(),
  /** Permissions that would answer an open approval, made from the last answers to the same; three at most. */
  suggestRules: command('read', z.strictObject({ ask: id })).returns<{ suggestions: SuggestedRule[] }>(),
}
