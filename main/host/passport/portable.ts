import { homedir } from 'node:os'
import { isSecretName, isSecretValue } from '../../../shared/text/secret-signs.ts'

/** Replaces the known secrets in a text. */
type Redact = (text: string) => string

const literally = (text: string): string => text.replaceAll(/[\\^$.*+?()[\]{}|]/g, String.raw`\$&`)

/** A text with every path in the home folder written as `~`. */
export function withoutHome(text: string, home = homedir()): string {
  if (home.length < 2) return text
  const spelled = [...new Set([home, home.replaceAll('\\', '/')])].map(literally).join('|')
  return text.replaceAll(
    new RegExp(`(?<![\\w.-])(?:${spelled})(?![\\w.-])`, process.platform === 'win32' ? 'gi' : 'g'),
    '~',
  )
}

/** The reverse, for a `~` that begins a path: alone, or after an option's name. */
export const withHome = (text: string, home = homedir()): string =>
  text.replace(/^((?:[\w-]+=)?)~(?=$|[\\/])/, (_, option: string) => `${option}${home}`)

/** A program's arguments without secrets, each of which becomes a placeholder for the reader to fill in. */
export const withoutSecrets = (args: string[], redact: Redact): string[] =>
  args.map((word, index) => withoutSecret(word, args[index - 1] ?? '', redact))

function withoutSecret(word: string, before: string, redact: Redact): string {
  const [, option = '', divider = '', value] = /^([^=\s]*?)(=|:\s*)(.*)$/s.exec(word) ?? []
  const isRedacted = redact(word) !== word
  if (value !== undefined && value !== '' && (isSecretName(option) || isSecretValue(value) || isRedacted))
    return `${redact(option)}${divider}${placeholder(option)}`
  const isNamed = before.startsWith('-') && !word.startsWith('-') && isSecretName(before)
  return isNamed || isSecretValue(word) || isRedacted ? placeholder(isNamed ? before : '') : word
}

/** A URL without what can hold a secret: its user, the values of its query, its fragment, and parts like secrets. */
export function addressWithoutSecrets(text: string, redact: Redact): string {
  const url = new URL(text)
  const path = url.pathname.split('/').map((part) => (isSecretValue(part) || redact(part) !== part ? '<secret>' : part))
  const query = [...url.searchParams.keys()].map((name) => `${encodeURIComponent(name)}=${placeholder(name)}`)
  const address = `${url.protocol}//${url.host}${path.join('/')}`
  return redact(query.length === 0 ? address : `${address}?${query.join('&')}`)
}

const placeholder = (name: string): string =>
  `<${
    name
      .replace(/^-+/, '')
      .replaceAll(/[^\w-]/g, '')
      .slice(0, 40) || 'secret'
  }>`
