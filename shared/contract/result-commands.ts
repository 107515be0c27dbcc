import { z } from 'zod'
import { command, hash } from './command.ts'
import type { ResultPart } from '../content/result-part.ts'

/** One place in the text of a result where the words were found; `at` counts characters from its beginning. */
export type ResultMatch = { at: number; before: string; match: string; after: string }

const from = z.int().min(0).default(0)

/** Reading results that are too large to be shown whole. `not-found` when the value is not stored, or is no result. */
export const resultCommands = {
  /** As much of a result as is shown at first, and how much there is; `bytes` counts its JSON text. */
  readResult: command('read', z.strictObject({ hash })).returns<ResultPart & { bytes: number }>(),
  /** The text of a result from one place on. */
  readResultText: command(
    'read',
    z.strictObject({ hash, from, limit: z.int().min(1).max(1_000_000).default(100_000) }),
  ).returns<{ text: string; characters: number }>(),
  /** Places in the text of a result, in any case of the letters; there are more after the last where it says so. */
  searchResult: command(
    'read',
    z.strictObject({ hash, words: z.string().min(1).max(200), from, limit: z.int().min(1).max(100).default(50) }),
  ).returns<{ matches: ResultMatch[]; more: boolean }>(),
  /** Writes a result to a new file in the data directory: its text where it is nothing else, else its JSON. */
  saveResult: command('use', z.strictObject({ hash })).returns<{ file: string; bytes: number }>(),
}
