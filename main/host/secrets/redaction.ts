import { isObject, type JsonObject, type JsonValue } from '../../../shared/schema/json.ts'
import { parseStored } from '../../../shared/risk/secret-names.ts'
import { isCommonWord, isDistinctive } from './distinctive.ts'
import type { SecretStore } from '../platform.ts'
import { type Place, stays, within } from './protocol-members.ts'

/** What stands where the value of a secret stood, for whoever may know which. */
const markerOf = (name: string): string => `[secret ${name}]`
/** The same in the text of a server that has no part in that secret: a name would tell it what it has guessed. */
const foreignMarker = '[secret]'

/** The servers whose names secrets have in them: those a person entered for one, and what was given at its sign-ins. */
const ownerIn = (name: string): string | undefined => /^(?:server|sign-in)\/([^/]+)\//.exec(name)?.[1]

/** The forms of values, each with the name of its secret. */
type Forms = Map<string, string>
/** The same for one reader, with what stands in place of each. */
export type KnownForms = ReadonlyMap<string, { name: string; marker: string }>

/** More different secrets than this in one result are no accident: somebody is being told which guesses are right. */
const mostSecrets = 3
/** A member whose name has so long a value in it is not called so by chance. */
const shortestInName = 16

/** The secrets in one result, by their names. */
export class Found {
  readonly names = new Set<string>()
  isMemberName = false

  /** Why a result is not passed on: members keep their names, and some have no place in it at all. */
  get objection(): 'full-of-secrets' | 'secret-as-name' | undefined {
    if (this.isMemberName) return 'secret-as-name'
    return this.names.size > mostSecrets ? 'full-of-secrets' : undefined
  }
}

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

/** What is known to be secret: by a person everywhere, and what others issued or asked for by the server that has it. */
class Known {
  readonly entered: Forms = new Map()
  readonly given = new Map<string, Forms>()
  /** Grows with each change. */
  version = 0
}

/** Values to look for, all at once. */
class Finder {
  readonly forms: KnownForms
  readonly version: number
  readonly pattern: RegExp | undefined
  readonly #longest: number

  constructor(forms: KnownForms, version: number) {
    const longestFirst = [...forms.keys()].toSorted((a, b) => b.length - a.length)
    this.forms = forms
    this.version = version
    this.pattern = longestFirst.length > 0 ? new RegExp(longestFirst.map(literally).join('|'), 'g') : undefined
    this.#longest = longestFirst[0]?.length ?? 0
  }

  replace(text: string, found?: Found): string {
    if (!this.pattern) return text
    return text.replaceAll(this.pattern, (form) => {
      const { name = '', marker = foreignMarker } = this.forms.get(form) ?? {}
      found?.names.add(name)
      return marker
    })
  }

  /** Whether a long value is in the name of a member. */
  isIn(name: string): boolean {
    if (name.length < shortestInName || !this.pattern) return false
    return (name.match(this.pattern) ?? []).some((form) => form.length >= shortestInName)
  }

  /** How many characters at the end of a text may be the beginning of a value. */
  beginning(text: string): number {
    for (let from = Math.max(0, text.length - this.#longest + 1); from < text.length; from++) {
      const tail = text.slice(from)
      for (const form of this.forms.keys()) if (form.startsWith(tail)) return tail.length
    }
    return 0
  }
}

/**
 * The one place where the values of secrets are taken out of what enters the host: people, the model and the disk see
 * the same text afterwards. A value is known as it is, escaped as in JSON, encoded as in URLs, and in base64 as a whole.
 * It stays known when the store forgets it: a server may still have it.
 *
 * Values that a person entered for Atrium are replaced in every text. What others issued or asked for is replaced only in
 * the text of the server that has it (`of`), in logs and in error output: whoever chooses such a value must not be able
 * to take words out of anything else. Only string values are touched, never what makes a message what it is.
 */
export class Redaction {
  readonly #known: Known
  readonly #server: string | undefined
  #own: Finder
  #any = new Finder(new Map(), -1)

  constructor(known = new Known(), server?: string, forms: KnownForms = new Map()) {
    this.#known = known
    this.#server = server
    this.#own = new Finder(forms, forms.size > 0 ? known.version : -1)
  }

  /** For another thread: what is known there is what was known here then. */
  static knowing(forms: KnownForms): Redaction {
    return new Redaction(new Known(), undefined, forms)
  }

