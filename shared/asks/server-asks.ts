import { z } from 'zod'
import { isObject, type JsonObject, type JsonValue } from '../schema/json.ts'
import { modelChoice } from '../config/settings.ts'

/** Part of every question from a server: the server and, if the call is uncertain, the running calls. */
const fromServer = { server: z.string(), running: z.array(z.string()) }
const object = z.custom<JsonObject>(isObject)
const content = z.array(z.custom<JsonValue>((value) => value !== undefined))

/** The two refusals a server can tell apart: the user declined, or left the question. */
const declined = z.strictObject({ action: z.enum(['decline', 'cancel']) })

/** A message that a server wants to send to a model (client/sampling). */
const sampledMessage = z.object({ role: z.enum(['user', 'assistant']), content })
export type SampledMessage = z.infer<typeof sampledMessage>

/** The questions servers ask. All members except `server`, `running` and those marked as ours come from the server. */
export const serverAsks = {
  /** The server's form; see `shared/schema/forms.ts` for its fields (client/elicitation, form mode). */
  form: {
    question: z.object({
      ...fromServer,
      message: z.string(),
      schema: object,
      /** Ours: names of fields that seem to ask for a secret; `''` if the message does. */
      secrets: z.array(z.string()),
      /** Ours: those of `secrets` that only may ask for one. */
      doubts: z.array(z.string()).optional(),
      /** Ours: why the form can't be shown, as a clause; then it can only be declined. */
      problem: z.string().optional(),
    }),
    answer: z.discriminatedUnion('action', [
      /** `insists`: the user sends a value that looks like a secret. */
      z.strictObject({ action: z.literal('accept'), content: object, insists: z.literal(true).optional() }),
      declined,
    ]),
    consents: (answer: { action: string }) => answer.action === 'accept',
    right: 'use',
  },
  /** Can this page be opened in the system's browser (client/elicitation, URL mode)? The answering window opens it. */
  url: {
    question: z.object({
      ...fromServer,
      message: z.string(),
      /** As the URL parser writes it; always https, or http on this computer. */
      url: z.string(),
      /** As the server wrote it, if different. */
      written: z.string().optional(),
    }),
    answer: z.discriminatedUnion('action', [z.strictObject({ action: z.literal('open') }), declined]),
    consents: (answer: { action: string }) => answer.action === 'open',
    right: 'use',
  },
  /** The browser opened a page: is the user done there? Withdrawn when the server reports completion. */
  visit: {
    question: z.object({ ...fromServer, message: z.string(), url: z.string() }),
    answer: z.strictObject({ action: z.enum(['done', 'cancel']) }),
    consents: (answer: { action: string }) => answer.action === 'done',
    right: 'use',
  },
  /** Can this server use one of the user's models (client/sampling)? */
  sampling: {
    question: z.object({
      ...fromServer,
      system: z.string().optional(),
      messages: z.array(sampledMessage),
      /** Max length of the answer, as the server wants and as the model allows; in tokens. */
      asked: z.int(),
      maxTokens: z.int(),
      temperature: z.number().optional(),
      stopSequences: z.array(z.string()).optional(),
      /** The context from other conversations that the server wants; Atrium never includes it. */
      includeContext: z.string().optional(),
      hints: z.array(z.string()),
      /** How much each matters to the server, from 0 to 1. */
      priorities: z.object({
        cost: z.number().optional(),
        speed: z.number().optional(),
        intelligence: z.number().optional(),
      }),
      tools: z.array(z.object({ name: z.string(), description: z.string(), inputSchema: object })),
      /** Ours: the model that fits the server's preferences best; absent if no model is connected. */
      choice: modelChoice.optional(),
      /** Ours: the request's number for this server in this hour and for its call, and the limits. */
      count: z.int(),
      limit: z.int(),
      call: z.object({ count: z.int(), limit: z.int() }).optional(),
      /** Ours: why an earlier attempt got no answer. */
      problem: z.string().optional(),
    }),
    answer: z.discriminatedUnion('decision', [
      z.strictObject({
        decision: z.literal('send'),
        choice: modelChoice,
        maxTokens: z.int().min(1).max(1_000_000),
        system: z.string().max(200_000).optional(),
        messages: z.array(sampledMessage).max(1000),
      }),
      z.strictObject({ decision: z.literal('deny') }),
    ]),
    consents: (answer: { decision: string }) => answer.decision === 'send',
    right: 'use',
  },
  /** Can the server have the model's answer? */
  review: {
    question: z.object({
      ...fromServer,
      ...modelChoice.shape,
      content,
      stop: z.string(),
      /** As the model's server reported them; zero: it didn't. `cost` in USD. */
      tokens: z.object({ input: z.int(), cached: z.int().optional(), output: z.int(), cost: z.number().optional() }),
      /** Milliseconds. */
      took: z.number(),
      /** Ours: the server's wishes, and what the model's API got of them; `refused`: only without them it answered. */
      wishes: z
        .object({
          temperature: z.object({ value: z.number(), sent: z.boolean() }).optional(),
          stopSequences: z.object({ wanted: z.int(), sent: z.int() }).optional(),
          refused: z.array(z.enum(['temperature', 'stopSequences'])),
        })
        .optional(),
      /** The prompt as sent to the model, and whether it differs from the server's. */
      prompt: z.object({ system: z.string().optional(), messages: z.array(sampledMessage) }),
      edited: z.boolean(),
    }),
    answer: z.discriminatedUnion('decision', [
      /** `content` is present if the user changed it. */
      z.strictObject({ decision: z.literal('send'), content: content.max(1000).optional() }),
      z.strictObject({ decision: z.enum(['withhold', 'again']) }),
    ]),
    consents: (answer: { decision: string }) => answer.decision !== 'withhold',
    right: 'use',
  },
} as const
