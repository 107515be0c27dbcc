import { isObject, type JsonObject, type JsonValue } from '../../shared/json.ts'
import type { SecretStore } from './platform.ts'

/** Shorter values are not replaced: they occur in any text by chance, and a text full of holes would give them away. */
const shortest = 6

/** What stands where the value of a secret stood. */
export const markerOf = (name: string): string => `[secret ${name}]`

/** The forms of values that are known, each with the name of its secret. */
export type KnownForms = ReadonlyMap<string, string>
/** What stands where a text had the shape of a token that is no known secret. */
const tokenMarker = '[looks like a secret]'

/** As those who issue tokens shape them, and what follows `Bearer`. */
const shapes = [
  /[sr]k[-_](?=[\w-]*\d)[\w-]{20,}/,
  /gh[oprsu]_\w{30,}/,
  /github_pat_\w{30,}/,
  /xox[a-z]-[\w-]{10,}/,
  /(?:glpat|pypi)-[\w-]{20,}/,
  /(?:npm|hf)_[A-Za-z0-9]{30,}/,
  /(?:AKIA|ASIA)[A-Z0-9]{16}/,
  /AIza[\w-]{30,}/,
  /eyJ[\w-]{8,}\.[\w-]{8,}\.[\w-]*/,
  /(?<=[Bb]earer )[\w.~+/-]{16,}=*/,
]

/** A match begins where a word does, so that no character is looked at for more than one beginning. */
const tokenShape = new RegExp(`(?<![\\w-])(?:${shapes.map(({ source }) => source).join('|')})(?![\\w-])`, 'g')

/**
 * The values of secrets that the host has read or set, and the one place where they are taken out of what enters it:
 * people, the model and the disk see the same text afterwards. A value is known as it is, escaped as in JSON, encoded
 * as in URLs, and in base64 as a whole. It stays known when the store forgets it: a server may still have it.
 */
export class Redaction {
  /** By form, the name of its secret. */
  readonly #forms = new Map<string, string>()
  #pattern: RegExp | undefined
  #longest = 0

  /** For another thread: what is known there is not more than what was known here then. */
  static of(forms: KnownForms): Redaction {
    const redaction = new Redaction()
    for (const [form, name] of forms) redaction.#forms.set(form, name)
    redaction.#compile()
    return redaction
  }

  get forms(): KnownForms {
    return this.#forms
  }

  /** The store, of which each value that is read or set is known from then on. */
  remember(store: SecretStore): SecretStore {
    return {
      get: async (name) => {
        const value = await store.get(name)
        if (value !== undefined) this.#learn(name, value)
        return value
      },
      set: async (name, value) => {
        this.#learn(name, value)
        await store.set(name, value)
      },
      keep: (name, value) => {
        this.#learn(name, value)
        return store.keep(name, value)
      },
      delete: (name) => store.delete(name),
      names: () => store.names(),
    }
  }

  /** Another secret, of which no store knows; `name` is what it is called where it stood. */
  heed(name: string, value: string): void {
    this.#learn(name, value)
  }

  /** Another one has taken the place of this value; it is not looked for any more. */
  forget(value: string): void {
    for (const form of formsOf(value)) this.#forms.delete(form)
    this.#compile()
  }

  text(text: string): string {
    return this.#pattern ? text.replaceAll(this.#pattern, (form) => markerOf(this.#forms.get(form) ?? '')) : text
  }

  /** For logs and diagnostics, which nothing works with: what only looks like a token is taken out as well. */
  readonly diagnostic = (text: string): string => this.text(text).replaceAll(tokenShape, tokenMarker)

  /** The value itself where nothing in it had to be replaced. */
  json(value: JsonValue): JsonValue {
    return this.#pattern ? this.#walk(value) : value
  }

  /**
   * A JSON-RPC message. What it answers and which kind it is stay what they are, and so does what only goes back to the
   * server that wrote it (2026-07-28, patterns/mrtr).
   */
  message(message: JsonObject): JsonObject {
    if (!this.#pattern) return message
    const clean = { ...message }
    for (const member of ['params', 'result', 'error']) {
      const value = message[member]
      if (value !== undefined) clean[member] = this.#walk(value)
    }
    const { result } = message
    const state = isObject(result) && result['resultType'] === 'input_required' ? result['requestState'] : undefined
    if (typeof state === 'string' && isObject(clean['result']))
      clean['result'] = { ...clean['result'], requestState: state }
    return clean
  }

  /** The name of a secret whose value is in there, if any is. */
  find(value: JsonValue): string | undefined {
    if (!this.#pattern) return undefined
    if (typeof value === 'string') {
      const [form] = value.match(this.#pattern) ?? []
      return form === undefined ? undefined : this.#forms.get(form)
    }
    const parts = Array.isArray(value) ? value : isObject(value) ? Object.entries(value).flat() : []
    for (const part of parts) {
      const found = this.find(part)
      if (found !== undefined) return found
    }
    return undefined
  }

  /** How many characters at the end of a text may be the beginning of a value. */
  beginning(text: string): number {
    for (let from = Math.max(0, text.length - this.#longest + 1); from < text.length; from++) {
      const tail = text.slice(from)
      for (const form of this.#forms.keys()) if (form.startsWith(tail)) return tail.length
    }
    return 0
  }

  #learn(name: string, value: string): void {
    // In "Bearer abc" the second word is the secret.
    const [, credentials = ''] = /^\S+ (\S+)$/.exec(value) ?? []
    const before = this.#forms.size
    for (const known of [value, credentials])
      if (known.length >= shortest) for (const form of formsOf(known)) this.#forms.set(form, name)
    if (this.#forms.size > before) this.#compile()
  }

  #compile(): void {
    const longestFirst = [...this.#forms.keys()].toSorted((a, b) => b.length - a.length)
    this.#longest = longestFirst[0]?.length ?? 0
    this.#pattern = longestFirst.length > 0 ? new RegExp(longestFirst.map(literally).join('|'), 'g') : undefined
  }

  #walk(value: JsonValue): JsonValue {
    if (typeof value === 'string') return this.text(value)
    if (typeof value === 'number') {
      const name = this.#forms.get(String(value))
      return name === undefined ? value : markerOf(name)
    }
    if (Array.isArray(value)) {
      const clean = value.map((item) => this.#walk(item))
      return clean.some((item, index) => item !== value[index]) ? clean : value
    }
    if (!isObject(value)) return value
    const entries = Object.entries(value)
    const clean = entries.map(([key, item]): [string, JsonValue] => [this.text(key), this.#walk(item)])
    const isSame = clean.every(([key, item], index) => key === entries[index]?.[0] && item === entries[index][1])
    return isSame ? value : Object.fromEntries(clean)
  }
}

/** A value as it is and as it usually travels. Base64 is without its padding, which then stays behind. */
function formsOf(value: string): string[] {
  const escaped = JSON.stringify(value).slice(1, -1)
  const ascii = escaped.replaceAll(
    /[^ -~]/g,
    (unit) => String.raw`\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
  const inUrl = encodeURIComponent(value.toWellFormed())
  const base64 = Buffer.from(value).toString('base64').replace(/=+$/, '')
  const lower = inUrl.replaceAll(/%../g, (octet) => octet.toLowerCase())
  const base64Url = Buffer.from(value).toString('base64url')
  return [value, escaped, escaped.replaceAll('/', String.raw`\/`), ascii, inUrl, lower, base64, base64Url]
}

const literally = (text: string): string => text.replaceAll(/[\\^$.*+?()[\]{}|/]/g, String.raw`\$&`)
