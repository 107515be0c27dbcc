import { largestBundle } from '../../../shared/config/bundle.ts'
import type { HostLink } from '../../../shared/contract/commands.ts'
import { HostError } from '../../../shared/contract/errors.ts'
import { bundlePage } from '../../strings/servers/bundle-page.ts'

const words = bundlePage.open

/** Bytes per piece. */
const pieceSize = 3 * 1024 * 1024

/** Copies a file to the host, which keeps it under its SHA-256. `sent` receives the part that arrived, from 0 to 1. */
export async function sendBundle(
  link: Pick<HostLink, 'call'>,
  file: File,
  sent: (part: number) => void = () => undefined,
): Promise<string> {
  if (file.size > largestBundle) throw new HostError('bad-input', words.tooLarge(largestBundle / 1024 / 1024))
  const { upload } = await link.call('startBundle', { bytes: file.size })
  for (let at = 0; at < file.size; at += pieceSize) {
    const piece = await bytesOf(file.slice(at, at + pieceSize))
    await link.call('addBundleBytes', { upload, at, data: base64(piece) })
    sent(Math.min(1, (at + pieceSize) / file.size))
  }
  const { sha256 } = await link.call('openBundle', { upload })
  return sha256
}

/** The file can be gone, or closed to this account, by now. */
async function bytesOf(part: Blob): Promise<Uint8Array> {
  try {
    return new Uint8Array(await part.arrayBuffer())
  } catch (error) {
    throw new HostError('unavailable', words.unreadable(error instanceof Error ? error.message : String(error)))
  }
}

/** Encodes bytes in steps: a call can't have millions of arguments. */
function base64(bytes: Uint8Array): string {
  const step = 0x8000
  let text = ''
  for (let at = 0; at < bytes.length; at += step) text += String.fromCharCode(...bytes.subarray(at, at + step))
  return btoa(text)
}

/** Whether its name says that it is a bundle; see `isBundle` for its content. */
export const isBundleFile = ({ name }: { name: string }): boolean => /\.(mcpb|dxt)$/i.test(name)

/** Whether a file is a bundle, by its name, or because it is an archive. */
export const isBundle = async (file: File): Promise<boolean> =>
  isBundleFile(file) || decoded(await bytesOf(file.slice(0, 2))) === 'PK'

/** Max bytes of a file that is read as text: more than any config has. */
const largestText = 5 * 1024 * 1024

/** Rejects a file above 5 MiB. Reads UTF-8, and UTF-16 if a byte order mark says so. */
export async function textOfFile(file: File): Promise<string> {
  if (file.size > largestText) throw new HostError('bad-input', words.tooLong(largestText / 1024 / 1024))
  return decoded(await bytesOf(file))
}

/** Notepad on Windows writes UTF-16 with a byte order mark. */
function decoded(bytes: Uint8Array): string {
  const [first, second] = bytes
  const isWide = first === 0xff && second === 0xfe
  return new TextDecoder(isWide ? 'utf-16le' : 'utf-8').decode(bytes)
}
