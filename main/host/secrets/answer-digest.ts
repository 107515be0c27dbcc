import { createHmac, randomBytes } from 'node:crypto'
import { canonical } from '../../../shared/schema/canonical.ts'
import type { JsonObject } from '../../../shared/schema/json.ts'
import type { SecretStore } from '../platform.ts'

/** The name, in the secret store, of the key for the digests of form answers. */
export const answerKeyName = 'log/answers'

/** The digest of an answer to the question with this ID. */
export type AnswerDigester = (ask: string, content: JsonObject) => string

/**
 * Digests of what the user answered in forms: the log has these instead of the answers. The key is in the secret store
 * and in no file of the data folder, so a copy of the log is not enough to try out short answers.
 */
export class AnswerDigest {
  readonly #store: Pick<SecretStore, 'get' | 'keep'>
  #key: Promise<Buffer | undefined> | undefined

  constructor(store: Pick<SecretStore, 'get' | 'keep'>) {
    this.#store = store
  }

  /** Undefined if the secret store keeps no key. */
  async open(): Promise<AnswerDigester | undefined> {
    this.#key ??= this.#find().catch(() => undefined)
    const key = await this.#key
    if (!key) {
      this.#key = undefined
      return undefined
    }
    return (ask, content) =>
      createHmac('sha256', key)
        .update(`atrium form answer 1\n${ask}\n${canonical(content)}`)
        .digest('hex')
  }

  async #find(): Promise<Buffer | undefined> {
    const stored = Buffer.from((await this.#store.get(answerKeyName)) ?? '', 'base64')
    if (stored.length === length) return stored
    const key = randomBytes(length)
    return (await this.#store.keep(answerKeyName, key.toString('base64'))) ? key : undefined
  }
}

/** Bytes of the key. */
const length = 32