  /** The same, for what this server writes. What is known to one is known to all. */
  of(server: string): Redaction {
    return new Redaction(this.#known, server)
  }

  get forms(): KnownForms {
    return this.#finder.forms
  }

  /** The store, of which each value that is read or set is known from then on. */
  remember(store: SecretStore): SecretStore {
    return {
      get: async (name) => {
        const value = await store.get(name)
        if (value !== undefined) this.enter(parseStored(name).name, value)
        return value
      },
      set: async (name, value) => {
        this.enter(parseStored(name).name, value)
        await store.set(name, value)
      },
      keep: (name, value) => {
        this.enter(parseStored(name).name, value)
        return store.keep(name, value)
      },
      delete: (name) => store.delete(name),
      names: () => store.names(),
    }
  }

  /** A value that a person entered under this name. What any text might hold by chance is not looked for. */
  enter(name: string, value: string): void {
    this.#learn(this.#known.entered, name, value)
  }

  /** What this server, or whoever it signs in at, issued or was given; `name` is what it is called where it stood. */
  heed(name: string, value: string): void {
    this.#learn(this.#given, name, value)
  }

  /** Another one has taken the place of what was issued; it is not looked for any more. */
  forget(value: string): void {
    for (const form of formsOf(value)) this.#given.delete(form)
    this.#known.version++
  }

  text(text: string): string {
    return this.#finder.replace(text)
  }

  /** The words of errors: what only looks like a token is taken out as well. */
  readonly diagnostic = (text: string): string => this.text(text).replaceAll(tokenShape, tokenMarker)

  /** For logs and error output, which nothing works with: also what was issued for other servers. */
  readonly line = (text: string): string => this.#finderAnywhere.replace(text).replaceAll(tokenShape, tokenMarker)

  /** A result or parameters; the value itself where nothing had to be replaced. `found` is told of each. */
  json(value: JsonValue, found?: Found): JsonValue {
    return this.#finder.pattern ? this.#walk(value, 'protocol', found) : value
  }

  /** A JSON-RPC message. What it answers and which kind it is stay what they are. */
  message(message: JsonObject, found?: Found): JsonObject {
    if (!this.#finder.pattern) return message
    const clean = { ...message }
    for (const member of ['params', 'result', 'error']) {
      const value = message[member]
      if (value !== undefined) clean[member] = this.#walk(value, 'protocol', found)
    }
    return clean
  }

  /** The name of a secret whose value is in there, if any is. */
  find(value: JsonValue): string | undefined {
    const { pattern, forms } = this.#finder
    if (!pattern) return undefined
    if (typeof value === 'string') {
      const [form] = isCommonWord(value) ? [] : (value.match(pattern) ?? [])
      return form === undefined ? undefined : forms.get(form)?.name
    }
    for (const part of Array.isArray(value) ? value : isObject(value) ? Object.values(value) : []) {
      const found = this.find(part)
      if (found !== undefined) return found
    }
    return undefined
  }

  beginning(text: string): number {
    return this.#finder.beginning(text)
  }

  get #finder(): Finder {
    const { version, given } = this.#known
    if (this.#own.version !== version) this.#own = this.#finderOf(given.get(this.#server ?? ''))
    return this.#own
  }

  get #finderAnywhere(): Finder {
    const { version, given } = this.#known
    if (this.#any.version !== version) this.#any = this.#finderOf([...given.values()].flatMap((forms) => [...forms]))
    return this.#any
  }

  #finderOf(others: Iterable<[form: string, name: string]> = []): Finder {
    const { version, entered, given } = this.#known
    const own = given.get(this.#server ?? '')
    const forms = [...others, ...entered].map(([form, name]) => {
      const isOwn = this.#server === undefined || own?.has(form) === true || ownerIn(name) === this.#server
      return [form, { name, marker: isOwn ? markerOf(name) : foreignMarker }] as const
    })
    return new Finder(new Map(forms), version)
  }

  get #given(): Forms {
    const { entered, given } = this.#known
    if (this.#server === undefined) return entered
    const own = given.get(this.#server) ?? new Map<string, string>()
    given.set(this.#server, own)
    return own
  }

  #learn(into: Forms, name: string, value: string): void {
    // In "Bearer abc" the second word is the secret.
    const [, credentials = ''] = /^\S+ (\S+)$/.exec(value) ?? []
    const forms = [value, credentials].filter(isDistinctive).flatMap(formsOf)
    if (forms.every((form) => into.get(form) === name)) return
    for (const form of forms) into.set(form, name)
    this.#known.version++
  }

  #walk(value: JsonValue, place: Place, found?: Found): JsonValue {
    // A word of the protocol is one wherever it stands, and tells nothing.
    if (typeof value === 'string') return isCommonWord(value) ? value : this.#finder.replace(value, found)
    if (Array.isArray(value)) {
      const clean = value.map((item) => this.#walk(item, place, found))
      return clean.some((item, index) => item !== value[index]) ? clean : value
    }
    if (!isObject(value)) return value
    const entries = Object.entries(value)
    if (found && entries.some(([key]) => this.#finder.isIn(key))) found.isMemberName = true
    const clean = entries.map(([key, item]): [string, JsonValue] => [
      key,
      stays(key, item, place) ? item : this.#walk(item, within(key, place), found),
    ])
    return clean.every(([, item], index) => item === entries[index]?.[1]) ? value : Object.fromEntries(clean)
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
