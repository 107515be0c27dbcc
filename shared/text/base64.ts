const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'
const values = Uint8Array.from({ length: 128 }, (_, code) => Math.max(0, alphabet.indexOf(String.fromCharCode(code))))

/** A data URL's beginning; its type says nothing about the bytes. */
const dataPrefix = /^data:[^,]{0,500};base64,/i

/**
 * Base64 as every library writes it, in its one canonical form (RFC 4648, section 4): without white space and a data
 * URL's beginning, in the standard alphabet, padded. Undefined if it isn't base64.
 */
export function canonicalBase64(written: string): string | undefined {
  const dense = /\s/.test(written) ? written.replaceAll(/\s/g, '') : written
  const data = dense.startsWith('data:') || dense.startsWith('DATA:') ? dense.replace(dataPrefix, '') : dense
  const standard = /[-_]/.test(data) ? data.replaceAll('-', '+').replaceAll('_', '/') : data
  if (!/^[A-Za-z0-9+/]*={0,2}$/.test(standard)) return undefined
  const digits = standard.endsWith('=') ? standard.replace(/=+$/, '') : standard
  const rest = digits.length % 4
  const padding = rest === 0 ? '' : '='.repeat(4 - rest)
  if (rest === 1 || (digits.length < standard.length && standard.length - digits.length !== padding.length))
    return undefined
  return rest === 0 ? digits : `${digits.slice(0, -1)}${withoutSpareBits(digits, rest)}${padding}`
}

/** The last digit without the bits that no byte has. */
const withoutSpareBits = (digits: string, rest: number): string =>
  alphabet.charAt(valueAt(digits, digits.length - 1) & (rest === 2 ? 0b110000 : 0b111100))

/** The number of bytes in a canonical text. */
export function sizeOfBase64(canonical: string): number {
  const padding = canonical.endsWith('==') ? 2 : canonical.endsWith('=') ? 1 : 0
  return (canonical.length / 4) * 3 - padding
}

/** The bytes of base64 as every library writes it, up to `most`; undefined if it isn't base64. */
export function bytesOfBase64(written: string, most = Number.POSITIVE_INFINITY): Uint8Array<ArrayBuffer> | undefined {
  const text = canonicalBase64(written)
  if (text === undefined) return undefined
  const bytes = new Uint8Array(Math.min(most, sizeOfBase64(text)))
  for (let from = 0, to = 0; to < bytes.length; from += 4, to += 3) {
    const bits =
      (valueAt(text, from) << 18) |
      (valueAt(text, from + 1) << 12) |
      (valueAt(text, from + 2) << 6) |
      valueAt(text, from + 3)
    bytes[to] = bits >> 16
    bytes[to + 1] = bits >> 8
    bytes[to + 2] = bits
  }
  return bytes
}

const valueAt = (text: string, at: number): number => values[text.charCodeAt(at)] ?? 0
