import { isObject, parseJson, type JsonValue } from '../../shared/schema/json.ts'
import type { ResourceContent } from '../../shared/content/listed.ts'
import { imageSize } from '../state/composer/image-bytes.ts'
import { bytesOfBase64, canonicalBase64, sizeOfBase64 } from '../../shared/text/base64.ts'

/** A view of a content; the first one is the default. */
export type ContentView = 'text' | 'json' | 'markdown' | 'image' | 'audio' | 'hex'

const audioTypes = /^audio\/(?:mpeg|mp4|aac|ogg|opus|wav|wave|x-wav|webm|flac|x-flac)$/

/** A content's views, by its data and its server's claims. Text appears as received by default. */
export function viewsOf(content: ResourceContent): ContentView[] {
  const type = (content.mimeType ?? '').toLowerCase().split(';', 1)[0]?.trim() ?? ''
  if (!('text' in content)) {
    if (type.startsWith('image/') || isPicture(content.blob)) return ['image', 'hex']
    return audioTypes.test(type) ? ['audio', 'hex'] : ['hex']
  }
  const isMarkdown = type === 'text/markdown' || /\.(?:md|markdown)$/i.test(content.uri)
  if (isMarkdown) return ['text', 'markdown']
  const isJson = type === 'application/json' || type.endsWith('+json') || /\.json$/i.test(content.uri)
  return isJson && !content.isCut && parseJson(content.text) !== undefined ? ['json', 'text'] : ['text']
}

/** Characters of canonical base64 that almost always contain a picture's size. */
const pictureHead = 65_536

/** Whether bytes are a picture, whatever type their server claims. */
function isPicture(blob: string | undefined): boolean {
  const bytes = blob === undefined ? undefined : bytesOfBase64(blob.slice(0, pictureHead))
  return bytes !== undefined && imageSize(bytes) !== undefined
}

/** Contents stored in a message (`contents` of `resources/read`), for display; leaves out invalid ones. */
export function contentsOf(value: JsonValue): ResourceContent[] {
  return (Array.isArray(value) ? value : []).flatMap((one): ResourceContent[] => {
    if (!isObject(one)) return []
    const { uri, mimeType, text, blob } = one
    const known = {
      uri: typeof uri === 'string' ? uri : '',
      mimeType: typeof mimeType === 'string' && mimeType !== '' ? mimeType : undefined,
    }
    if (typeof text === 'string')
      return [{ ...known, text, bytes: new TextEncoder().encode(text).length, isCut: false }]
    if (typeof blob !== 'string') return []
    const bytes = canonicalBase64(blob)
    return [{ ...known, blob: bytes ?? blob, bytes: bytes === undefined ? 0 : sizeOfBase64(bytes) }]
  })
}

/** Max bytes of binary content to show. */
export const mostHexBytes = 65_536
/** A line shows its offset and, for each byte, two hex digits and the printable character. */
const charactersOf = (perLine: number): number => 9 + perLine * 4

/** How many bytes fit in a line of this many characters. */
export const bytesPerLine = (characters: number): number => (characters >= charactersOf(16) ? 16 : 8)

/** Bytes as lines of offset, hex and printable characters. */
export function hexLines(bytes: Uint8Array, perLine: number): string[] {
  const lines: string[] = []
  for (let at = 0; at < bytes.length; at += perLine) {
    const row = bytes.subarray(at, at + perLine)
    const hex = [...row].map((byte) => byte.toString(16).padStart(2, '0')).join(' ')
    const text = [...row].map((byte) => (byte >= 0x20 && byte < 0x7f ? String.fromCharCode(byte) : '·')).join('')
    lines.push(`${at.toString(16).padStart(6, '0')}  ${hex.padEnd(perLine * 3 - 1)}  ${text}`)
  }
  return lines
}
