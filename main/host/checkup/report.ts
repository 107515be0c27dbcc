import { arch, release, userInfo } from 'node:os'
import type { CheckedPart } from '../../../shared/contract/checkup.ts'
import type { Platform } from '../platform.ts'
import { checkupWords as words } from './words.ts'

/** The parts without the home folder and the user's name: for the screen as for what is passed on. */
export const plainly = (parts: CheckedPart[], home: string, user = userName()): CheckedPart[] =>
  parts.map(({ text, advice, ...rest }) => ({
    ...rest,
    text: withoutUser(text, home, user),
    ...(advice !== undefined && { advice: withoutUser(advice, home, user) }),
  }))

function userName(): string {
  try {
    return userInfo().username
  } catch {
    return ''
  }
}

/** A name shorter than this may be a part of any word. */
const shortestName = 3

/** A home folder becomes `~`, and the user's name as a folder's name `…`. */
export function withoutUser(text: string, home: string, user: string): string {
  const shortened = home.length > 1 ? text.replaceAll(new RegExp(`${escaped(home)}(?![\\w-])`, 'g'), '~') : text
  if (user.length < shortestName || user === 'root') return shortened
  return shortened.replaceAll(new RegExp(`(?<=[\\\\/])${escaped(user)}(?=[\\\\/]|\\b)`, 'gi'), '…')
}

const escaped = (text: string): string => text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)

/** The checkup as lines of text: Atrium's version, shell and system, then each part. */
export function reportOf(parts: CheckedPart[], { version, shell }: Platform['app']): string {
  const head = words.reportHead(version, shell, `${process.platform} ${release()} ${arch()}`)
  return [head, ...parts.map(lineOf)].join('\n')
}

/** A part in one line, with its health in a word. */
export const lineOf = ({ title, health, text, advice }: CheckedPart): string =>
  words.line(words.health[health], title, advice === undefined ? text : `${text} ${advice}`)
