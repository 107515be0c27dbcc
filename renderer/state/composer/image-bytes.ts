import type { ImageType } from '../../../shared/content/attachments.ts'
import { chat } from '../../strings/chat.ts'
import { bytesOfBase64 } from '../../../shared/text/base64.ts'

const words = chat.picture

/** An image that can be drawn, as its own bytes describe it. */
export type Picture = { type: ImageType; width: number; height: number; bytes: Uint8Array<ArrayBuffer> }

const maximumBytes = 10_000_000
const maximumPixels = 20_000_000

/**
 * Reads base64 as a raster image. Only its bytes count, not its claimed type; refuses too large ones without decoding.
 */
export function readPicture(base64: string): Picture | { refused: string } {
  if (base64.length > (maximumBytes * 4) / 3 + 4) return { refused: words.tooLong }
  const bytes = bytesOfBase64(base64)
  if (!bytes) return { refused: words.noBase64 }
  const size = imageSize(bytes)
  if (!size) return { refused: words.noPicture }
  if (size.width * size.height > maximumPixels) return { refused: words.tooLarge(size.width, size.height) }
  return { ...size, bytes }
}

type Size = { type: ImageType; width: number; height: number }

/** An image's size from its bytes; undefined if a window can't draw it. */
export function imageSize(bytes: Uint8Array): Size | undefined {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const begins = (text: string, at = 0): boolean =>
    [...text].every((character, index) => bytes[at + index] === character.charCodeAt(0))
  if (begins('\x89PNG\r\n\x1a\n') && bytes.length >= 24)
    return { type: 'image/png', width: view.getUint32(16), height: view.getUint32(20) }
  if ((begins('GIF87a') || begins('GIF89a')) && bytes.length >= 10)
    return { type: 'image/gif', width: view.getUint16(6, true), height: view.getUint16(8, true) }
  if (begins('\xff\xd8\xff')) return jpegSize(view)
  if (begins('RIFF') && begins('WEBP', 8) && bytes.length >= 30) return webpSize(view, begins)
  return undefined
}

/** Walks the segments to the frame header (ITU-T T.81, B.2.2). */
function jpegSize(view: DataView): Size | undefined {
  let at = 2
  while (at + 9 <= view.byteLength) {
    if (view.getUint8(at) !== 0xff) return undefined
    const marker = view.getUint8(at + 1)
    const isFrame = marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker)
    if (isFrame) return { type: 'image/jpeg', width: view.getUint16(at + 7), height: view.getUint16(at + 5) }
    at += marker === 0xff ? 1 : 2 + view.getUint16(at + 2)
  }
  return undefined
}

/** The three kinds of WebP: lossy, lossless, extended (RFC 9649, 2.5 to 2.7). */
function webpSize(view: DataView, begins: (text: string, at: number) => boolean): Size | undefined {
  const type = 'image/webp'
  if (begins('VP8X', 12)) {
    const uint24 = (at: number): number => view.getUint16(at, true) | (view.getUint8(at + 2) << 16)
    return { type, width: uint24(24) + 1, height: uint24(27) + 1 }
  }
  if (begins('VP8L', 12)) {
    const bits = view.getUint32(21, true)
    return { type, width: (bits & 0x3fff) + 1, height: ((bits >> 14) & 0x3fff) + 1 }
  }
  if (begins('VP8 ', 12))
    return { type, width: view.getUint16(26, true) & 0x3fff, height: view.getUint16(28, true) & 0x3fff }
  return undefined
}
