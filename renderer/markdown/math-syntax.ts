import type { Options } from 'mdast-util-from-markdown'
import { isMathematics, readFormula } from './math.ts'

/** The parser's types, from the only one of its packages that is a direct dependency. */
type Syntax = Extract<NonNullable<Options['extensions']>[number], { text?: unknown }>
type Construct = Extract<NonNullable<NonNullable<Syntax['text']>[number]>, { tokenize: unknown }>
type Tokenizer = Construct['tokenize']
type Context = ThisParameterType<Tokenizer>
type Effects = Parameters<Tokenizer>[0]
type State = Parameters<Tokenizer>[1]
type Code = Parameters<State>[0]
type TokenType = Parameters<Effects['enter']>[0]

/** Token names; the parser's list of types is open. `mathData` is the content of one line. */
// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the parser types only its own tokens, and takes others
const [mathText, mathFlow, mathData] = ['mathText', 'mathFlow', 'mathData'] as unknown as [
  TokenType,
  TokenType,
  TokenType,
]

const [dollar, backslash, roundOpen, squareOpen] = [36, 92, 40, 91]
/** The closing bracket for an opening one. */
const closing = new Map<Code, Code>([
  [roundOpen, 41],
  [squareOpen, 93],
])

const isLineEnd = (code: Code): code is number => code !== null && code < -2
const isSpace = (code: Code): boolean => code !== null && (code < 0 || code === 32)
const isWord = (code: Code): boolean => code !== null && code > 0 && /[A-Za-z0-9]/.test(String.fromCharCode(code))
const isPunctuation = (code: Code): boolean => code !== null && code > 0 && '.,;:'.includes(String.fromCharCode(code))

/** `$…$` and `$$…$$`, `\(…\)` and `\[…\]` inside a paragraph. */
export const mathInText: Syntax = {
  text: {
    [dollar]: {
      name: 'mathText',
      tokenize: tokenizeDollars,
      previous: (code: Code) => code !== dollar && !isWord(code),
    },
    [backslash]: { name: 'mathText', tokenize: tokenizeBrackets },
  },
}

/** `$$…$$` and `\[…\]` that begin and end with a line, without a blank line in between. */
export const mathBlocks: Syntax = {
  flow: {
    [dollar]: { name: 'mathFlow', tokenize: tokenizeBlock, concrete: true },
    [backslash]: { name: 'mathFlow', tokenize: tokenizeBlock, concrete: true },
  },
}

/**
 * The next unescaped dollar decides, so parsing costs the same for every text of a length. Amounts of money aren't
 * math: a single dollar has no text directly before the first or after the second, and no space inside.
 */
function tokenizeDollars(this: Context, effects: Effects, ok: State, nok: State): State {
  let size = 1
  let isBlank = true
  let before: Code = dollar
  const opened: State = (code) => {
    if (code !== dollar) return size === 1 && isSpace(code) ? nok(code) : inside(code)
    if (size === 2) return nok(code)
    size = 2
    effects.consume(code)
    return opened
  }
  const inside: State = (code) => {
    if (code === null || (code === dollar && size === 1 && isSpace(before))) return nok(code)
    if (code !== dollar) {
      isBlank &&= isSpace(code)
      before = code
    }
    return step(effects, code, code === dollar ? closed : code === backslash ? escaped : inside)
  }
  const escaped: State = (code) => {
    if (code !== dollar && code !== backslash) return inside(code)
    before = code
    return step(effects, code, inside)
  }
  const closed: State = (code) => {
    if (size === 1) return isWord(code) || code === dollar ? nok(code) : end(code)
    return code === dollar
      ? step(effects, code, (next) => (next === dollar || isBlank ? nok(next) : end(next)))
      : inside(code)
  }
  const end: State = (code) => (isMoney(this.sliceSerialize(exit(effects, mathText))) ? nok(code) : ok(code))
  return (code) => {
    enter(effects, mathText)
    return step(effects, code, opened)
  }
}

