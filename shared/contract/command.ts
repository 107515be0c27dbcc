import { z } from 'zod'

/** `read`: look. `use`: chat and answer asks. `admin`: servers, rules, secrets, settings. Each includes the one before. */
export type Right = 'read' | 'use' | 'admin'

const rank: Record<Right, number> = { read: 0, use: 1, admin: 2 }

/** Whether one right includes another. */
export const covers = (has: Right, needs: Right): boolean => rank[has] >= rank[needs]

/** One row of the contract: the right required, the input and the result. */
export const command = <T extends Right, I extends z.ZodType>(right: T, input: I) => ({
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- only the result's type is used
  returns: <R>() => ({ right, input, result: undefined as R }),
})

/** Any ID in a command; whether it exists is for the handler to say. */
export const id = z.string().min(1).max(200)
/** A SHA-256 in lower-case hex. */
export const hash = z.string().regex(/^[0-9a-f]{64}$/)

/** The ways to use an installation. */
export type Shell = 'web' | 'electron' | 'terminal'

/** The user's instructions for every answer in a conversation. */
export const systemPrompt = z.string().trim().max(50_000)

/** `before` is the previous page's key; without it a list begins with the newest. */
export const page = { before: z.int().positive().optional(), limit: z.int().min(1).max(200).default(100) }

/** `asOf` is the last event a query has seen: a UI applies only later ones to its result. */
export type AsOf<T> = T & { asOf: number }
