import { z } from 'zod'
import type { JsonValue } from './json.ts'

const json = z.custom<JsonValue>((value) => value !== undefined)

/** What a server claims about a tool (`annotations`), with the specification's defaults where it says nothing. */
const claims = z.object({
  readOnly: z.boolean(),
  destructive: z.boolean(),
  idempotent: z.boolean(),
  openWorld: z.boolean(),
})

/** What the host may ask a person, and what counts as an answer. One row per kind; a kind nobody asks does not exist. */
export const asks = {
  /** May this call of a tool go to its server? */
  approval: {
    question: z.object({
      server: z.string(),
      tool: z.string(),
      /** Hash of the definition that the person is shown; see `getDefinition`. */
      definition: z.string(),
      title: z.string().optional(),
      description: z.string(),
      claims,
      arguments: json,
    }),
    answer: z.discriminatedUnion('decision', [
      z.strictObject({ decision: z.literal('allow'), scope: z.enum(['once', 'conversation']) }),
      z.strictObject({ decision: z.literal('deny'), reason: z.string().max(2000).optional() }),
    ]),
    /** Consents wait for the log; everything else is a brake and never waits. */
    consents: (answer: { decision: string }) => answer.decision === 'allow',
  },
} as const

export type AskKind = keyof typeof asks
export type Question<K extends AskKind> = z.infer<(typeof asks)[K]['question']>
export type Answer<K extends AskKind> = z.infer<(typeof asks)[K]['answer']>
export type Claims = z.infer<typeof claims>

/** The call, turn and conversation that a question belongs to, as far as it is known exactly. */
export type Operation = { conversation: string; turn: string; call: string }

/** A question that waits for a person. An answer must name `contentHash`: it is refused if it was given to something else. */
export type Ask = {
  [K in AskKind]: { id: string; kind: K; question: Question<K>; contentHash: string; operation?: Operation | undefined }
}[AskKind]
