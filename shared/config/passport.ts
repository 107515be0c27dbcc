import { z } from 'zod'
import { serverId } from './server-config.ts'

/** The version of the format that this release writes, and the only one it reads. */
export const passportVersion = 1

/** Max characters of a passport's text. */
export const longestPassport = 1_048_576

/** Max definitions in a passport, and max lines of each of its other lists. */
export const mostDefinitions = 5000
const mostLines = 50

/** Max names in one line of the history. */
export const mostNames = 10

const time = z.int().min(0)
const count = z.int().min(0)
const hash = z.string().regex(/^[0-9a-f]{64}$/)
const name = z.string().min(1).max(1000)
/** Text that the passport's server chose, cut to this length when written. */
const short = z.string().max(200)

/** Environment variables or headers: names only. */
const named = z.array(z.strictObject({ name: z.string().min(1).max(256), secret: z.boolean() })).max(256)

/** Where the server runs. Secrets are placeholders such as `<token>`, and the home folder is `~`. */
const reached = z.discriminatedUnion('type', [
  z.strictObject({
    type: z.literal('stdio'),
    command: z.string().min(1).max(4096),
    args: z.array(z.string().max(32_768)).max(256),
    cwd: z.string().min(1).max(4096).optional(),
    env: named,
    /** The program as the user trusted it last: its path, and its file's SHA-256 if that could be read. */
    trusted: z.strictObject({ path: z.string().max(4096), sha256: hash.optional(), at: time }).optional(),
  }),
  z.strictObject({ type: z.literal('http'), url: z.string().min(1).max(4096), headers: named }),
])

/**
 * One event in the server's life. `names` are the first ones of `count` definitions; both are empty for events that
 * aren't about definitions.
 */
const historyLine = z.strictObject({
  at: time,
  what: z.enum(['added', 'changed', 'trusted', 'offered', 'withdrawn', 'accepted', 'blocked', 'passport']),
  by: z.enum(['user', 'host', 'file', 'server']),
  count,
  names: z.array(short).max(mostNames),
})

/** Calls since the server was added, by their end. */
const calls = z.strictObject({
  allowedByUser: count,
  allowedByRule: count,
  deniedByUser: count,
  deniedByRule: count,
  succeeded: count,
  failed: count,
  /** Timed out or interrupted, so the server may have run them. */
  unknown: count,
})

const use = z.strictObject({
  starts: count,
  failedStarts: count,
  calls,
  /** The tools with the most calls. */
  tools: z.array(z.strictObject({ name: short, ran: count, denied: count, failed: count })).max(mostLines),
  /** Rules in force; `conditions` counts those on arguments. */
  rules: z
    .array(z.strictObject({ effect: z.enum(['allow', 'ask', 'deny']), tool: short.optional(), conditions: count }))
    .max(mostLines),
  moreRules: count,
})

/** Forms in which the server seemed to ask for a secret: the names of those fields, and the user's answer. */
const secretForms = z.strictObject({
  count,
  latest: z
    .array(
      z.strictObject({
        at: time,
        fields: z.array(short).max(mostNames),
        answer: z.enum(['submitted', 'declined', 'left', 'none']),
      }),
    )
    .max(20),
})

/** A passport without its signature. No member contains a secret's value, an argument of a call or a result. */
export const passportBody = z.strictObject({
  /** The first member in canonical JSON, so a passport can be recognised by its beginning. */
  atriumPassport: z.literal(passportVersion),
  issuedAt: time,
  /** The version of Atrium that wrote it. */
  release: z.string().min(1).max(64),
  server: z.strictObject({ id: serverId, name: z.string().min(1).max(64).optional(), reached }),
  offers: z.strictObject({
    /** The accepted definitions: keys as in `PinnedItems`, each once, in their order. */
    definitions: z
      .array(z.strictObject({ item: name, hash }))
      .max(mostDefinitions)
      .refine((all) => all.every(({ item }, index) => index === 0 || (all[index - 1]?.item ?? '') < item)),
    /** How many listed definitions wait for a review. */
    waiting: count,
    resources: count,
  }),
  history: z.array(historyLine).max(mostLines),
  /** Earlier lines that were left out. */
  earlier: count,
  use,
  secretForms,
  /** The public key (Ed25519, raw, base64) that signs the audit log from which this was written. */
  key: z.string().regex(/^[A-Za-z0-9+/]{43}=$/),
})

/** A passport's file. The signature is Ed25519 in Base64, over the body's canonical JSON. */
export const signedPassport = passportBody.extend({ signature: z.string().regex(/^[A-Za-z0-9+/]{86}==$/) })

export type PassportBody = z.infer<typeof passportBody>
export type Passport = z.infer<typeof signedPassport>

/** Whether a text is meant to be a passport, valid or not. */
export const isPassportText = (text: string): boolean => text.includes('"atriumPassport"')
