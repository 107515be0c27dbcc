import { HostError } from '../../../shared/contract/errors.ts'
import { serverForm } from '../../strings/servers/servers-form.ts'

const words = serverForm.file

/** A file's bytes. The file can be gone, or closed to this account, by now. */
export async function readBytes(part: Blob): Promise<Uint8Array> {
  try {
    return new Uint8Array(await part.arrayBuffer())
  } catch (error) {
    throw new HostError('unavailable', words.unreadable(error instanceof Error ? error.message : String(error)))
  }
}

/** Max bytes of a file that is read as text: more than any config has. */
const largestText = 5 * 1024 * 1024

/** Rejects a file above 5 MiB. Reads UTF-8, and UTF-16 if a byte order mark says so. */
export async function textOfFile(file: File): Promise<string> {
  if (file.size > largestText) throw new HostError('bad-input', words.tooLong(largestText / 1024 / 1024))
  return decodedText(await readBytes(file))
}

/** Bytes as text. Notepad on Windows writes UTF-16 with a byte order mark. */
export function decodedText(bytes: Uint8Array): string {
  const [first, second] = bytes
  const isWide = first === 0xff && second === 0xfe
  return new TextDecoder(isWide ? 'utf-16le' : 'utf-8').decode(bytes)
}