/** A number followed by words: `$5 (or 6$`. */
const isMoney = (source: string): boolean => /^\$\d[\d.,]*\s+[A-Za-z(]/.test(source)

/** The next closing bracket decides; another opening one before it makes both plain escapes. */
function tokenizeBrackets(this: Context, effects: Effects, ok: State, nok: State): State {
  let open: Code = null
  const opened: State = (code) => {
    if (!closing.has(code)) return nok(code)
    open = code
    return step(effects, code, inside)
  }
  const inside: State = (code) =>
    code === null ? nok(code) : step(effects, code, code === backslash ? escaped : inside)
  const escaped: State = (code) => {
    if (code === open) return nok(code)
    if (code === closing.get(open)) return step(effects, code, end)
    return code === backslash ? step(effects, code, inside) : inside(code)
  }
  const end: State = (code) =>
    isMathematics(this.sliceSerialize(exit(effects, mathText)).slice(2, -2)) ? ok(code) : nok(code)
  return (code) => {
    enter(effects, mathText)
    return step(effects, code, opened)
  }
}

/**
 * A block is open until its closing sign ends a line; a blank line, or the end of its container, ends it unclosed. Only
 * its first line can reject it: a later line must not undo what was parsed before (CommonMark, block structure).
 */
function tokenizeBlock(this: Context, effects: Effects, ok: State, nok: State): State {
  const goesOn = { tokenize: tokenizeNextLine, partial: true }
  let isFirstLine = true
  let isBlank = true
  let open: Code = null
  const opened: State = (code) => {
    if (code !== open) return nok(code)
    return step(effects, code, open === dollar ? (next) => (next === dollar ? nok(next) : inside(next)) : inside)
  }
  const inside: State = (code) => {
    if (this.interrupt && (code === null || isLineEnd(code))) return ok(code)
    if (code === null) return end(code)
    if (isLineEnd(code)) return effects.check(goesOn, nextLine, end)(code)
    if (code === dollar && open === dollar) return step(effects, code, second)
    isBlank &&= isSpace(code) || code === backslash
    return step(effects, code, code === backslash ? escaped : inside)
  }
  const nextLine: State = (code) => {
    isFirstLine = false
    return step(effects, code, inside)
  }
  const escaped: State = (code) => {
    if (code === 93 && open === squareOpen) return step(effects, code, closed)
    isBlank = false
    return code === null || isLineEnd(code) ? inside(code) : step(effects, code, inside)
  }
  const second: State = (code) => (code === dollar ? step(effects, code, closed) : inside(code))
  const closed: State = (code) => {
    if (code === null || isLineEnd(code)) return isFirstLine && isBlank ? nok(code) : end(code)
    if (isSpace(code) || isPunctuation(code)) return step(effects, code, closed)
    return isFirstLine ? nok(code) : inside(code)
  }
  const end: State = (code) => {
    const source = this.sliceSerialize(exit(effects, mathFlow))
    return isFirstLine && !readFormula(source) ? nok(code) : ok(code)
  }
  return (code) => {
    open = code === backslash ? squareOpen : dollar
    enter(effects, mathFlow)
    return step(effects, code, opened)
  }
}

/** Whether the next line belongs to the same container and isn't empty. */
function tokenizeNextLine(this: Context, effects: Effects, ok: State, nok: State): State {
  const begin: State = (code) => {
    if (this.parser.lazy[this.now().line]) return nok(code)
    return look(code)
  }
  const look: State = (code) => {
    if (code === null || isLineEnd(code)) return nok(code)
    return isSpace(code) ? step(effects, code, look) : ok(code)
  }
  return (code) => step(effects, code, begin)
}

const enter = (effects: Effects, type: TokenType): void => {
  effects.enter(type)
  effects.enter(mathData)
}

const exit = (effects: Effects, type: TokenType): ReturnType<Effects['exit']> => {
  effects.exit(mathData)
  return effects.exit(type)
}

/** Consumes one character. The parser wants tokens that end with their line, and line ends in their own tokens. */
function step(effects: Effects, code: Code, next: State): State {
  const isEnd = isLineEnd(code)
  if (isEnd) {
    effects.exit(mathData)
    effects.enter('lineEnding')
  }
  effects.consume(code)
  if (isEnd) {
    effects.exit('lineEnding')
    effects.enter(mathData)
  }
  return next
}
