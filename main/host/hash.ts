import { hash } from 'node:crypto'
import { canonical } from '../../shared/canonical.ts'
import type { JsonValue } from '../../shared/json.ts'

/** SHA-256 in lower-case hexadecimal. */
export const sha256 = (data: string | Uint8Array): string => hash('sha256', data)

/** The identity of a JSON value: the hash of its canonical form, so that the order of keys does not matter. */
export const hashOf = (value: JsonValue): string => sha256(canonical(value))
