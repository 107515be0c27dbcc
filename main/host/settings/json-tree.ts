import { printParseErrorCode, visit, type ParseErrorCode } from 'jsonc-parser'
import type { ImportProblem } from '../../../shared/config/imported.ts'
import type { JsonObject, JsonValue } from '../../../shared/schema/json.ts'
import { offsetBelow } from './json-text.ts'

/** Max nesting of brackets. */
const mostDepth = 64

/** A value, and the keys that occur twice in an object: the last value counts. */
export type Tree = { value: JsonValue; twice: WeakMap<JsonObject, Set<string>> }

type Open = { list: JsonValue[] } | { members: Map<string, JsonValue>; key: string; twice: Set<string> }

/** Reads JSON with comments and trailing commas. Keeps every key, also those of `Object.prototype`. */
export function readJsonTree(text: string): Tree | ImportProblem {
  if (offsetBelow(text, mostDepth) !== undefined) return { code: 'too-deep' }
  const open: Open[] = []
  const twice: Tree['twice'] = new WeakMap()
  let value: JsonValue | undefined
  let problem: ImportProblem | undefined
  const add = (it: JsonValue): void => {
    const around = open.at(-1)
    if (!around) value ??= it
    else if ('list' in around) around.list.push(it)
    else {
      if (around.members.has(around.key)) around.twice.add(around.key)
      around.members.set(around.key, it)
    }
  }
  const close = (): void => {
    const last = open.pop()
    if (!last) return
    if ('list' in last) return add(last.list)
    const object = Object.fromEntries(last.members)
    if (last.twice.size > 0) twice.set(object, last.twice)
    add(object)
  }
  const said = {
    onObjectBegin: () => void open.push({ members: new Map(), key: '', twice: new Set() }),
    onObjectProperty: (key: string) => {
      const around = open.at(-1)
      if (around && 'members' in around) around.key = key
    },
    onObjectEnd: close,
    onArrayBegin: () => void open.push({ list: [] }),
    onArrayEnd: close,
    onLiteralValue: add,
    onError: (code: ParseErrorCode, offset: number) => {
      problem ??= problemAt(text, offset, code)
    },
  }
  try {
    visit(text, said, { allowTrailingComma: true })
  } catch {
    // In invalid JSON, the parser can count more brackets than `offsetBelow` sees.
    return { code: 'too-deep' }
  }
  return problem ?? (value === undefined ? { code: 'empty-file' } : { value, twice })
}

const wrongEscape = /\\(?:u(?![0-9a-f]{4})|[^"\\/bfnrtu])/iy

/** The parser names the string that has a wrong escape; the line and column are the backslash's. */
function problemAt(text: string, start: number, code: ParseErrorCode): ImportProblem {
  const isBackslash = /^Invalid(EscapeCharacter|Unicode)$/.test(printParseErrorCode(code))
  const before = text.slice(0, isBackslash ? wrongEscapeFrom(text, start) : start).split('\n')
  return {
    code: 'invalid-json',
    line: before.length,
    column: (before.at(-1) ?? '').length + 1,
    ...(isBackslash && { hint: 'single-backslash' }),
  }
}

function wrongEscapeFrom(text: string, start: number): number {
  for (let at = start; at < text.length && text[at] !== '\n'; at++) {
    wrongEscape.lastIndex = at
    if (wrongEscape.test(text)) return at
    if (text[at] === '\\') at++
  }
  return start
}
