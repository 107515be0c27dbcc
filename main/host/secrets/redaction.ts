import { isObject, type JsonObject, type JsonValue } from '../../../shared/schema/json.ts'
import { parseStored } from '../../../shared/risk/secret-names.ts'
import { encodedForms } from '../disguises/encoded-forms.ts'
import { isCommonWord, isDistinctive } from './distinctive.ts'
import type { SecretStore } from '../platform.ts'
import { type MemberKind, stays, within } from './protocol-members.ts'
import { secretWords } from './words.ts'

/** The marker that replaces a secret's value, for readers who may know which secret it is. */
const markerOf = (name: string): string => `[secret ${name}]`
/** The marker in the text of a server unrelated to that secret: a name would confirm what it guessed. */
const foreignMarker = '[secret]'

/** The server whose secret a name belongs to: entered for it, or issued at its sign-ins. */
const ownerIn = (name: string): string | undefined => /^(?:server|sign-in)\/([^/]+)\//.exec(name)?.[1]

/** The forms of values, each with its secret's name. */
type Forms = Map<string, string>
/** The known forms for one reader, with each value's marker. */
export type KnownForms = ReadonlyMap<string, { name: string; marker: string }>

/** More different secrets than this in one result aren't an accident: someone is testing guesses. */
const mostSecrets = 3
/** A member name containing so long a value doesn't do so by chance. */
const shortestInName = 16

/** The secrets found in one result, by name. */
export class FoundSecrets {
  readonly names = new Set<string>()
  isMemberName = false

  /** Why a result is withheld: member names can't be redacted, and some secrets must not occur in it at all. */
  get objection(): 'full-of-secrets' | 'secret-as-name' | undefined {
    if (this.isMemberName) return 'secret-as-name'
    return this.names.size > mostSecrets ? 'full-of-secrets' : undefined
  }
}

/** The marker for text that looks like a token but isn't a known secret. */
const tokenMarker = secretWords.looksLikeOne

/** Common shapes of issued tokens, and what follows `Bearer`. */
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

/** A match begins at a word's start, so no character is examined for more than one start. */
const tokenShape = new RegExp(`(?<![\\w-])(?:${shapes.map(({ source }) => source).join('|')})(?![\\w-])`, 'g')

/** Known secrets: the user's for everyone, issued or prompted ones for the server that has them. */
class Known {
  readonly entered: Forms = new Map()
  readonly given = new Map<string, Forms>()
  /** Increases with each change. */
  version = 0
}

/** Values to search for, all at once. */
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

  replace(text: string, found?: FoundSecrets): string {
    if (!this.pattern) return text
    return text.replaceAll(this.pattern, (form) => {
      const { name = '', marker = foreignMarker } = this.forms.get(form) ?? {}
      found?.names.add(name)
      return marker
    })
  }

  /** Whether a long value is in a member's name. */
  isIn(name: string): boolean {
    if (name.length < shortestInName || !this.pattern) return false
    return (name.match(this.pattern) ?? []).some((form) => form.length >= shortestInName)
  }

  /** How many characters at a text's end may be the start of a value. */
  beginning(text: string): number {
    for (let from = Math.max(0, text.length - this.#longest + 1); from < text.length; from++) {
      const tail = text.slice(from)
      for (const form of this.forms.keys()) if (form.startsWith(tail)) return tail.length
    }
    return 0
  }
}

