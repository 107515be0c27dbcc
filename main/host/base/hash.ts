import { hash } from 'node:crypto'
import type { Ask } from '../../../shared/asks/asks.ts'
import { canonical } from '../../../shared/schema/canonical.ts'
import type { JsonValue } from '../../../shared/schema/json.ts'

/** SHA-256 in lower-case hexadecimal. */
export const sha256 = (data: string | Uint8Array): string => hash('sha256', data)

/** A JSON value's identity: the hash of its canonical form, so key order doesn't matter. */
export const hashOf = (value: JsonValue): string => sha256(canonical(value))

/** An ask's `contentHash`: of everything that its user is shown. */
export const contentHashOf = ({ kind, question, operation }: Pick<Ask, 'kind' | 'question' | 'operation'>): string =>
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- questions are JSON, by their schemas
  hashOf({ kind, question, operation: operation ?? null } as unknown as JsonValue)

/** The JSON text of a value, its SHA-256 in hex, and its size in bytes. */
export type HashedText = { text: string; hash: string; bytes: number }

/** The hash is of the text as `JSON.stringify` writes it, not of the canonical one. */
export function hashedText(value: JsonValue): HashedText {
  const text = JSON.stringify(value)
  return { text, hash: sha256(text), bytes: Buffer.byteLength(text) }
}

/** Names a task on screen and in the log without its ID, which works like a password. */
export const taskLabel = (id: string): string => `task-${sha256(id).slice(0, 12)}`
