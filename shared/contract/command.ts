import { z } from 'zod'

/** `read`: look. `use`: chat and answer asks. `admin`: servers, rules, secrets, settings. Each includes the one before. */
export type Right = 'read' | 'use' | 'admin'

/** One row of the contract: the right required, the input and the result. */
export const command = <T extends Right, I extends z.ZodType>(right: T, input: I) => ({
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the type of a result is all that is wanted of it
  returns: <R>() => ({ right, input, result: undefined as R }),
})

export const id = z.string().min(1).max(200)
export const hash = z.string().regex(/^[0-9a-f]{64}$/)

/** The ways to use an installation. */
export type Shell = 'web' | 'electron' | 'terminal'

/** The user's instructions for every answer in a conversation. */
export const systemPrompt = z.string().trim().max(50_000)