/**
 * The one place that removes secrets' values from everything that enters the host: users, the model and the disk see
 * the same text afterwards. A value is known in plain form, JSON-escaped, URL-encoded, in hex and base32, and in base64,
 * also inside a longer encoded text. It stays known after the store deletes it: a server may still have it. Values that the user entered for Atrium are
 * replaced in every text. Values that others issued or asked for are replaced only in the text of the server that has
 * them (`of`), in logs and in stderr: their author must not be able to remove words from anything else. Only string
 * values are changed, never a message's structure.
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

  /** For another thread: knows the values that were known here at that time. */
  static knowing(forms: KnownForms): Redaction {
    return new Redaction(new Known(), undefined, forms)
  }

  /** A view for text from this server. All views share one set of known values. */
  of(server: string): Redaction {
    return new Redaction(this.#known, server)
  }

  get forms(): KnownForms {
    return this.#finder.forms
  }

  /** Wraps a store: each value read or set is known from then on. */
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
      check: () => store.check(),
    }
  }

  /** A value that the user entered under this name. Values that any text could contain by chance aren't redacted. */
  enter(name: string, value: string): void {
    this.#learn(this.#known.entered, name, value)
  }

  /** A value that this server, or its authorization server, issued or was given; `name` describes its place. */
  hide(name: string, value: string): void {
    this.#learn(this.#given, name, value)
  }

  /** An issued value was replaced; it is no longer redacted. */
  forget(value: string): void {
    for (const form of formsOf(value)) this.#given.delete(form)
    this.#known.version++
  }

  text(text: string): string {
    return this.#finder.replace(text)
  }

  /** Error messages: also removes what merely looks like a token. */
  readonly diagnostic = (text: string): string => this.text(text).replaceAll(tokenShape, tokenMarker)

  /** For logs and stderr, which nothing depends on: also removes values issued for other servers. */
  readonly line = (text: string): string => this.#finderAnywhere.replace(text).replaceAll(tokenShape, tokenMarker)

  /** A result or parameters; the value itself if nothing was replaced. `found` receives each secret. */
  json(value: JsonValue, found?: FoundSecrets): JsonValue {
    return this.#finder.pattern ? this.#walk(value, 'protocol', found) : value
  }

  /** A JSON-RPC message. Its ID and kind stay unchanged. */
  message(message: JsonObject, found?: FoundSecrets): JsonObject {
    if (!this.#finder.pattern) return message
    const clean = { ...message }
    for (const member of ['params', 'result', 'error']) {
      const value = message[member]
      if (value !== undefined) clean[member] = this.#walk(value, 'protocol', found)
    }
    return clean
  }

  /** The name of a secret whose value it contains, if any. */
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

  /** Whether a text contains a known value, or one of these that are about to be entered. */
  isIn(text: string, entering: readonly string[]): boolean {
    return this.find(text) !== undefined || entering.some((value) => isDistinctive(value) && text.includes(value))
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

  #walk(value: JsonValue, kind: MemberKind, found?: FoundSecrets): JsonValue {
    // A protocol word is one wherever it appears, and reveals nothing.
    if (typeof value === 'string') return isCommonWord(value) ? value : this.#finder.replace(value, found)
    if (Array.isArray(value)) {
      const clean = value.map((item) => this.#walk(item, kind, found))
      return clean.some((item, index) => item !== value[index]) ? clean : value
    }
    if (!isObject(value)) return value
    const entries = Object.entries(value)
    if (found && entries.some(([key]) => this.#finder.isIn(key))) found.isMemberName = true
    const clean = entries.map(([key, item]): [string, JsonValue] => [
      key,
      stays(key, item, kind) ? item : this.#walk(item, within(key, kind), found),
    ])
    return clean.every(([, item], index) => item === entries[index]?.[1]) ? value : Object.fromEntries(clean)
  }
}

/** A value in plain form and in its usual encodings. Base64 is without its padding, which then remains. */
function formsOf(value: string): string[] {
  const escaped = JSON.stringify(value).slice(1, -1)
  const ascii = escaped.replaceAll(
    /[^ -~]/g,
    (unit) => String.raw`\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
  const inUrl = encodeURIComponent(value.toWellFormed())
  const lower = inUrl.replaceAll(/%../g, (octet) => octet.toLowerCase())
  return [value, escaped, escaped.replaceAll('/', String.raw`\/`), ascii, inUrl, lower, ...encodedForms(value)]
}

const literally = (text: string): string => text.replaceAll(/[\\^$.*+?()[\]{}|/]/g, String.raw`\$&`)
