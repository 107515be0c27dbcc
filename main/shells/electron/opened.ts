import { open } from 'node:fs/promises'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import type { App } from 'electron'
import { largestBundle } from '../../../shared/config/bundle.ts'
import type { HostLink } from '../../../shared/contract/commands.ts'
import { linkScheme, readAtriumLink } from '../../host/import/atrium-link.ts'
import { desktopWords } from './words.ts'

const words = desktopWords.opened

/** Bytes of a piece for the host. */
const pieceSize = 3 * 1024 * 1024

/**
 * The place that a link leads to; undefined if it isn't one that Atrium knows. A link only fills in a form: the place
 * has no power, and adds and starts nothing.
 */
export function placeOf(written: string): string | undefined {
  const link = readAtriumLink(written)
  if (link === undefined) return undefined
  if ('install' in link) return `#/registry/${encodeURIComponent(link.install)}`
  const { name, config } = link.add
  const text = JSON.stringify({ mcpServers: { [name]: config } }, null, 2)
  return `#/servers?add=${Buffer.from(text).toString('base64url')}`
}

/**
 * A bundle or link among a start's arguments. A file is relative to that start's folder, or a `file:` URL, as desktops of
 * Linux write it. Behind `--` only the first word counts: Windows puts a link there, which can contain more words.
 */
export function openedBy(argv: string[], folder: string): { file: string } | { link: string } | undefined {
  const end = argv.indexOf('--')
  const given = end === -1 ? argv.slice(1).filter((word) => !word.startsWith('-')) : argv.slice(end + 1, end + 2)
  const found = given.map(pathIn).findLast((word) => isLink(word) || isBundle(word))
  if (found === undefined) return undefined
  return isLink(found) ? { link: found } : { file: path.resolve(folder, found) }
}

/** The path that a `file:` URL of this computer names; every other word as it is. */
function pathIn(word: string): string {
  if (!/^file:/i.test(word) || !URL.canParse(word)) return word
  const { host, pathname } = new URL(word)
  try {
    return host === '' || host === 'localhost' ? fileURLToPath(`file://${pathname}`) : word
  } catch (error) {
    if (error instanceof TypeError || error instanceof URIError) return word
    throw error
  }
}

const isLink = (word: string): boolean => word.toLowerCase().startsWith(`${linkScheme}:`)
const isBundle = (word: string): boolean => /\.(mcpb|dxt)$/i.test(word)

/** Makes this program the one that opens links for this user. Behind `--`, no link is read as a switch. */
export const claimLinks = (app: Pick<App, 'setAsDefaultProtocolClient'>, program: string): boolean =>
  app.setAsDefaultProtocolClient(linkScheme, program, ['--'])

/** Copies a bundle's file to the host; returns its page. Throws an error with a sentence. */
export async function placeOfFile(link: Pick<HostLink, 'call'>, file: string): Promise<string> {
  const handle = await open(file, 'r').catch(() => {
    throw new Error(words.unreadable(file))
  })
  try {
    const stat = await handle.stat()
    if (!stat.isFile() || !isBundle(file)) throw new Error(words.unreadable(file))
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
