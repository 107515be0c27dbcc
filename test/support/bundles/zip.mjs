import { deflateRawSync } from 'node:zlib'

const table = Int32Array.from({ length: 256 }, (_, n) => {
  for (let k = 0; k < 8; k += 1) n = n & 1 ? 0xedb88320 ^ (n >>> 1) : n >>> 1
  return n
})
function crc32(bytes) {
  let crc = -1
  for (let i = 0; i < bytes.length; i += 1) crc = table[(crc ^ bytes[i]) & 0xff] ^ (crc >>> 8)
  return (crc ^ -1) >>> 0
}

export const REGULAR = 0o100000,
  DIRECTORY = 0o040000,
  LINK = 0o120000,
  DEVICE = 0o020000,
  FIFO = 0o010000
/**
 * An entry of an archive. Faults: `localName`, `declaredSize`, `crc`, `flags`, `method`; `same` names an entry whose
 * bytes it shares.
 */
export const file = (name, data, more = {}) => ({
  name,
  data: Buffer.isBuffer(data) ? data : Buffer.from(data),
  mode: REGULAR | 0o644,
  ...more,
})
export const folder = (name) => ({ name: `${name}/`, data: Buffer.alloc(0), mode: DIRECTORY | 0o755 })
export const link = (name, target) => ({ name, data: Buffer.from(target), mode: LINK | 0o777 })

const DATE = ((2026 - 1980) << 9) | (1 << 5) | 1

export function zip(
  entries,
  { prefix = Buffer.alloc(0), comment = Buffer.alloc(0), suffix = Buffer.alloc(0), unix = true, count } = {},
) {
  const parts = [prefix]
  const central = []
  let offset = prefix.length
  const starts = new Map()
  for (const entry of entries) {
    const nameBytes = Buffer.isBuffer(entry.name) ? entry.name : Buffer.from(entry.name)
    const localBytes = entry.localName === undefined ? nameBytes : Buffer.from(entry.localName)
    const packed =
      entry.same !== undefined
        ? starts.get(entry.same).packed
        : entry.deflate
          ? deflateRawSync(entry.data, { level: 9 })
          : entry.data
    const method = entry.method ?? (entry.deflate ? 8 : 0)
    const size = entry.declaredSize ?? (entry.same !== undefined ? starts.get(entry.same).size : entry.data.length)
    const crc = entry.crc ?? (entry.same !== undefined ? starts.get(entry.same).crc : crc32(entry.data))
    const flags = (entry.flags ?? 0) | 0x800 | (entry.descriptor ? 8 : 0)
    let at = offset
    if (entry.same === undefined) {
      const local = Buffer.alloc(30)
      local.writeUInt32LE(0x04034b50, 0)
      local.writeUInt16LE(20, 4)
      local.writeUInt16LE(flags, 6)
      local.writeUInt16LE(method, 8)
      local.writeUInt16LE(0, 10)
      local.writeUInt16LE(DATE, 12)
      local.writeUInt32LE(entry.descriptor ? 0 : crc, 14)
      local.writeUInt32LE(entry.descriptor ? 0 : packed.length, 18)
      local.writeUInt32LE(entry.descriptor ? 0 : size >>> 0, 22)
      local.writeUInt16LE(localBytes.length, 26)
      parts.push(local, localBytes, packed)
      offset += 30 + localBytes.length + packed.length
      if (entry.descriptor) {
        const after = Buffer.alloc(16)
        after.writeUInt32LE(0x08074b50, 0)
        after.writeUInt32LE(crc, 4)
        after.writeUInt32LE(packed.length, 8)
        after.writeUInt32LE(size >>> 0, 12)
        parts.push(after)
        offset += 16
      }
      starts.set(entry.name, { at, packed, size, crc })
    } else at = starts.get(entry.same).at
    const head = Buffer.alloc(46)
    head.writeUInt32LE(0x02014b50, 0)
    head.writeUInt16LE(((unix ? 3 : 0) << 8) | 20, 4)
    head.writeUInt16LE(20, 6)
    head.writeUInt16LE(flags, 8)
    head.writeUInt16LE(method, 10)
    head.writeUInt16LE(0, 12)
    head.writeUInt16LE(DATE, 14)
    head.writeUInt32LE(crc, 16)
    head.writeUInt32LE(packed.length, 20)
    head.writeUInt32LE(size >>> 0, 24)
    head.writeUInt16LE(nameBytes.length, 28)
    head.writeUInt32LE(unix ? (entry.mode << 16) >>> 0 : 0, 38)
    head.writeUInt32LE(at, 42)
    central.push(head, nameBytes)
  }
  const directory = Buffer.concat(central)
  const end = Buffer.alloc(22)
  end.writeUInt32LE(0x06054b50, 0)
  end.writeUInt16LE(Math.min(count ?? entries.length, 0xffff), 8)
  end.writeUInt16LE(Math.min(count ?? entries.length, 0xffff), 10)
  end.writeUInt32LE(directory.length, 12)
  end.writeUInt32LE(offset, 16)
  end.writeUInt16LE(comment.length, 20)
  return Buffer.concat([...parts, directory, end, comment, suffix])
}
