/** An image's media type and size in pixels, read from its first bytes; null unless it is one of the four types. */

export function sniff(b) {
  if (b.length > 24 && b.readUInt32BE(0) === 0x89504e47)
    return { mt: 'image/png', w: b.readUInt32BE(16), h: b.readUInt32BE(20) }
  if (b.length > 10 && b.toString('latin1', 0, 3) === 'GIF')
    return { mt: 'image/gif', w: b.readUInt16LE(6), h: b.readUInt16LE(8) }
  if (b.length > 30 && b.toString('latin1', 0, 4) === 'RIFF' && b.toString('latin1', 8, 12) === 'WEBP') {
    const f = b.toString('latin1', 12, 16)
    if (f === 'VP8X') return { mt: 'image/webp', w: 1 + b.readUIntLE(24, 3), h: 1 + b.readUIntLE(27, 3) }
    if (f === 'VP8 ') return { mt: 'image/webp', w: b.readUInt16LE(26) & 0x3fff, h: b.readUInt16LE(28) & 0x3fff }
    if (f === 'VP8L') {
      const v = b.readUInt32LE(21)
      return { mt: 'image/webp', w: (v & 0x3fff) + 1, h: ((v >> 14) & 0x3fff) + 1 }
    }
  }
  if (b.length > 4 && b[0] === 0xff && b[1] === 0xd8) {
    for (let i = 2; i + 9 < b.length;) {
      if (b[i] !== 0xff) break
      const m = b[i + 1],
        l = b.readUInt16BE(i + 2)
      if (m >= 0xc0 && m <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(m))
        return { mt: 'image/jpeg', w: b.readUInt16BE(i + 7), h: b.readUInt16BE(i + 5) }
      i += 2 + l
    }
    return { mt: 'image/jpeg', w: 0, h: 0 }
  }
  return null
}
export const MAX_IMG = 10 * 1024 * 1024
