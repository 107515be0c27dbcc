import { inflateSync } from 'node:zlib'

/**
 * A PNG's pixels as Electron's NativeImage has them: four bytes each, blue first. Knows what Chromium writes, eight bits
 * for each of three or four channels (docs/api/native-image.md of Electron, toBitmap).
 */
export function bitmapOf(png: Buffer): Buffer {
  const [width, height] = [png.readUInt32BE(16), png.readUInt32BE(20)]
  const channels = { 2: 3, 6: 4 }[png.readUInt8(25)]
  if (png.readUInt8(24) !== 8 || channels === undefined) throw new Error('The double of Electron can’t read this PNG.')
  const lines = unfiltered(inflateSync(dataOf(png)), width * channels, channels)
  const bitmap = Buffer.alloc(width * height * 4, 255)
  for (let at = 0; at < width * height; at += 1)
    for (let channel = 0; channel < channels; channel += 1)
      bitmap[at * 4 + (channel < 3 ? 2 - channel : 3)] = lines[at * channels + channel] ?? 0
  return bitmap
}

/** The content of its IDAT chunks. */
function dataOf(png: Buffer): Buffer {
  const parts: Buffer[] = []
  for (let at = 8; at < png.length;) {
    const length = png.readUInt32BE(at)
    if (png.toString('latin1', at + 4, at + 8) === 'IDAT') parts.push(png.subarray(at + 8, at + 8 + length))
    at += length + 12
  }
  return Buffer.concat(parts)
}

/** Each line begins with its filter (PNG, 9.2 Filter types for filter method 0). */
function unfiltered(lines: Buffer, length: number, step: number): Buffer {
  const height = lines.length / (length + 1)
  const plain = Buffer.alloc(length * height)
  for (let y = 0; y < height; y += 1) {
    const filter = lines[y * (length + 1)]
    for (let x = 0; x < length; x += 1) {
      const left = x < step ? 0 : (plain[y * length + x - step] ?? 0)
      const up = y === 0 ? 0 : (plain[(y - 1) * length + x] ?? 0)
      const corner = x < step || y === 0 ? 0 : (plain[(y - 1) * length + x - step] ?? 0)
      const predicted = [0, left, up, (left + up) >> 1, paeth(left, up, corner)][filter ?? 0] ?? 0
      plain[y * length + x] = ((lines[y * (length + 1) + 1 + x] ?? 0) + predicted) & 255
    }
  }
  return plain
}

function paeth(left: number, up: number, corner: number): number {
  const [a, b, c] = [Math.abs(up - corner), Math.abs(left - corner), Math.abs(left + up - 2 * corner)]
  if (a <= b && a <= c) return left
  return b <= c ? up : corner
}
