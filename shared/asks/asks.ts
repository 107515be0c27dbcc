import { z } from 'zod'
import { mostFiles, namedFile } from '../changes/named-file.ts'
import { bounds } from '../config/bounds.ts'
import { namedDomain } from '../content/judged-app.ts'
import { isObject, type JsonObject, type JsonValue } from '../schema/json.ts'
import { serverAsks } from './server-asks.ts'
import { signInAsks } from './sign-in-asks.ts'

/**
 * Part of an argument that appears, as is or encoded, in something the model was given. Offsets count UTF-16 code
 * units; both are 0 if the match is the member's name.
 */
const flow = z.object({
  /** The string in the arguments (RFC 6901), and the position in it. */
  at: z.string(),
  start: z.int(),
  end: z.int(),
  source: z.discriminatedUnion('kind', [
    z.object({ kind: z.literal('result'), call: z.string(), server: z.string(), tool: z.string() }),
    /** `server` is present if the attachment came from that server instead of a file. */
    z.object({ kind: z.literal('attachment'), turn: z.string(), name: z.string(), server: z.string().optional() }),
  ]),
})

/** Max definitions in one question. */
export const mostItems = 200

/** Max servers of skills that a question names. */
export const mostSkillServers = 20

const json = z.custom<JsonValue>((value) => value !== undefined)

/** A server's claims about a tool (`annotations`); the specification's defaults fill the gaps. */
const claims = z.object({
  readOnly: z.boolean(),
  destructive: z.boolean(),
  idempotent: z.boolean(),
  openWorld: z.boolean(),
})

/** Exactly what starting a server would run. `hash` covers all of it, including environment values. */
const launch = z.object({
  /** As written in the configuration. */
  command: z.string(),
  /** Absolute path of the program found for it. */
  path: z.string(),
  args: z.array(z.string()),
  cwd: z.string(),
  environment: z.array(
    z.object({
      name: z.string(),
      from: z.enum(['configuration', 'secret', 'inherited']),
      /** Name of the secret that contains the value. Earlier releases didn't record it. */
      secret: z.string().optional(),
    }),
  ),
  /** Secrets that take the place of `${name}` in the arguments. */
  secretArguments: z.array(z.object({ name: z.string(), secret: z.string() })).optional(),
  /** SHA-256 of the program's file in hex; absent if the file can be run but not read. */
  sha256: z.string().optional(),
  /** The device, inode, size and times of the file that was hashed; absent if they don't prove that it is unchanged. */
  file: z.string().optional(),
  /** Its containment; absent if it is open. */
  bounds: bounds.optional(),
  /** Its folders that another contained server may change, or that contain one of that server's. */
  shared: z.array(z.object({ folder: z.string(), server: z.string() })).optional(),
  hash: z.string(),
})

/** The URL of a server, and what every request to it would carry. */
const address = z.object({
  url: z.string(),
  headers: z.record(z.string(), z.union([z.string(), z.object({ secret: z.string() })])),
})

/** Reasons to be suspicious of a definition, of any kind; from `mentions-files` on, only of a changed one. */
const suspicion = z.enum([
  'hidden-characters',
  'look-alike',
  'names-another-server',
  'mentions-files',
  'mentions-secrets',
  'mentions-tools',
  'not-read-only',
  'destructive',
])

