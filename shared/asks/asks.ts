import { z } from 'zod'
import { isObject, type JsonObject, type JsonValue } from '../schema/json.ts'
import { serverAsks } from './server-asks.ts'
import { signInAsks } from './sign-in-asks.ts'

/**
 * A piece of an argument that stands, as it is or encoded, in something the model was given. Offsets count UTF-16 code
 * units; both are 0 where it is the name of the member.
 */
const flow = z.object({
  /** Which string of the arguments (RFC 6901), and where in it. */
  at: z.string(),
  start: z.int(),
  end: z.int(),
  source: z.discriminatedUnion('kind', [
    z.object({ kind: z.literal('result'), call: z.string(), server: z.string(), tool: z.string() }),
    /** `server` is there where it did not come from a file but from that server. */
    z.object({ kind: z.literal('attachment'), turn: z.string(), name: z.string(), server: z.string().optional() }),
  ]),
})

/** How many definitions one question is about. */
export const mostItems = 200

const json = z.custom<JsonValue>((value) => value !== undefined)

/** What a server claims about a tool (`annotations`), with the specification's defaults where it says nothing. */
const claims = z.object({
  readOnly: z.boolean(),
  destructive: z.boolean(),
  idempotent: z.boolean(),
  openWorld: z.boolean(),
})

/** Exactly what starting a server would run. `hash` stands for all of it and for the values of its environment. */
const launch = z.object({
  /** As the configuration says it. */
  command: z.string(),
  /** Absolute path of the program that was found for it. */
  path: z.string(),
  args: z.array(z.string()),
  cwd: z.string(),
  environment: z.array(
    z.object({
      name: z.string(),
      from: z.enum(['configuration', 'secret', 'inherited']),
      /** The name of the secret that is its value. Earlier releases did not say it. */
      secret: z.string().optional(),
    }),
  ),
  /** SHA-256 of the program's file in hex; absent where it may be run but not read. */
  sha256: z.string().optional(),
  hash: z.string(),
})

/** Where a server would be reached, and what it would be sent with every request. */
const address = z.object({
  url: z.string(),
  headers: z.record(z.string(), z.union([z.string(), z.object({ secret: z.string() })])),
})

/** What is odd about a definition, whatever it defines. */
const suspicion = z.enum(['hidden-characters', 'look-alike', 'names-another-server'])

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
      /** Places in the arguments (RFC 6901) that were left out and have the tool's defaults. */
      filled: z.array(z.string()).optional(),
      /** The definition that the person was shown before this one, where it changed while she was being asked. */
      changedFrom: z.string().optional(),
      /** Why it is asked although a rule would let it through. */
      because: z.enum(['rule', 'destructive', 'flow']).optional(),
      /**
       * What in the arguments came from another server or an attachment, in the order of the places; empty where
       * nothing did, absent where nobody could tell in time.
       */
      flows: z.array(flow).optional(),
    }),
    answer: z.discriminatedUnion('decision', [
      z.strictObject({
        decision: z.literal('allow'),
        scope: z.enum(['once', 'conversation']),
        /** What is to be sent in place of the arguments that were shown. */
        arguments: z.custom<JsonObject>(isObject, 'The arguments must be an object').optional(),
      }),
      z.strictObject({ decision: z.literal('deny'), reason: z.string().max(2000).optional() }),
    ]),
    /** Consents wait for the log; everything else is a brake and never waits. */
    consents: (answer: { decision: string }) => answer.decision === 'allow',
    /** Who may answer. */
    right: 'use',
  },
  /** May this program be started as this server? Asked before its first start, and again when any of it has changed. */
  trust: {
    question: z.object({
      server: z.string(),
      launch,
      /** What was trusted for this server before, where there was something. */
      before: launch.optional(),
    }),
    answer: z.strictObject({ decision: z.enum(['trust', 'leave-off']) }),
    consents: (answer: { decision: string }) => answer.decision === 'trust',
    right: 'admin',
  },
  /** May Atrium connect to this address as this server? Asked where it appeared or moved in the file. */
  address: {
    question: z.object({
      server: z.string(),
      address,
      /** What the person entered, or was asked about, before. */
      before: address.optional(),
    }),
    answer: z.strictObject({ decision: z.enum(['connect', 'leave-off']) }),
    consents: (answer: { decision: string }) => answer.decision === 'connect',
    right: 'admin',
  },
  /** May models see and use these definitions of a server, which came or changed after its catalogue was pinned? */
  definitions: {
    question: z.object({
      server: z.string(),
      /** See `PinnedItems`; the hashes name definitions, see `getDefinition`. More than these are asked about afterwards. */
      items: z
        .array(
          z.object({
            item: z.string(),
            hash: z.string(),
            /** What is pinned under this item; absent where it is new. */
            before: z.string().optional(),
            suspicions: z.array(suspicion),
          }),
        )
        .max(mostItems),
    }),
    answer: z
      .strictObject({
        decision: z.enum(['accept', 'keep-off']),
        /** What is accepted of the question's items; the others are kept off. */
        items: z.array(z.string().max(1000)).max(mostItems),
      })
      .refine(({ decision, items }) => (decision === 'accept') === items.length > 0, {
        path: ['items'],
        message: 'must name what is accepted, and nothing where all is kept off',
      }),
    consents: (answer: { decision: string }) => answer.decision === 'accept',
    right: 'admin',
  },
  ...serverAsks,
  ...signInAsks,
} as const

export type AskKind = keyof typeof asks
export type Question<K extends AskKind> = z.infer<(typeof asks)[K]['question']>
export type Answer<K extends AskKind> = z.infer<(typeof asks)[K]['answer']>
export type Flow = z.infer<typeof flow>
export type Claims = z.infer<typeof claims>
export type Launch = z.infer<typeof launch>
export type Suspicion = z.infer<typeof suspicion>

/** The call, turn and conversation that a question belongs to, as far as it is known exactly. */
export type Operation = { conversation: string; turn: string; call: string }

/** A question that waits for a person. An answer must name `contentHash`: it is refused if it was given to something else. */
export type Ask = {
  [K in AskKind]: { id: string; kind: K; question: Question<K>; contentHash: string; operation?: Operation | undefined }
}[AskKind]
