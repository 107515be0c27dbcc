/** Base64's groups have three bytes, so a value inside a longer text has one of three forms. */
const alignments = [0, 1, 2]

/** A value in base64 of both alphabets, alone and inside a longer text, in hex of both cases, and in base32. */
export function encodedForms(value: string): string[] {
  const bytes = Buffer.from(value)
  const hex = bytes.toString('hex')
  const inBase64 = (['base64', 'base64url'] as const).flatMap((alphabet) => [
    bytes.toString(alphabet).replace(/=+$/, ''),
    ...alignments.map((before) => insideBase64(bytes, before, alphabet)),
  ])
  return [...inBase64, hex, hex.toUpperCase(), base32(bytes)]
}

/** The digits that stand for these bytes alone, whatever `before` bytes precede them in their group. */
function insideBase64(bytes: Buffer, before: number, alphabet: 'base64' | 'base64url'): string {
  const whole = Buffer.concat([Buffer.alloc(before), bytes])
  return whole.toString(alphabet).slice(Math.ceil((before * 8) / 6), Math.floor((whole.length * 8) / 6))
}

const digits = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

/** Without padding (RFC 4648). */
function base32(bytes: Buffer): string {
  let written = ''
  let [held, bits] = [0, 0]
  for (const byte of bytes) {
    held = ((held << 8) | byte) & 0xfff
    for (bits += 8; bits >= 5; bits -= 5) written += digits.charAt((held >> (bits - 5)) & 31)
  }
  return bits === 0 ? written : written + digits.charAt((held << (5 - bits)) & 31)
}
