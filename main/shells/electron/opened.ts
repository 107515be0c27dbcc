import path from 'node:path'
import { fileURLToPath } from 'node:url'
import type { App } from 'electron'
import { linkScheme, readAtriumLink } from '../../host/import/atrium-link.ts'
import { isBundlePath } from './opened-bundle.ts'

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
  const found = given.map(pathIn).findLast((word) => isLink(word) || isBundlePath(word))
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

/** Makes this program the one that opens links for this user. Behind `--`, no link is read as a switch. */
export const claimLinks = (app: Pick<App, 'setAsDefaultProtocolClient'>, program: string): boolean =>
  app.setAsDefaultProtocolClient(linkScheme, program, ['--'])
