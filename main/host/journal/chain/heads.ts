import {
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  hash as hashWith,
  sign,
  verify,
  type KeyObject,
} from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { isObject, parseJson } from '../../../../shared/schema/json.ts'

/** A signed statement that record `seq` had this hash, which covers all earlier records. `at` is epoch milliseconds. */
export type Head = { seq: number; hash: string; at: number; key: string; sig: string }

/** The path of a database's heads: a separate file, so replacing or shortening the database leaves them intact. */
export const headsFileOf = (database: string): string => join(dirname(database), 'audit.heads.jsonl')

/** A signed text begins with its purpose, so no signature can be reused for anything else. */
const headText = ({ seq, hash, at, key }: Omit<Head, 'sig'>): string =>
  `atrium log head 1\n${seq}\n${hash}\n${at}\n${key}`

const keyText = (key: string): string => `atrium log key 1\n${key}`

const passportText = (body: string): string => `atrium passport 1\n${body}`

const exportText = (facts: string): string => `atrium log export 1\n${facts}`

/** An Ed25519 key that signs heads. `name` is its public half, raw, in base64. */
export class SigningKey {
  readonly name: string
  readonly #key: KeyObject

  private constructor(key: KeyObject) {
    this.#key = key
    const { x = '' } = createPublicKey(key).export({ format: 'jwk' })
    this.name = Buffer.from(x, 'base64url').toString('base64')
  }

  static generate(): SigningKey {
    return new SigningKey(generateKeyPairSync('ed25519').privateKey)
  }

  /** The key in a text from `secret`; undefined if the text isn't one. */
  static from(secret: string): SigningKey | undefined {
    try {
      const key = createPrivateKey({ key: Buffer.from(secret, 'base64'), format: 'der', type: 'pkcs8' })
      return key.asymmetricKeyType === 'ed25519' ? new SigningKey(key) : undefined
    } catch {
      return undefined
    }
  }

  /** The input of `from`; belongs in the secret store and nowhere else. */
  get secret(): string {
    return this.#key.export({ format: 'der', type: 'pkcs8' }).toString('base64')
  }

  signHead(seq: number, hash: string, at: number): Head {
    const head = { seq, hash, at, key: this.name }
    return { ...head, sig: this.#sign(headText(head)) }
  }

  /** The signature of a `log.key` event that introduces the next key. */
  signKey(next: string): string {
    return this.#sign(keyText(next))
  }

  /** The signature of a server's passport, given its canonical JSON, which names this key. */
  signPassport(body: string): string {
    return this.#sign(passportText(body))
  }

  /** The signature of an export's facts, which name this key. */
  signExport(facts: string): string {
    return this.#sign(exportText(facts))
  }

  #sign(text: string): string {
    return sign(null, Buffer.from(text), this.#key).toString('base64')
  }
}

/** Whether a head is signed by the key it names. */
export const isSigned = (head: Head): boolean => isSignature(head.sig, headText(head), head.key)

/** Whether `old` signed the introduction of the key `next`. */
export const isIntroducedBy = (old: string, next: string, signature: string): boolean =>
  isSignature(signature, keyText(next), old)

/** Whether `key` signed a passport with this canonical JSON. */
export const isPassportSigned = (body: string, key: string, signature: string): boolean =>
  isSignature(signature, passportText(body), key)

/** Whether `key` signed an export's facts. */
export const isExportSigned = (facts: string, key: string, signature: string): boolean =>
  isSignature(signature, exportText(facts), key)

/** A public key for people to compare: the first 128 bits of its SHA-256, in groups of four hexadecimal digits. */
export const fingerprintOf = (key: string): string =>
  (hashWith('sha256', Buffer.from(key, 'base64')).slice(0, 32).toUpperCase().match(/.{4}/g) ?? []).join(' ')

function isSignature(signature: string, text: string, key: string): boolean {
  const bytes = Buffer.from(signature, 'base64')
  // Base64 has spare bits: only the canonical form counts, so no other text passes for it.
  if (bytes.toString('base64') !== signature) return false
  try {
    const jwk = { kty: 'OKP', crv: 'Ed25519', x: Buffer.from(key, 'base64').toString('base64url') }
    return verify(null, Buffer.from(text), createPublicKey({ key: jwk, format: 'jwk' }), bytes)
  } catch {
    return false
  }
}

/** A head as a line of the file of heads, without its line break. */
export const headLine = ({ seq, hash, at, key, sig }: Head): string => JSON.stringify({ seq, hash, at, key, sig })

/** The head in a line; undefined if the line isn't exactly what `headLine` writes. */
export function parseHead(line: string): Head | undefined {
  const value = parseJson(line)
  if (!isObject(value)) return undefined
  const { seq, hash, at, key, sig } = value
  if (typeof seq !== 'number' || typeof at !== 'number') return undefined
  if (typeof hash !== 'string' || typeof key !== 'string' || typeof sig !== 'string') return undefined
  const head = { seq, hash, at, key, sig }
  return headLine(head) === line && Number.isSafeInteger(seq) && seq > 0 ? head : undefined
}

/** A log's heads in order of their records. `damaged` is the first invalid line. */
export type Heads = { heads: Head[]; damaged?: { line: number; seq: number } }

/** Reads the file of heads. Text after the last line break was cut off by a crash and doesn't count. */
export function readHeads(text: string): Heads {
  const lines = text.split('\n').slice(0, -1)
  const heads: Head[] = []
  let damaged: Heads['damaged']
  lines.forEach((line, i) => {
    const head = parseHead(line)
    if (head) heads.push(head)
    else damaged ??= { line: i + 1, seq: (heads.at(-1)?.seq ?? 0) + 1 }
  })
  return { heads: heads.toSorted((a, b) => a.seq - b.seq), ...(damaged && { damaged }) }
}

/** A database's heads. */
export function headsOf(database: string): Heads {
  const file = headsFileOf(database)
  return readHeads(existsSync(file) ? readFileSync(file, 'utf8') : '')
}
