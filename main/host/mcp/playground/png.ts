import { crc32, deflateSync } from 'node:zlib'

/** A pixel's colour, 0 to 255 each. */
export type Colour = readonly [red: number, green: number, blue: number]

const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
const eightBits = 8
const trueColour = 2

/** A square PNG of `size` pixels per side (PNG specification, third edition), coloured by `colourAt`. */
export function png(size: number, colourAt: (x: number, y: number) => Colour): Buffer {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(size, 0)
  header.writeUInt32BE(size, 4)
  header[8] = eightBits
  header[9] = trueColour
  const row = 1 + size * 3
  // A row's first byte names its filter; 0 is none.
  const rows = Buffer.alloc(row * size)
  for (let y = 0; y < size; y++) for (let x = 0; x < size; x++) rows.set(colourAt(x, y), y * row + 1 + x * 3)
  const data = chunk('IDAT', deflateSync(rows))
  return Buffer.concat([signature, chunk('IHDR', header), data, chunk('IEND', Buffer.alloc(0))])
}

function chunk(type: string, data: Buffer): Buffer {
  const typed = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const length = Buffer.alloc(4)
  length.writeUInt32BE(data.length)
  const check = Buffer.alloc(4)
  check.writeUInt32BE(crc32(typed))
  return Buffer.concat([length, typed, check])
}
