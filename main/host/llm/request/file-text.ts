import { createHash } from 'node:crypto'
import { head } from '../../../../shared/text/clip.ts'
import type { FileOutcome } from '../../../../shared/content/extracted.ts'
import { noteWords as words } from '../model-words.ts'
import type { FileBlock, TextBlock } from './blocks.ts'
import { note } from './notes.ts'

/** A file's text that was read. */
type ReadText = Extract<FileOutcome, { outcome: 'text' | 'no-text' }>

/** The text of a file's pages, each after its label if there are several. */
const textOf = ({ pages }: ReadText): string =>
  pages.map(({ label, text }) => (pages.length > 1 ? `[${label}]\n${text}` : text)).join('\n\n')

/**
 * The file's text as the model gets it, up to so many bytes. A text can't contain its own hash, so the hash marks its
 * end.
 */
export function writtenText({ about }: FileBlock, reading: ReadText, room: number): TextBlock {
  const whole = textOf(reading)
  const text = Buffer.byteLength(whole) <= room ? whole : head(whole, Math.floor(room / mostBytes))
  const mark = `--- ${createHash('sha256').update(text).digest('hex').slice(0, 32)}`
  const missing = whole.length - text.length
  const ends = [
    ...(missing > 0 ? [words.fileCut(missing)] : []),
    ...(reading.cut ? [words.fileLonger] : []),
    ...(reading.pages.some(({ hidden = '' }) => hidden !== '') ? [words.hiddenLeftOut] : []),
  ]
  const parts = [note(words.textOfFile(about)), mark, text, mark, ...ends.map(note)]
  return { type: 'text', text: parts.join('\n') }
}

/** Max bytes of a character in UTF-8, counted in UTF-16 units. */
const mostBytes = 3

/** The bytes of a file's whole text. */
export const sizeOfText = (reading: ReadText): number => Buffer.byteLength(textOf(reading))
