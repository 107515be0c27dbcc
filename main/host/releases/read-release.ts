import semver from 'semver'
import type { Release } from '../../../shared/events/release-events.ts'
import { isObject, parseJson, type JsonValue } from '../../../shared/schema/json.ts'
import { offsetBelow } from '../settings/json-text.ts'

/** Max characters of a release's notes that are kept; its page has the rest. */
export const longestNotes = 4000
/** Max nesting of brackets in an answer. */
const depth = 32
const longestTag = 100

/** The newest release as published, or why the answer can't be used. `none`: it isn't meant for everyone. */
export type ReadRelease = Release | 'none' | 'unreadable' | 'other-version'

/**
 * Reads the newest release as GitHub's API describes one (REST API, "Get the latest release"); Forgejo and Gitea use the
 * same members. Its page is only taken if it is below `pages`, the releases page of Atrium's own repository.
 */
export function readRelease(text: string, pages: string): ReadRelease {
  const value = offsetBelow(text, depth) === undefined ? parseJson(text) : undefined
  if (!isObject(value)) return 'unreadable'
  const { tag_name: tag, body, html_url: page, draft, prerelease } = value
  if (typeof tag !== 'string' || tag.length > longestTag) return 'unreadable'
  if (draft === true || prerelease === true) return 'none'
  const version = semver.valid(tag)
  if (version === null) return 'other-version'
  // Also one that its publisher forgot to mark.
  if (semver.prerelease(version) !== null) return 'none'
  const isOwn = typeof page === 'string' && page.length <= 500 && isBelow(page, pages)
  return { version, notes: typeof body === 'string' ? plain(body) : '', page: isOwn ? new URL(page).href : pages }
}

/** A release that an earlier start kept, by the rules of an answer; undefined if it breaks one. */
export function readKept(kept: JsonValue | undefined, pages: string): Release | undefined {
  if (!isObject(kept)) return undefined
  const { version, notes, page } = kept
  const read = readRelease(JSON.stringify({ tag_name: version, body: notes, html_url: page }), pages)
  return typeof read === 'object' ? read : undefined
}

/** Whether an address is that of a page below another one, as a browser reads it. */
function isBelow(page: string, above: string): boolean {
  if (!URL.canParse(page)) return false
  const { origin, username, password, pathname, search } = new URL(page)
  const home = new URL(above)
  return (
    origin === home.origin &&
    username + password + search === '' &&
    !/%2f|%5c|%2e/i.test(pathname) &&
    pathname.startsWith(`${home.pathname}/`)
  )
}

/** Line ends as `\n`, at most `longestNotes` characters. */
function plain(notes: string): string {
  const text = notes
    .slice(0, 2 * longestNotes)
    .replaceAll(/\r\n?/g, '\n')
    .trim()
  return text.length > longestNotes ? `${text.slice(0, longestNotes).toWellFormed()}…` : text
}

/** Whether a published version is newer than the one that runs. */
export const isNewer = (published: string, own: string): boolean =>
  semver.valid(own) !== null && semver.gt(published, own)