/** The host's questions to a user, and the valid answers. One row per kind; no other kinds exist. */
export const asks = {
  /** Can this tool call go to its server? */
  approval: {
    question: z.object({
      server: z.string(),
      tool: z.string(),
      /** Hash of the definition shown to the user; see `getDefinition`. */
      definition: z.string(),
      title: z.string().optional(),
      description: z.string(),
      claims,
      arguments: json,
      /** Positions in the arguments (RFC 6901) that were left out and got the tool's defaults. */
      filled: z.array(z.string()).optional(),
      /** The definition shown before this one, if it changed while the question was open. */
      changedFrom: z.string().optional(),
      /** Why Atrium asks although a rule would allow the call. */
      because: z.enum(['rule', 'destructive', 'flow']).optional(),
      /**
       * Parts of the arguments from another server or an attachment, in order of position; empty if there are none,
       * absent if tracing didn't finish in time.
       */
      flows: z.array(flow).optional(),
      /** Files that the arguments name in the server's folders, as Atrium read them; absent if there are none. */
      files: z.array(namedFile).max(mostFiles).optional(),
      /** A file changed while an earlier question about this call was open. */
      filesChanged: z.literal(true).optional(),
      /** Present if an app of the server makes the call: the tool whose result it shows. */
      page: z.object({ tool: z.string(), title: z.string().optional() }).optional(),
      /** For a read: other servers whose skills the model was given (SEP-2640, Origin-scoped resource reads). */
      skillsOf: z.array(z.string()).max(mostSkillServers).optional(),
    }),
    answer: z.discriminatedUnion('decision', [
      z.strictObject({
        decision: z.literal('allow'),
        /** `page`: all its calls to this tool, in this definition, until it is closed. Only for an app's call. */
        scope: z.enum(['once', 'conversation', 'page']),
        /** Sent instead of the arguments shown. */
        arguments: z.custom<JsonObject>(isObject, 'The arguments must be an object').optional(),
      }),
      z.strictObject({ decision: z.literal('deny'), reason: z.string().max(2000).optional() }),
    ]),
    /** Consents wait for the log; all other answers only stop things and never wait. */
    consents: (answer: { decision: string }) => answer.decision === 'allow',
    /** The right needed to answer. */
    right: 'use',
  },
  /** Can Atrium start this program as this server? Asked before the first start, and again when any of it changes. */
  trust: {
    question: z.object({
      server: z.string(),
      launch,
      /** The program the user trusted for this server before, if any. */
      before: launch.optional(),
    }),
    answer: z.strictObject({ decision: z.enum(['trust', 'leave-off']) }),
    consents: (answer: { decision: string }) => answer.decision === 'trust',
    right: 'admin',
  },
  /** Can Atrium connect to this address as this server? Asked when the address appears or changes in the file. */
  address: {
    question: z.object({
      server: z.string(),
      address,
      /** The address the user entered, or answered a question about, before. */
      before: address.optional(),
    }),
    answer: z.strictObject({ decision: z.enum(['connect', 'leave-off']) }),
    consents: (answer: { decision: string }) => answer.decision === 'connect',
    right: 'admin',
  },
  /** Can models see and use these definitions, which are new or changed since the server's catalogue was pinned? */
  definitions: {
    question: z.object({
      server: z.string(),
      /** See `PinnedItems`; the hashes name definitions (`getDefinition`). A later question covers the rest. */
      items: z
        .array(
          z.object({
            item: z.string(),
            hash: z.string(),
            /** The definition pinned for this item; absent if it's new. */
            before: z.string().optional(),
            /** The definition in the server's passport, for an item that was never accepted; absent if there is none. */
            expected: z.string().optional(),
            suspicions: z.array(suspicion),
          }),
        )
        .max(mostItems),
    }),
    answer: z
      .strictObject({
        decision: z.enum(['accept', 'keep-off']),
        /** The items the user accepts; the others stay in quarantine. */
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
  /**
   * Can this app of a server run in the window (MCP Apps)? Asked once per tool's definition and document, and again
   * when its hosts change.
   */
  'server-page': {
    question: z.object({
      server: z.string(),
      tool: z.string(),
      title: z.string().optional(),
      uri: z.string(),
      /** SHA-256 of the document in hex; the answer is for exactly this one. */
      hash: z.string(),
      bytes: z.int(),
      /** Everything it wants to reach; what Atrium refuses has a reason. */
      domains: z.array(namedDomain),
      /** How many further hosts it names, all refused. */
      leftOut: z.int(),
      /** Permissions of the browser that it wants, all refused. */
      permissions: z.array(z.string()),
      /** The hosts that an earlier document of this tool could reach, if the user let that one be shown. */
      before: z.object({ hash: z.string(), domains: z.array(z.string()) }).optional(),
    }),
    answer: z.strictObject({ decision: z.enum(['show', 'leave']) }),
    consents: (answer: { decision: string }) => answer.decision === 'show',
    right: 'use',
  },
  /** Can this app of a server have a URL opened, which the answering window does, or files saved? Asked each time. */
  'page-wish': {
    question: z.object({
      server: z.string(),
      tool: z.string(),
      title: z.string().optional(),
      url: z.string().optional(),
      /** As the app wrote the URL, if a parser reads it differently. */
      written: z.string().optional(),
      /** Cleaned names; `runs`: systems may run a file with this ending. */
      files: z
        .array(z.object({ name: z.string(), type: z.string(), bytes: z.int(), runs: z.literal(true).optional() }))
        .optional(),
    }),
    answer: z.strictObject({ decision: z.enum(['allow', 'deny']) }),
    consents: (answer: { decision: string }) => answer.decision === 'allow',
    right: 'use',
  },
} as const

/** The kinds of questions. */
export type AskKind = keyof typeof asks
export type Question<K extends AskKind> = z.infer<(typeof asks)[K]['question']>
export type Answer<K extends AskKind> = z.infer<(typeof asks)[K]['answer']>
export type Flow = z.infer<typeof flow>
export type Claims = z.infer<typeof claims>
export type Launch = z.infer<typeof launch>
export type Suspicion = z.infer<typeof suspicion>

/** The call, turn and conversation a question belongs to, as far as known exactly. */
export type Operation = { conversation: string; turn: string; call: string }

/** An open question for the user. An answer must name `contentHash`; Atrium refuses an answer to other content. */
export type Ask = {
  [K in AskKind]: {
    id: string
    kind: K
    question: Question<K>
    contentHash: string
    operation?: Operation | undefined
    /** Epoch milliseconds. Earlier releases didn't record it. */
    openedAt?: number | undefined
  }
}[AskKind]
