import { z } from 'zod'
import type { ImportOrigin } from '../events/import-events.ts'
import { command, id } from './command.ts'

/** Max characters of a file, and of one piece of it. */
export const longestImport = 64 * 1024 * 1024
export const longestImportPiece = 1024 * 1024
/** Max bytes of a ZIP archive, which is sent in base64. */
export const largestImportZip = (longestImport / 4) * 3

/** Parts of a conversation that aren't imported, by their number. */
export type LeftOutOfImport = Partial<
  Record<'instructions' | 'tools' | 'hidden' | 'reasoning' | 'attachments' | 'cut' | 'other', number>
>

/** Why a conversation can't be imported. */
export type ImportRefusal = 'empty' | 'shape' | 'twice' | 'too-large'

/** A conversation in a file. `already`: the one that is here, and when it came. */
export type ImportableRow = {
  index: number
  title: string
  activeAt: number | null
  messages: number
  branches: number
  leftOut: LeftOutOfImport
  /** The name of the project it was in, as the file says. */
  project?: string | undefined
  already?: { conversation: string; at: number } | undefined
}

/** A file's content; `refused` names up to 100 of `refusals`. */
export type ImportPreview = {
  from: ImportOrigin
  rows: ImportableRow[]
  refused: { title: string; why: ImportRefusal }[]
  refusals: number
}

const reading = { reading: id }

/** Commands that read exported conversations and add them to the log. */
export const conversationImportCommands = {
  /** Begins a file, or continues one. Pieces come in order; the first says whether they are a ZIP archive in base64. */
  addImportText: command(
    'use',
    z.strictObject({
      reading: id.optional(),
      text: z.string().max(longestImportPiece),
      zip: z.boolean().default(false),
    }),
  ).returns<{ reading: string }>(),
  /** Recognizes the file and says what importing it would do. Nothing is imported. */
  previewImport: command('use', z.strictObject(reading)).returns<ImportPreview>(),
  /**
   * Imports one conversation, whole or not at all, into a project if one is given. `conflict` if it's here already and
   * `again` isn't set; `not-found` if Atrium no longer has the file, or there is no such project.
   */
  importConversation: command(
    'use',
    z.strictObject({ ...reading, index: z.int().min(0), again: z.boolean().default(false), project: id.optional() }),
  ).returns<{ conversation: string }>(),
  /** Forgets the file. */
  endImport: command('use', z.strictObject(reading)).returns<void>(),
} as const
