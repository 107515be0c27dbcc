import { z } from 'zod'
import { hostName, originName } from '../text/hosts.ts'
import { isAbsolute } from '../text/paths.ts'

/** A position in the arguments (RFC 6901). */
const pointer = z
  .string()
  .max(500)
  .regex(/^(\/([^~/]|~[01])*)*$/, 'must be a JSON pointer')
const scalar = z.union([z.string().max(2000), z.number(), z.boolean(), z.null()])
const folder = z.string().max(1000).refine(isAbsolute, 'must be the full path of a folder')
const host = z
  .string()
  .max(270)
  .refine(
    (name) => hostName(name) !== undefined || originName(name) !== undefined,
    'must be an origin such as https://example.org:8443, or the name of a host',
  )

/** A rule's condition on one argument; a missing argument meets no condition. */
const condition = z.discriminatedUnion('is', [
  /** A path in this folder or below it, once both are resolved; case matters for permissions only. */
  z.strictObject({ at: pointer, is: z.literal('under'), folder }),
  z.strictObject({ at: pointer, is: z.literal('one-of'), values: z.array(scalar).min(1).max(50) }),
  /** An address at exactly one of these origins. A bare host permits its usual ports, and denies all of them. */
  z.strictObject({ at: pointer, is: z.literal('host'), hosts: z.array(host).min(1).max(20) }),
])

/**
 * The user's decision for future calls. A permission names a tool and its pinned definition, so a changed one asks
 * again, or covers all tools whose pinned definitions claim that they only read. Asking and denying can cover every tool
 * of a server.
 */
export const ruleDraft = z
  .strictObject({
    effect: z.enum(['allow', 'ask', 'deny']),
    scope: z.union([z.literal('always'), z.strictObject({ conversation: z.string().min(1).max(200) })]),
    server: z.string().min(1).max(200),
    tool: z.string().min(1).max(128).optional(),
    definition: z
      .string()
      .regex(/^[0-9a-f]{64}$/)
      .optional(),
    conditions: z.array(condition).max(20).default([]),
    /** Lets the permission hold although the server says the tool may destroy data. */
    destructive: z.boolean().default(false),
    /** The permission applies only if no text outside its conditions could be a path that leads out of its folder. */
    staysInPlace: z.literal(true).optional(),
    /** The permission is for every tool that only reads, according to the server; it has no conditions. */
    reads: z.literal(true).optional(),
    /** Lets the permission hold although arguments contain data from another server or an attachment. */
    flows: z.boolean().default(false),
    /** The permission ends then, in epoch milliseconds. */
    until: z.number().int().positive().max(8.64e15).optional(),
    /** The rule stays listed and decides nothing. */
    paused: z.literal(true).optional(),
  })
  .refine(({ effect, until }) => effect === 'allow' || until === undefined, {
    path: ['until'],
    message: 'must be only in a rule that allows',
  })
  .refine(({ effect, staysInPlace, conditions }) => !staysInPlace || (effect === 'allow' && conditions.length > 0), {
    path: ['staysInPlace'],
    message: 'must be only in a rule that allows under a condition',
  })
  .refine(
    ({ effect, tool, definition, reads }) =>
      effect !== 'allow' || reads === true || (tool !== undefined && definition !== undefined),
    { path: ['tool'], message: 'must be named, with its definition, by a rule that allows' },
  )
  .refine(({ reads, ...rule }) => reads === undefined || isBare(rule), {
    path: ['reads'],
    message: 'must stand alone in a rule that allows',
  })

/** Whether a permission names only its server and scope. */
const isBare = (rule: {
  effect: string
  tool?: string | undefined
  definition?: string | undefined
  conditions: readonly unknown[]
  destructive: boolean
  flows: boolean
}): boolean =>
  rule.effect === 'allow' &&
  rule.tool === undefined &&
  rule.definition === undefined &&
  rule.conditions.length + Number(rule.destructive) + Number(rule.flows) === 0

export type Condition = z.infer<typeof condition>
export type RuleDraft = z.infer<typeof ruleDraft>

/** A rule in force, and who added it. */
export type Rule = RuleDraft & { id: string; actor: string }

/** The rules that decide now: not paused, and not over. */
export const inForce = (rules: Readonly<Record<string, Rule>>, now: number): Rule[] =>
  Object.values(rules).filter(({ paused, until = Infinity }) => paused !== true && now < until)

/** The conversation a rule is limited to, if any. */
export const conversationOfRule = ({ scope }: Pick<RuleDraft, 'scope'>): string | undefined =>
  scope === 'always' ? undefined : scope.conversation

/** Whether a permission is for one tool, without conditions, unless it may delete data or carries others' text. */
export const isPlain = ({ effect, tool, conditions, destructive, flows }: RuleDraft): boolean =>
  effect === 'allow' && tool !== undefined && conditions.length === 0 && !destructive && !flows
