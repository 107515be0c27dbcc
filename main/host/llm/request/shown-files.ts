import { createHash } from 'node:crypto'
import type { Carried } from '../../../../shared/config/profiles.ts'
import { bytesPerToken } from '../../../../shared/text/tokens.ts'
import { noteWords as words } from '../model-words.ts'
import type { FileBlock, PartBlock, TextBlock } from './blocks.ts'
import { guessPages } from './file-kinds.ts'
import { sizeOfText, writtenText } from './file-text.ts'
import { note } from './notes.ts'

/**
 * The form in which a model gets a file: as it is, as the text that was read from it, as pictures of its pages, or as
 * one line that says what it doesn't get.
 */
export type FileForm = 'file' | 'text' | 'pictures' | 'line'

/** Known facts of a model: its context in tokens, and the media it takes; absent is unknown. */
export type Taker = {
  contextTokens: number
  images?: boolean | undefined
  documents?: boolean | undefined
  audio?: boolean | undefined
}

/** The files that a server passes on, and the hashes of those that it refused for this model. */
export type FileSight = { carries: Carried; refusedFiles?: ReadonlySet<string> | undefined }

/** A file's hash, by which a refusal is remembered. */
export const fileHash = (data: string): string => createHash('sha256').update(Buffer.from(data, 'base64')).digest('hex')

/** Whether the server refused this file for this model. */
export const isRefused = ({ data }: Pick<FileBlock, 'data'>, { refusedFiles }: FileSight): boolean =>
  refusedFiles !== undefined && refusedFiles.size > 0 && refusedFiles.has(fileHash(data))

/**
 * The forms in which this model can get a file, the best first, without regard to room. A file goes as it is only if
 * the model is known to take it. If it has hidden text, it goes as its visible text, unless the user chose
 * otherwise.
 */
export function formsOf(file: FileBlock, taker: Taker, sight: FileSight): FileForm[] {
  const { form, reading, pictures = [] } = file
  const hides = hidesText(file)
  const isTaken = takes(file, taker, sight) && reading?.outcome !== 'refused' && (!hides || form === 'file')
  const usual: FileForm[] = [
    ...(isTaken && (form === undefined || form === 'file') && !isRefused(file, sight) ? ['file' as const] : []),
    ...(reading?.outcome === 'text' ? ['text' as const] : []),
    ...(pictures.length > 0 && taker.images === true ? ['pictures' as const] : []),
  ]
  const wanted = usual.filter((it) => it === form)
  return [...wanted, ...usual.filter((it) => it !== form), 'line']
}

function takes({ kind }: FileBlock, taker: Taker, { carries }: FileSight): boolean {
  if (kind === 'pdf') return carries.documents && taker.documents === true
  return (kind === 'wav' || kind === 'mp3') && carries.audio && taker.audio === true
}

const hidesText = ({ reading }: FileBlock): boolean =>
  reading !== undefined && 'pages' in reading && reading.pages.some(({ hidden = '' }) => hidden !== '')

/** The room that is left in a request: bytes of base64, pages of PDF files, and bytes of text. */
export type MediaRoom = { bytes: number; pages: number; text: number }

/** Estimated tokens of a page that goes as text and picture, and of a second of sound. */
const tokensOfPage = 2000
const tokensOfSecond = 32
/** Characters of base64 that are a second of sound, at the usual quality. */
const secondOfBase64 = 20_000
/** The least bytes of a file's text that are worth sending. */
const leastText = 10_000

/** Max pages of all PDF files in a request. */
export const mostPages = (contextTokens: number): number => (contextTokens >= 1_000_000 ? 600 : 100)

/** The file as the model gets it, in the first of these forms that there is room for. Takes that room. */
export function shownAs(
  file: FileBlock,
  forms: readonly FileForm[],
  room: MediaRoom,
): { form: FileForm; blocks: PartBlock[]; isCrowdedOut?: true } {
  for (const form of forms) {
    const blocks = form === 'line' ? undefined : taken(file, form, room)
    if (blocks) return { form, blocks }
  }
  const isCrowdedOut = forms.length > 1
  const line: TextBlock = { type: 'text', text: note(isCrowdedOut ? words.fileNoRoom(file.about) : lineFor(file)) }
  return { form: 'line', blocks: [line], ...(isCrowdedOut && { isCrowdedOut }) }
}

/** The blocks of one form; undefined if there is no room. Pictures are counted as the images that they are. */
function taken(file: FileBlock, form: FileForm, room: MediaRoom): PartBlock[] | undefined {
  const { reading, data } = file
  if (form === 'text' && reading && 'pages' in reading) {
    const bytes = Math.min(sizeOfText(reading), room.text)
    if (bytes < Math.min(leastText, sizeOfText(reading))) return undefined
    room.text -= bytes
    return [writtenText(file, reading, bytes)]
  }
  if (form !== 'file') return undefined
  const pages = file.kind === 'pdf' ? pagesOf(file) : 0
  const tokens = pages * tokensOfPage + (pages === 0 ? Math.ceil(data.length / secondOfBase64) * tokensOfSecond : 0)
  const after = {
    bytes: room.bytes - data.length,
    pages: room.pages - pages,
    text: room.text - tokens * bytesPerToken,
  }
  if (Math.min(after.bytes, after.pages, after.text) < 0) return undefined
  Object.assign(room, after)
  return [{ type: 'text', text: note(words.fileFollows(file.about)) }, file]
}

const pagesOf = ({ reading, data }: FileBlock): number =>
  reading && 'pages' in reading && reading.pages.length > 0 ? reading.pages.length : guessPages(data)

/** One line about a file of which the model gets nothing. */
function lineFor({ about, kind, reading }: FileBlock): string {
  if (kind === 'wav' || kind === 'mp3') return words.unheard(about)
  if (reading?.outcome === 'refused' && reading.because !== 'kind') return words.fileUnread(about, reading.because)
  return reading?.outcome === 'no-text' ? words.fileWithoutText(about) : words.fileBytes(about)
}
