import { z } from 'zod'
import { command, hash } from './command.ts'
import type { ResultPart } from '../content/result-part.ts'

/** A match in a result's text; `at` counts characters from the start. */
export type ResultMatch = { at: number; before: string; match: string; after: string }

const from = z.int().min(0).default(0)

/** Reading results that are too large to show whole. `not-found` if the value isn't stored, or isn't a result. */
export const resultCommands = {
  /** The part of a result shown first, and the total size; `bytes` counts its JSON text. */
  readResult: command('read', z.strictObject({ hash })).returns<ResultPart & { bytes: number }>(),
  /** A result's text from one position on. */
  readResultText: command(
    'read',
    z.strictObject({ hash, from, limit: z.int().min(1).max(1_000_000).default(100_000) }),
  ).returns<{ text: string; characters: number }>(),
  /** Matches in a result's text, ignoring case; the answer says if there are more after the last. */
  searchResult: command(
    'read',
    z.strictObject({ hash, words: z.string().min(1).max(200), from, limit: z.int().min(1).max(100).default(50) }),
  ).returns<{ matches: ResultMatch[]; more: boolean }>(),
  /** Writes a result to a new file in the data folder: as text if it's nothing else, else as JSON. */
  saveResult: command('use', z.strictObject({ hash })).returns<{ file: string; bytes: number }>(),
  /** Writes a text to a new file in the data folder, without secrets. The file's name begins with what is kept of `name`. */
  saveText: command(
    'use',
    z.strictObject({ name: z.string().min(1).max(300), text: z.string().max(6_000_000) }),
  ).returns<{ file: string; bytes: number }>(),
}
