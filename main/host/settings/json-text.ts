import { closeSync, constants, fstatSync, openSync, readSync } from 'node:fs'
import { parse, printParseErrorCode, type ParseError } from 'jsonc-parser'
import { settingsWords } from './words.ts'

/** Whether the system said that a file doesn't exist. */
export const isNotFound = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'ENOENT'

/** An error's message; of anything else that was thrown, its text. */
export const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))

/** A plain file's content, up to one byte above `mostBytes`; undefined for anything else. Never waits for a writer. */
export function readBounded(file: string, mostBytes: number): Buffer | undefined {
  const descriptor = openSync(file, constants.O_RDONLY | constants.O_NONBLOCK)
  try {
    if (!fstatSync(descriptor).isFile()) return undefined
    const bytes = Buffer.alloc(mostBytes + 1)
    let length = 0
    for (let read = -1; read !== 0 && length < bytes.length; length += read)
      read = readSync(descriptor, bytes, length, bytes.length - length, null)
    return bytes.subarray(0, length)
  } finally {
    closeSync(descriptor)
  }
}

/**
 * The position where the text exceeds this nesting, if it does. A string ends at its quote, or at the end of its line.
 */
export function offsetBelow(text: string, most: number): number | undefined {
  let depth = 0
  let isInString = false
  for (let at = 0; at < text.length; at++) {
    const character = text[at]
    if (isInString) {
      if (character === '\\') at += 1
      else isInString = character !== '"' && character !== '\n'
    } else if (character === '"') isInString = true
    else if (character === ']' || character === '}') depth -= 1
    else if ((character === '[' || character === '{') && ++depth > most) return at
  }
  return undefined
}

/** The error and its position, as an editor would say it. `isLoose`: comments and trailing commas are none. */
export function whereOf(text: string, isLoose = false): string {
  const errors: ParseError[] = []
  try {
    parse(text, errors, isLoose ? { allowTrailingComma: true } : { disallowComments: true })
  } catch {
    // In invalid JSON, the parser can count more brackets than `offsetBelow` sees.
    return settingsWords.nested
  }
  const [first] = errors
  if (!first) return settingsWords.cannotRead
  const said = printParseErrorCode(first.error)
    .replaceAll(/(?<=[a-z])(?=[A-Z])/g, ' ')
    .toLowerCase()
  return settingsWords.atPlace(said, lineAndColumn(text, first.offset))
}

/** An offset as line and column in words, both counted from 1. */
export function lineAndColumn(text: string, offset: number): string {
  const before = text.slice(0, offset).split('\n')
  return settingsWords.place(before.length, (before.at(-1) ?? '').length + 1)
}
