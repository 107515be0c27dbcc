/** Min length of a tool name that can be told from ordinary words. */
const shortest = 6

const beforeServer = new Set(['server', 'mcp', 'plugin', 'connector'])
const beforeTool = new Set(['tool', 'function'])

/**
 * Finds names of other servers and their tools in a server's texts. An unusual name, such as `send_email` or `GitHub`,
 * counts wherever it appears as a word; `mail` or `search` only next to "server" or after "tool".
 */
export class Mentions {
  readonly #unusual: Set<string>
  readonly #servers: Set<string>
  readonly #tools: Set<string>
  /** Names of several words, each surrounded by blanks. */
  readonly #phrases: string[]

  /** `own` are the names a server can use for itself. */
  constructor({ servers, tools }: { servers: string[]; tools: string[] }, own: string[]) {
    const mine = new Set(own.map(lower))
    const foreign = (names: string[]): string[] => names.filter((name) => !mine.has(lower(name)))
    const longTools = foreign(tools).filter((name) => name.length >= shortest)
    const names = [...foreign(servers), ...longTools]
    this.#unusual = new Set(names.filter(isUnusual).map(lower))
    this.#servers = new Set(foreign(servers).map(lower))
    this.#tools = new Set(longTools.map(lower))
    this.#phrases = names.filter((name) => /\s/.test(name)).map((name) => ` ${wordsOf(name).join(' ')} `)
  }

  /** Whether a text mentions one of them. */
  standIn(text: string): boolean {
    return this.namesIn(text).length > 0
  }

  /** The mentioned names, in lower case. */
  namesIn(text: string): string[] {
    const words = wordsOf(text)
    const names = words.filter((word, at) => this.#isName(word, words[at - 1], words[at + 1]))
    return [...names, ...this.#phrasesIn(words)]
  }

  #isName(word: string, before = '', after = ''): boolean {
    if (this.#unusual.has(word) || word.split(/__|\./).some((part) => this.#unusual.has(part))) return true
    if (this.#servers.has(word)) return beforeServer.has(before) || beforeServer.has(after)
    return this.#tools.has(word) && beforeTool.has(before)
  }

  #phrasesIn(words: string[]): string[] {
    if (this.#phrases.length === 0) return []
    const text = ` ${words.join(' ')} `
    return this.#phrases.filter((phrase) => text.includes(phrase))
  }
}

const lower = (name: string): string => name.toLowerCase()

/** With a separator or a digit, or with an inner capital. */
const isUnusual = (name: string): boolean => /[-_.\d]|\p{Ll}\p{Lu}/u.test(name) && !/\s/.test(name)

/** Words as written in names: with inner separators. */
const wordsOf = (text: string): string[] => lower(text).match(/[\p{L}\p{N}](?:[\p{L}\p{N}_.-]*[\p{L}\p{N}])?/gu) ?? []
