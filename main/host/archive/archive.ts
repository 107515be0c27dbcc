import { type Entry, fromRandomAccessReaderPromise, type ZipFile } from 'yauzl'
import { ArchiveFile } from './archive-file.ts'
import { type ArchiveName, Names, readName } from './names.ts'
import { Refusal } from './refusal.ts'

const mebibyte = 1024 * 1024
const mostFiles = 20_000
const largestUnpacked = 1024 * mebibyte
/** Only content above this size is compared with its packed size. */
const ratioFrom = 10 * mebibyte
const mostRatio = 200

/** An entry whose headers were judged. */
export type ArchiveEntry = ArchiveName & { size: number; isExecutable: boolean; entry: Entry }

/** A judged archive. */
export type Archive = { zip: ZipFile; entries: ArchiveEntry[]; packed: number; hasSignature: boolean }

/**
 * Opens an archive, judges every header before any content, and closes it after `use`. Throws `Refusal`. Names, kinds and
 * sizes of entries that `reads` leaves out don't count: they aren't in the result.
 */
export async function withArchive<T>(
  file: string | Buffer,
  use: (archive: Archive) => Promise<T>,
  reads: (name: string) => boolean = () => true,
): Promise<T> {
  const open = new ArchiveFile(file)
  try {
    if (open.end.entries > mostFiles) throw new Refusal('too-many-files')
    const zip = await fromRandomAccessReaderPromise(open, open.size, {
      autoClose: false,
      decodeStrings: false,
      validateEntrySizes: false,
    }).catch(damaged)
    const found = await entriesOf(zip, open)
    if (open.end.entries > 0 && Math.min(...found.map(offsetOf)) !== 0) throw new Refusal('zip-damaged')
    const read = found.filter(({ fileNameRaw }) => reads(fileNameRaw.toString()))
    const entries = judged(read)
    const inOrder = found.toSorted((one, other) => offsetOf(one) - offsetOf(other))
    if (inOrder.some((entry, index) => endAtLeast(entry) > startAfter(inOrder, index, open)))
      throw new Refusal('overlapping')
    judgeSizes(read)
    await judgeLocalHeaders(zip, inOrder, open)
    return await use({ zip, entries, packed: open.size, hasSignature: open.hasSignature })
  } finally {
    open.shut()
  }
}

const damaged = (): never => {
  throw new Refusal('zip-damaged')
}

const offsetOf = ({ relativeOffsetOfLocalHeader }: Entry): number => relativeOffsetOfLocalHeader
const endAtLeast = (entry: Entry): number => offsetOf(entry) + 30 + entry.fileNameLength + entry.compressedSize
const startAfter = (inOrder: Entry[], index: number, { end }: ArchiveFile): number => {
  const next = inOrder[index + 1]
  return next ? offsetOf(next) : end.directoryAt
}

/** All central headers; the directory must end where the end record begins. */
async function entriesOf(zip: ZipFile, { end }: ArchiveFile): Promise<Entry[]> {
  const entries: Entry[] = []
  try {
    for await (const entry of zip.eachEntry()) entries.push(entry)
  } catch {
    throw new Refusal('zip-damaged')
  }
  if (Number(zip.readEntryCursor) !== end.at) throw new Refusal('zip-damaged')
  return entries
}

function judged(found: Entry[]): ArchiveEntry[] {
  const names = new Names()
  return found.map((entry) => {
    const name = readName(entry.fileNameRaw)
    if ('refused' in name) throw new Refusal(name.refused, { file: entry.fileNameRaw.toString() })
    const refuse = (code: Refusal['refused']['refused']): never => {
      throw new Refusal(code, { file: name.name })
    }
    const mode = modeOf(entry)
    const kind = mode & 0o170000
    if (kind === 0o120000) refuse('link-inside')
    if (kind !== 0 && kind !== (name.isFolder ? 0o040000 : 0o100000)) refuse('special-file')
    // Bits for encryption: traditional, strong, and of the directory.
    if ((entry.generalPurposeBitFlag & 0x2041) !== 0) refuse('zip-encrypted')
    if (entry.compressionMethod !== 0 && entry.compressionMethod !== 8) refuse('zip-method')
    if (name.isFolder && (entry.uncompressedSize > 0 || entry.compressedSize > 2)) refuse('zip-damaged')
    if (!names.add(name)) refuse('name-duplicate')
    return { ...name, size: entry.uncompressedSize, isExecutable: (mode & 0o111) !== 0, entry }
  })
}

/** An entry's Unix mode; 0 from other writers, which don't say what an entry is. */
function modeOf({ versionMadeBy, externalFileAttributes }: Entry): number {
  const system = versionMadeBy >> 8
  return system === 3 || system === 19 ? externalFileAttributes >>> 16 : 0
}

function judgeSizes(found: Entry[]): void {
  const unpacked = found.reduce((sum, { uncompressedSize }) => sum + uncompressedSize, 0)
  const packed = found.reduce((sum, { compressedSize }) => sum + compressedSize, 0)
  const isBomb = (size: number, from: number): boolean => size > ratioFrom && size > from * mostRatio
  if (unpacked > largestUnpacked || isBomb(unpacked, packed)) throw new Refusal('too-large')
  const one = found.find((entry) => isBomb(entry.uncompressedSize, entry.compressedSize))
  if (one) throw new Refusal('too-large', { file: one.fileNameRaw.toString() })
}

/** The header before each content must have the same name, and the content must end before the next header. */
async function judgeLocalHeaders(zip: ZipFile, inOrder: Entry[], open: ArchiveFile): Promise<void> {
  for (const [index, entry] of inOrder.entries()) {
    const header = await zip.readLocalFileHeaderPromise(entry).catch(damaged)
    const file = entry.fileNameRaw.toString()
    if (!header.fileName.equals(entry.fileNameRaw)) throw new Refusal('name-mismatch', { file })
    if (header.fileDataStart + entry.compressedSize > startAfter(inOrder, index, open))
      throw new Refusal('overlapping', { file })
  }
}
