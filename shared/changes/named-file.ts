import { z } from 'zod'
import type { StoredValue } from '../schema/json.ts'

/** Max files of one call that Atrium looks at; further ones count as not named. */
export const mostFiles = 4

const kept = z.custom<StoredValue>((value) => value !== undefined)

/** A file's content at one moment, as Atrium read it. `bytes` is its size, `hash` the SHA-256 of its bytes in hex. */
const found = z.discriminatedUnion('state', [
  z.object({ state: z.literal('absent') }),
  z.object({
    state: z.literal('text'),
    bytes: z.int(),
    lines: z.int(),
    hash: z.string(),
    /** A JSON string. Absent if only the figures matter. */
    text: kept.optional(),
    /** The text is left out because it contains a known secret. */
    redacted: z.literal(true).optional(),
  }),
  /** Not UTF-8, or with a NUL. */
  z.object({ state: z.literal('binary'), bytes: z.int(), hash: z.string() }),
  /** Too large to read. */
  z.object({ state: z.literal('large'), bytes: z.int() }),
  /** A link leads out of the folder; Atrium doesn't follow it. */
  z.object({ state: z.literal('outside') }),
  /** A pipe, socket or device. */
  z.object({ state: z.literal('special') }),
  /** Atrium can't read it, or it changed while Atrium read it. */
  z.object({ state: z.literal('unreadable') }),
  /** It changed too often while the user was asked. */
  z.object({ state: z.literal('restless') }),
])

/** The argument (RFC 6901) that says what the file becomes: all of its text, or a list of edits to it. */
const effect = z.object({ kind: z.enum(['text', 'edits']), at: z.string() })

/** A file that a call's arguments name, in a folder the user gave to its server. */
export const namedFile = z.object({
  /** The argument that names it (RFC 6901). */
  at: z.string(),
  /** Absolute path. */
  path: z.string(),
  found,
  /** Absent if the arguments don't say what the file becomes. */
  effect: effect.optional(),
})

export type Found = z.infer<typeof found>
export type Effect = z.infer<typeof effect>
export type NamedFile = z.infer<typeof namedFile>

/**
 * A file's end, read again after the call. `as-proposed`: exactly what the arguments say. `otherwise`: it
 * changed, but to something else. `changed`: the arguments don't say to what. `unknown`: Atrium couldn't read it.
 */
export type FileEnd = {
  path: string
  end: 'as-proposed' | 'otherwise' | 'changed' | 'not-changed' | 'unknown'
  /** Absent if it is unknown, or as proposed. Has its text only if it became something else. */
  now?: Found | undefined
}

/** The stored values in files, for an event's row. */
export const textsOf = (founds: readonly (Found | undefined)[]): StoredValue[] =>
  founds.flatMap((one) => (one?.state === 'text' && one.text ? [one.text] : []))
