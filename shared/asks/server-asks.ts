import { z } from 'zod'
import { isObject, type JsonObject, type JsonValue } from '../schema/json.ts'
import { modelChoice } from '../config/settings.ts'

/** What every question of a server has: which one it is, and, where it is not certain which call it belongs to, the calls that run. */
const fromServer = { server: z.string(), running: z.array(z.string()) }
const object = z.custom<JsonObject>(isObject)
const content = z.array(z.custom<JsonValue>((value) => value !== undefined))

/** Not answering, told to the server as what it is: she does not want to, or she left the question. */
const declined = z.strictObject({ action: z.enum(['decline', 'cancel']) })

/** What a model is to be asked for a server (client/sampling). */
const sampledMessage = z.object({ role: z.enum(['user', 'assistant']), content })

/** The questions that servers ask. Everything in them but `server`, `running` and what is said to be ours is the server's. */
export const serverAsks = {
  /** A form of the server's; see `shared/schema/forms.ts` for its fields (client/elicitation, form mode). */
  form: {
    question: z.object({
      ...fromServer,
      message: z.string(),
      schema: object,
      /** Ours: the names of fields that seem to ask for a secret; `''` where the message does. */
      secrets: z.array(z.string()),
    }),
    answer: z.discriminatedUnion('action', [
      /** `insists`: she gives it although it seems to be a secret. */
      z.strictObject({ action: z.literal('accept'), content: object, insists: z.literal(true).optional() }),
      declined,
    ]),
    consents: (answer: { action: string }) => answer.action === 'accept',
    right: 'use',
  },
  /** May this page be opened in the system's browser (client/elicitation, URL mode)? The window that answers opens it. */
  url: {
    question: z.object({
      ...fromServer,
      message: z.string(),
      /** As the URL parser writes it; always https, or http on this computer. */
      url: z.string(),
      /** As the server wrote it, where that is not the same. */
      written: z.string().optional(),
    }),
    answer: z.discriminatedUnion('action', [z.strictObject({ action: z.literal('open') }), declined]),
    consents: (answer: { action: string }) => answer.action === 'open',
    right: 'use',
  },
  /** A page was opened: is what had to be done there done? Withdrawn when the server says so itself. */
  visit: {
    question: z.object({ ...fromServer, message: z.string(), url: z.string() }),
    answer: z.strictObject({ action: z.enum(['done', 'cancel']) }),
    consents: (answer: { action: string }) => answer.action === 'done',
    right: 'use',
  },
  /** May this server use a model of the person's (client/sampling)? */
  sampling: {
    question: z.object({
      ...fromServer,
      system: z.string().optional(),
      messages: z.array(sampledMessage),
      /** How long the answer may be, as the server wants it, and as the model can; in tokens. */
      asked: z.int(),
      maxTokens: z.int(),
      temperature: z.number().optional(),
      stopSequences: z.array(z.string()).optional(),
      /** What of other conversations it wants the model to see; it never does. */
      includeContext: z.string().optional(),
      hints: z.array(z.string()),
      /** How much it cares, from 0 to 1. */
      priorities: z.object({
        cost: z.number().optional(),
        speed: z.number().optional(),
        intelligence: z.number().optional(),
      }),
      tools: z.array(z.object({ name: z.string(), description: z.string(), inputSchema: object })),
      /** Ours: the model that fits what it wants best; absent where no model is connected. */
      choice: modelChoice.optional(),
      /** Ours: the how manieth of this server in this hour, and of its call, and how many there may be. */
      count: z.int(),
      limit: z.int(),
      call: z.object({ count: z.int(), limit: z.int() }).optional(),
      /** Ours: why no answer came when this was sent before. */
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
  /** May the server have what the model answered? */
  review: {
    question: z.object({
      ...fromServer,
      ...modelChoice.shape,
      content,
      stop: z.string(),
      tokens: z.object({ input: z.int(), output: z.int() }),
      /** Milliseconds. */
      took: z.number(),
      /** What was sent to the model, and whether that is not what the server wrote. */
      prompt: z.object({ system: z.string().optional(), messages: z.array(sampledMessage) }),
      edited: z.boolean(),
    }),
    answer: z.discriminatedUnion('decision', [
      /** `content` is there where she changed it. */
      z.strictObject({ decision: z.literal('send'), content: content.max(1000).optional() }),
      z.strictObject({ decision: z.enum(['withhold', 'again']) }),
    ]),
    consents: (answer: { decision: string }) => answer.decision !== 'withhold',
    right: 'use',
  },
} as const
