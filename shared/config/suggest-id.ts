import { hostOf } from '../text/hosts.ts'
import { hasSecretSign } from '../text/secret-signs.ts'
import { launchedIn } from './launched.ts'
import { isLoopbackHost } from './server-config.ts'

/** Names of files, folders and packages that say nothing about the server. */
const generic =
  /^(mcp|server|mcp[-_]server|servers|index|main|cli|app|start|run|dist|build|src|lib|bin|out|stdio|remote|release|debug|target|node_modules)$/i

/** Schemes whose path names what is run; others reach a server, with anything in their path. */
const ofFiles = /^(git(\+.*)?|ssh|file|docker|oci)$/i

/** A short name from the package, image, file or URL in a command line; never from a value of an option. */
export function idOfWords(words: string[]): string {
  const subject = launchedIn(words)
  const [, scheme = ''] = /^([a-z][a-z\d+.-]*):\/\//i.exec(subject) ?? []
  if (scheme !== '' && !ofFiles.test(scheme) && !/\.(git|tgz)\b/.test(subject))
    return safeId(idOfAddress(subject.replace(scheme, 'https')))
  const parts = partsOf(subject)
  const telling = parts.findLast((part) => !generic.test(part) && part !== '')
  return safeId(telling ?? parts.at(-1) ?? '')
}

/** A package's scope and name, an image's parts, or a path's: each without its version and usual endings. */
function partsOf(subject: string): string[] {
  return (
    subject
      .replace(/^[a-z+]+:\/\/[^/]*/i, '')
      // A home folder says whose it is.
      .replace(/^([a-z]:)?[/\\](home|users)[/\\][^/\\]+(?=[/\\])/i, '')
      .replace(/[?#].*$/s, '')
      .replace(/^([^/\\\s]+)\s.*$/s, '$1')
      .split(/[/\\]/)
      .filter((part) => part !== '')
      .map((part) =>
        part
          .replace(/(?<=.)[@:].*$|[[=<>!~;,|&].*$/s, '')
          .replace(/\.([cm]?[jt]sx?|py|rb|jar|exe|cmd|git|tgz)$/i, '')
          .replace(/^@/, '')
          .replaceAll(/^(mcp[-_])?server[-_]|^mcp[-_]|[-_]mcp([-_]server)?$/gi, ''),
      )
  )
}

/** The text as an ID; empty if it looks like a secret: an ID is in the name of each tool that models are offered. */
export const safeId = (text: string): string => (hasSecretSign(text) ? '' : idOfText(text))

/** A short name from a URL's host: the part that is neither a top-level domain nor generic. */
export function idOfAddress(address: string): string {
  const name = hostOf(address.trim()) ?? ''
  if (isLoopbackHost(name) || /^[\d.]+$|^\[/.test(name)) return idOfText(name)
  const labels = name.split('.')
  const telling = labels.slice(0, -1).filter((label) => !/^(www|api|mcp|com?|org|net|ac|gov)$/.test(label))
  return idOfText(telling.at(-1) ?? name)
}

/** A text without characters that a server's ID can't have. */
export const idOfText = (text: string): string =>
  text
    .replace(/[^A-Za-z0-9 ._-]+/g, '-')
    .replace(/^[^A-Za-z0-9]+/, '')
    .slice(0, 64)
    .replace(/[ .-]+$/, '')

/** The ID, or with a number if another server has it. */
export function freeId(wanted: string, names: ReadonlySet<string>): string {
  if (!names.has(wanted)) return wanted
  let n = 2
  while (names.has(`${wanted.slice(0, 60)} ${n}`)) n++
  return `${wanted.slice(0, 60)} ${n}`
}
