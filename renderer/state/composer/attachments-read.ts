import {
  largestDocument,
  largestText,
  longestName,
  widestImage,
  type ImageType,
} from '../../../shared/content/attachments.ts'
import type { FileFacts } from '../../../shared/content/extracted.ts'
import { isPlainFile } from '../../../shared/content/text-signs.ts'
import { refusals, unreadFile } from '../../../shared/content/words.ts'
import { problemOf } from '../action.ts'
import { imageSize } from './image-bytes.ts'
import { composer } from '../../strings/composer.ts'
import { plainLabel } from '../../../shared/text/hidden-characters.ts'
import { bytesOfBase64 } from '../../../shared/text/base64.ts'

const words = composer.attachments

/** A file waiting to be sent: its bytes in base64, and their type. `isPasted`: made from a long pasted text. */
export type Attachment = {
  name: string
  bytes: number
  image?: ImageType | undefined
  data: string
  isPasted?: boolean | undefined
  /** For a file that the host reads: how that went. */
  facts?: Exclude<FileFacts, { outcome: 'refused' }> | undefined
}

/** Asks the host to read a file. */
export type AskReading = (file: { name: string; data: string }) => Promise<FileFacts>

/** The used part of `File`. */
export type FileLike = Pick<File, 'name' | 'size' | 'arrayBuffer'>

/**
 * Reads a file as the host will, by its bytes, and lets the host read what is neither an image nor text. Refuses, in a
 * sentence, files that a message can't have, and too large ones without reading them.
 */
export async function readFile(file: FileLike, ask: AskReading): Promise<Attachment | { refused: string }> {
  const name = plainLabel(file.name, longestName) || words.unnamed
  if (file.size > largestDocument) return { refused: refusals.largeFile(name) }
  let bytes: Uint8Array<ArrayBuffer>
  try {
    bytes = new Uint8Array(await file.arrayBuffer())
  } catch {
    return { refused: words.unreadable(name) }
  }
  const read = readBytes(name, bytes)
  if ('refused' in read || read.image || !read.facts) return read
  try {
    const facts = await ask({ name, data: read.data })
    return facts.outcome === 'refused' ? { refused: facts.refusal } : { ...read, facts }
  } catch (error) {
    return { refused: `${words.notAttached(name)} ${problemOf(error)}` }
  }
}

/** Until the host has read it, a file has no pages. */
const unread = { outcome: 'text', kind: 'none', pages: 0, hidden: 0, warns: [] } as const

function readBytes(name: string, bytes: Uint8Array<ArrayBuffer>): Attachment | { refused: string } {
  if (bytes.length === 0) return { refused: refusals.empty(name) }
  const size = imageSize(bytes)
  if (size) {
    if (size.width > widestImage || size.height > widestImage) return { refused: refusals.wideImage(name) }
    if (size.width === 0 || size.height === 0) return { refused: unreadFile.broken(name) }
    return { name, bytes: bytes.length, image: size.type, data: toBase64(bytes) }
  }
  const attachment = { name, bytes: bytes.length, data: toBase64(bytes) }
  const text = textIn(bytes)
  if (text === undefined || !isPlainFile(text, name)) return { ...attachment, facts: { ...unread, warns: [] } }
  if (bytes.length > largestText) return { refused: refusals.largeText(name) }
  return attachment
}

function textIn(bytes: Uint8Array): string | undefined {
  if (bytes.includes(0)) return undefined
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return undefined
  }
}

/** How many bytes become characters at a time: more would exceed the argument limit. */
const piece = 0x8000

/** Decodes Base64 of UTF-8; invalid bytes become U+FFFD. */
export const textOfBase64 = (base64: string): string => new TextDecoder().decode(bytesOfBase64(base64))

/** Encodes bytes in pieces, since a call takes a limited number of arguments. */
export function toBase64(bytes: Uint8Array): string {
  let text = ''
  for (let at = 0; at < bytes.length; at += piece) text += String.fromCharCode(...bytes.subarray(at, at + piece))
  return btoa(text)
}
