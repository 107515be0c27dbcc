import { open } from 'node:fs/promises'
import { largestBundle } from '../../../shared/config/bundle.ts'
import type { HostLink } from '../../../shared/contract/commands.ts'
import { desktopWords } from './words.ts'

const words = desktopWords.opened

/** Bytes of a piece for the host. */
const pieceSize = 3 * 1024 * 1024

/** Whether a path is a bundle's. */
export const isBundlePath = (word: string): boolean => /\.(mcpb|dxt)$/i.test(word)

/** Copies a bundle's file to the host; returns its page. Throws an error with a sentence. */
export async function placeOfFile(link: Pick<HostLink, 'call'>, file: string): Promise<string> {
  const handle = await open(file, 'r').catch(() => {
    throw new Error(words.unreadable(file))
  })
  try {
    const stat = await handle.stat()
    if (!stat.isFile() || !isBundlePath(file)) throw new Error(words.unreadable(file))
    if (stat.size > largestBundle) throw new Error(words.tooLarge(largestBundle / 1024 / 1024))
    const { upload } = await link.call('startBundle', { bytes: stat.size })
    const buffer = Buffer.alloc(Math.min(pieceSize, stat.size))
    for (let at = 0; at < stat.size;) {
      const { bytesRead } = await handle.read(buffer, 0, Math.min(buffer.length, stat.size - at), at)
      if (bytesRead === 0) throw new Error(words.unreadable(file))
      await link.call('addBundleBytes', { upload, at, data: buffer.toString('base64', 0, bytesRead) })
      at += bytesRead
    }
    const { sha256 } = await link.call('openBundle', { upload })
    return `#/bundle/${sha256}`
  } finally {
    await handle.close()
  }
}
