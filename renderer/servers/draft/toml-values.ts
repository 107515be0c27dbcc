import type { JsonObject, JsonValue } from '../../../shared/schema/json.ts'

/** A text that isn't the TOML that is read here, and the line of it. */
export class TomlProblem extends Error {
  readonly line: number
  constructor(text: string, at: number) {
    super()
    this.line = text.slice(0, at).split('\n').length
  }
}

/** Max nesting of arrays and inline tables. */
const mostDepth = 32

const escapes: Record<string, string> = {
  b: '\b',
  t: '\t',
  n: '\n',
  f: '\f',
  r: '\r',
  e: '\u001b',
  '"': '"',
  '\\': '\\',
}

/** Reads keys and values of TOML 1.0 from a text, moving forward. A value of a kind without use here reads as text. */
export class TomlReader {
  readonly text: string
  at = 0

  constructor(text: string) {
    this.text = text.replaceAll('\r\n', '\n')
  }

  /** Skips spaces and comments; with `lines`, also line ends. */
  skip(lines = false): void {
    this.match(lines ? /(?:\s|#[^\n]*)*/y : /[ \t]*(?:#[^\n]*)?/y)
  }

  take(sign: string): boolean {
    if (!this.text.startsWith(sign, this.at)) return false
    this.at += sign.length
    return true
  }

  expect(sign: string): void {
    if (!this.take(sign)) this.fail()
  }

  /** Nothing more may stand on this line. */
  endLine(): void {
    this.skip()
    if (this.at < this.text.length) this.expect('\n')
  }

  /** A key of one or more parts: `a."b c".d`. */
  key(): string[] {
    const parts: string[] = []
    do {
      this.match(/[ \t]*/y)
      parts.push(this.#string() ?? this.match(/[\w-]+/y) ?? this.fail())
      this.match(/[ \t]*/y)
    } while (this.take('.'))
    return parts
  }

  value(depth = 0): JsonValue {
    if (depth > mostDepth) this.fail()
    const text = this.#string()
    if (text !== undefined) return text
    if (this.take('[')) return this.#array(depth)
    if (this.take('{')) return this.#table(depth)
    const word = this.match(/[^\s,\]}#][^,\]}#\n]*/y)?.trim() ?? this.fail()
    if (word === 'true' || word === 'false') return word === 'true'
    return /^[+-]?\d[\d_]*(\.\d+)?$/.test(word) ? Number(word.replaceAll('_', '')) : word
  }

  fail(): never {
    throw new TomlProblem(this.text, this.at)
  }

  match(pattern: RegExp): string | undefined {
    pattern.lastIndex = this.at
    const [found] = pattern.exec(this.text) ?? []
    this.at += found?.length ?? 0
    return found
  }

  #array(depth: number): JsonValue[] {
    const items: JsonValue[] = []
    for (this.skip(true); !this.take(']'); this.skip(true)) {
      items.push(this.value(depth + 1))
      this.skip(true)
      if (this.take(',')) continue
      this.expect(']')
      break
    }
    return items
  }

  #table(depth: number): JsonObject {
    const table: JsonObject = {}
    for (this.skip(true); !this.take('}'); this.skip(true)) {
      const path = this.key()
      this.expect('=')
      this.skip()
      if (!put(table, path, this.value(depth + 1))) this.fail()
      this.skip(true)
      if (this.take(',')) continue
      this.expect('}')
      break
    }
    return table
  }

  #string(): string | undefined {
    if (this.text.startsWith("'''", this.at))
      return (
        this.match(/'''[^]*?'''(?!')/y)
          ?.slice(3, -3)
          .replace(/^\n/, '') ?? this.fail()
      )
    if (this.text[this.at] === "'") return this.match(/'[^'\n]*'/y)?.slice(1, -1) ?? this.fail()
    if (this.text.startsWith('"""', this.at)) {
      const long = this.match(/"""(?:\\[^]|[^\\])*?"""(?!")/y) ?? this.fail()
      return this.#unescaped(
        long
          .slice(3, -3)
          .replace(/^\n/, '')
          .replaceAll(/\\[ \t]*\n\s*/g, ''),
      )
    }
    if (this.text[this.at] !== '"') return undefined
    const short = this.match(/"(?:\\.|[^"\\\n])*"/y) ?? this.fail()
    return this.#unescaped(short.slice(1, -1))
  }

  #unescaped(text: string): string {
    return text.replaceAll(
      /\\(?:u([\da-fA-F]{4})|U([\da-fA-F]{8})|(.))/gs,
      (_all, four?: string, eight?: string, sign = '') => {
        const code = Number.parseInt(four ?? eight ?? '', 16)
        if (code <= 0x10ffff) return String.fromCodePoint(code)
        return escapes[String(sign)] ?? this.fail()
      },
    )
  }
}

/** Sets a value below its path, unless something else is there. */
export function put(table: JsonObject, path: readonly string[], value: JsonValue): boolean {
  const below = tableAt(table, path.slice(0, -1))
  const last = path.at(-1) ?? ''
  if (!below || Object.hasOwn(below, last)) return false
  Object.defineProperty(below, last, { value, enumerable: true, writable: true, configurable: true })
  return true
}

/** The table at a path, made if missing; undefined if something else is there. */
export function tableAt(table: JsonObject, path: readonly string[]): JsonObject | undefined {
  let at = table
  for (const part of path) {
    const next = Object.hasOwn(at, part) ? at[part] : undefined
    if (next === undefined && !put(at, [part], {})) return undefined
    const below = next ?? at[part]
    if (typeof below !== 'object' || below === null || Array.isArray(below)) return undefined
    at = below
  }
  return at
}
