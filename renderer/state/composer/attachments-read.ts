import {
  largestImage,
  largestText,
  longestName,
  widestImage,
  type ImageType,
} from '../../../shared/content/attachments.ts'
import { refusals } from '../../../shared/content/words.ts'
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
}

/** The used part of `File`. */
export type FileLike = Pick<File, 'name' | 'size' | 'arrayBuffer'>

/**
 * Reads a file as the host will, by its bytes; refuses, in a sentence, files that a message can't have, and too large
 * ones without reading them.
 */
export async function readFile(file: FileLike): Promise<Attachment | { refused: string }> {
  const name = plainLabel(file.name, longestName) || words.unnamed
  if (file.size > Math.max(largestImage, largestText)) return { refused: words.tooLarge(name) }
  try {
    return readBytes(name, new Uint8Array(await file.arrayBuffer()))
  } catch {
    return { refused: words.unreadable(name) }
  }
}

function readBytes(name: string, bytes: Uint8Array<ArrayBuffer>): Attachment | { refused: string } {
  if (bytes.length === 0) return { refused: refusals.empty(name) }
  const size = imageSize(bytes)
  if (size) {
    if (size.width > widestImage || size.height > widestImage) return { refused: refusals.wideImage(name) }
    if (size.width === 0 || size.height === 0) return { refused: refusals.kind(name) }
    return { name, bytes: bytes.length, image: size.type, data: toBase64(bytes) }
  }
  if (!isText(bytes)) return { refused: refusals.kind(name) }
  if (bytes.length > largestText) return { refused: refusals.largeText(name) }
  return { name, bytes: bytes.length, data: toBase64(bytes) }
}

function isText(bytes: Uint8Array): boolean {
  if (bytes.includes(0)) return false
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes)
    return true
  } catch {
    return false
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
