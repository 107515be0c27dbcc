import { open } from 'node:fs/promises'
import path from 'node:path'
import { largestBundle } from '../../../shared/config/bundle.ts'
import type { HostLink } from '../../../shared/contract/commands.ts'
import { isObject, parseJson } from '../../../shared/schema/json.ts'
import { desktopWords } from './words.ts'
import { canonicalBase64 } from '../../../shared/text/base64.ts'

const words = desktopWords.opened

/** Links of this scheme open Atrium; its pages have the same scheme with the host `app`, which no link reaches. */
export const linkScheme = 'atrium'
const longestLink = 16 * 1024

/** Bytes of a piece for the host. */
const pieceSize = 3 * 1024 * 1024

/**
 * The place that a link leads to; undefined if it isn't one that Atrium knows. A link only fills in a form: the place
 * has no power, and adds and starts nothing.
 */
export function placeOf(written: string): string | undefined {
  const link = written.length <= longestLink && URL.canParse(written) ? new URL(written) : undefined
  if (link?.protocol !== `${linkScheme}:` || link.port !== '' || link.username !== '' || link.hash !== '')
    return undefined
  if (link.pathname !== '' && link.pathname !== '/') return undefined
  const { hostname, searchParams: given } = link
  const names = [...given.keys()]
  if (hostname === 'add' && names.every((name) => name === 'name' || name === 'config') && isOnce(names)) {
    const text = configOf(given.get('name') ?? 'server', given.get('config') ?? '')
    return text && `#/servers?add=${Buffer.from(text).toString('base64url')}`
  }
  const record = given.get('registry') ?? ''
  if (hostname !== 'install' || names.join() !== 'registry' || !/^[\w.-]{1,100}\/[\w.-]{1,100}$/.test(record))
    return undefined
  return `#/registry/${encodeURIComponent(record)}`
}

const isOnce = (names: string[]): boolean => new Set(names).size === names.length

/** One server as a configuration file has it: a program or a URL, whose values the page's form reads and checks. */
function configOf(name: string, encoded: string): string | undefined {
  // A plus sign in a query is read as a blank.
  const bytes = canonicalBase64(encoded.replaceAll(' ', '+'))
  if (bytes === undefined || !/^[A-Za-z0-9][A-Za-z0-9 ._-]{0,63}$/.test(name)) return undefined
  const config = parseJson(Buffer.from(bytes, 'base64').toString('utf8'))
  if (!isObject(config) || (typeof config['command'] === 'string') === (typeof config['url'] === 'string'))
    return undefined
  return JSON.stringify({ mcpServers: { [name]: config } }, null, 2)
}

/** A bundle or link among a start's arguments. A file is relative to that start's folder. */
export function openedBy(argv: string[], folder: string): { file: string } | { link: string } | undefined {
  const found = argv.slice(1).findLast((word) => isLink(word) || (isBundle(word) && !word.startsWith('-')))
  if (found === undefined) return undefined
  return isLink(found) ? { link: found } : { file: path.resolve(folder, found) }
}

const isLink = (word: string): boolean => word.toLowerCase().startsWith(`${linkScheme}:`)
const isBundle = (word: string): boolean => /\.(mcpb|dxt)$/i.test(word)

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
