import { largestBundle } from '../../../shared/config/bundle.ts'
import type { HostLink } from '../../../shared/contract/commands.ts'
import { HostError } from '../../../shared/contract/errors.ts'
import { bundlePage } from '../../strings/servers/bundle-page.ts'
import { readBytes, decodedText } from '../candidate/read-file.ts'

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
    const piece = await readBytes(file.slice(at, at + pieceSize))
    await link.call('addBundleBytes', { upload, at, data: base64(piece) })
    sent(Math.min(1, (at + pieceSize) / file.size))
  }
  const { sha256 } = await link.call('openBundle', { upload })
  return sha256
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
  isBundleFile(file) || decodedText(await readBytes(file.slice(0, 2))) === 'PK'
