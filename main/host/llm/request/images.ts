import type { ImageType } from '../../../../shared/content/attachments.ts'
import { canonicalBase64 } from '../../../../shared/text/base64.ts'

/** An image's properties; `data` is its canonical base64. */
type ImageFacts = { type: ImageType; width: number; height: number; data: string }
type Read = Omit<ImageFacts, 'data'>

/** Characters of base64 that almost always contain the size; a photo can have more data before it. */
const headLength = 65_536

/** An image's properties from its bytes, whatever its server claims; undefined if the API doesn't accept it. */
export function readImage(written: string): ImageFacts | undefined {
  const data = canonicalBase64(written)
  if (data === undefined) return undefined
  const head = Buffer.from(data.slice(0, headLength), 'base64')
  const facts =
    readPng(head) ?? readGif(head) ?? readWebp(head) ?? readJpeg(head) ?? readJpeg(Buffer.from(data, 'base64'))
  return facts && facts.width > 0 && facts.height > 0 ? { ...facts, data } : undefined
}

const ascii = (bytes: Buffer, from: number, to: number): string => bytes.toString('latin1', from, to)

function readPng(bytes: Buffer): Read | undefined {
  if (bytes.length < 33 || ascii(bytes, 0, 8) !== '\u0089PNG\r\n\u001a\n' || ascii(bytes, 12, 16) !== 'IHDR')
    return undefined
  return { type: 'image/png', width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) }
}

function readGif(bytes: Buffer): Read | undefined {
  if (bytes.length < 13 || !/^GIF8[79]a$/.test(ascii(bytes, 0, 6))) return undefined
  return { type: 'image/gif', width: bytes.readUInt16LE(6), height: bytes.readUInt16LE(8) }
}

/** Lossy, lossless and extended files store their size in different places (RFC 9649, section 2). */
function readWebp(bytes: Buffer): Read | undefined {
  if (bytes.length < 31 || ascii(bytes, 0, 4) !== 'RIFF' || ascii(bytes, 8, 12) !== 'WEBP') return undefined
  const type = 'image/webp'
  switch (ascii(bytes, 12, 16)) {
    case 'VP8X':
      return { type, width: 1 + bytes.readUIntLE(24, 3), height: 1 + bytes.readUIntLE(27, 3) }
    case 'VP8 ':
      return { type, width: bytes.readUInt16LE(26) & 0x3fff, height: bytes.readUInt16LE(28) & 0x3fff }
    case 'VP8L': {
      const packed = bytes.readUInt32LE(21)
      return { type, width: (packed & 0x3fff) + 1, height: ((packed >> 14) & 0x3fff) + 1 }
    }
    default:
      return undefined
  }
}

/** Walks the segments up to the frame header, which contains the size. */
function readJpeg(bytes: Buffer): Read | undefined {
  if (bytes.length < 4 || bytes[0] !== 0xff || bytes[1] !== 0xd8) return undefined
  for (let at = 2; at + 9 < bytes.length;) {
    const marker = bytes[at + 1] ?? 0
    if (bytes[at] !== 0xff) return undefined
    const isFrame = marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker)
    if (isFrame) return { type: 'image/jpeg', width: bytes.readUInt16BE(at + 7), height: bytes.readUInt16BE(at + 5) }
    at += 2 + bytes.readUInt16BE(at + 2)
  }
  return undefined
}
