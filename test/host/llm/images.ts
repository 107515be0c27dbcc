/** Image headers with the given size: enough for readers of headers. */
export const png = (width: number, height: number, padding = 0): string => {
  const bytes = Buffer.alloc(33 + padding)
  Buffer.from('\u0089PNG\r\n\u001a\n', 'latin1').copy(bytes)
  bytes.writeUInt32BE(13, 8)
  bytes.write('IHDR', 12, 'latin1')
  bytes.writeUInt32BE(width, 16)
  bytes.writeUInt32BE(height, 20)
  return bytes.toString('base64')
}

export const gif = (width: number, height: number): string => {
  const bytes = Buffer.alloc(16)
  bytes.write('GIF89a', 0, 'latin1')
  bytes.writeUInt16LE(width, 6)
  bytes.writeUInt16LE(height, 8)
  return bytes.toString('base64')
}

/** With comments before the frame header, as cameras write them. */
export const jpeg = (width: number, height: number, comments = 1): string => {
  const comment = Buffer.alloc(2000)
  comment.set([0xff, 0xfe, 0x07, 0xce])
  const frame = Buffer.from([0xff, 0xc0, 0, 11, 8, height >> 8, height & 255, width >> 8, width & 255, 1, 1, 17, 0])
  return Buffer.concat([Buffer.from([0xff, 0xd8]), ...Array(comments).fill(comment), frame, Buffer.alloc(20)]).toString(
    'base64',
  )
}

export const webp = (kind: 'VP8 ' | 'VP8L' | 'VP8X', width: number, height: number): string => {
  const bytes = Buffer.alloc(40)
  bytes.write('RIFF', 0, 'latin1')
  bytes.write(`WEBP${kind}`, 8, 'latin1')
  if (kind === 'VP8X') {
    bytes.writeUIntLE(width - 1, 24, 3)
    bytes.writeUIntLE(height - 1, 27, 3)
  } else if (kind === 'VP8 ') {
    bytes.writeUInt16LE(width, 26)
    bytes.writeUInt16LE(height, 28)
  } else bytes.writeUInt32LE((width - 1) | ((height - 1) << 14), 21)
  return bytes.toString('base64')
}
