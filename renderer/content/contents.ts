import { isObject, parseJson, type JsonValue } from '../../shared/schema/json.ts'
import type { ResourceContent } from '../../shared/content/listed.ts'

/** A view of a content; the first one is the default. */
export type ContentView = 'text' | 'json' | 'markdown' | 'image' | 'audio' | 'hex'

const audioTypes = /^audio\/(?:mpeg|mp4|aac|ogg|opus|wav|wave|x-wav|webm|flac|x-flac)$/

/** A content's views, by its data and its server's claims. Text appears as received by default. */
export function viewsOf(content: ResourceContent): ContentView[] {
  const type = (content.mimeType ?? '').toLowerCase().split(';', 1)[0]?.trim() ?? ''
  if (!('text' in content)) {
    if (type.startsWith('image/')) return ['image', 'hex']
    return audioTypes.test(type) ? ['audio', 'hex'] : ['hex']
  }
  const isMarkdown = type === 'text/markdown' || /\.(?:md|markdown)$/i.test(content.uri)
  if (isMarkdown) return ['text', 'markdown']
  const isJson = type === 'application/json' || type.endsWith('+json') || /\.json$/i.test(content.uri)
  return isJson && !content.isCut && parseJson(content.text) !== undefined ? ['json', 'text'] : ['text']
}

/** Contents stored in a message (`contents` of `resources/read`), for display; leaves out invalid ones. */
export function contentsOf(value: JsonValue): ResourceContent[] {
  return (Array.isArray(value) ? value : []).flatMap((one): ResourceContent[] => {
    if (!isObject(one)) return []
    const { uri, mimeType, text, blob } = one
    const known = {
      uri: typeof uri === 'string' ? uri : '',
      mimeType: typeof mimeType === 'string' ? mimeType : undefined,
    }
    if (typeof text === 'string')
      return [{ ...known, text, bytes: new TextEncoder().encode(text).length, isCut: false }]
    return typeof blob === 'string' ? [{ ...known, blob, bytes: bytesOfBase64(blob) }] : []
  })
}

const bytesOfBase64 = (base64: string): number =>
  Math.floor((base64.replaceAll(/\s/g, '').replace(/=+$/, '').length * 3) / 4)

/** Max bytes of binary content to show. */
export const mostHexBytes = 65_536
/** A line shows its offset and, for each byte, two hex digits and the printable character. */
const charactersOf = (perLine: number): number => 9 + perLine * 4

/** How many bytes fit in a line of this many characters. */
export const bytesPerLine = (characters: number): number => (characters >= charactersOf(16) ? 16 : 8)

/** The first bytes of base64 text; undefined if it isn't base64. */
export function firstBytes(base64: string, most: number): Uint8Array<ArrayBuffer> | undefined {
  const text = base64
    .slice(0, Math.ceil(most / 3) * 4 + (base64.length - base64.trimEnd().length))
    .replaceAll(/\s/g, '')
  if (!/^[A-Za-z0-9+/]*={0,2}$/.test(text)) return undefined
  try {
    return Uint8Array.from(atob(text), (character) => character.charCodeAt(0)).slice(0, most)
  } catch (error) {
    if (error instanceof DOMException) return undefined
    throw error
  }
}

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
