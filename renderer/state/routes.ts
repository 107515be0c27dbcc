import { useSyncExternalStore } from 'react'
import { speakers, type Speaker } from '../../shared/contract/find-commands.ts'
import { readFilter, writeFilter, type AuditFilter } from './audit-filter.ts'
import { bytesOfBase64 } from '../../shared/text/base64.ts'

/** The places in the interface, each with its own URL fragment. */
export type Route =
  /**
   * With `find`, a search in the conversation, at the first match of a record. With `ask`, it leads on to the oldest
   * question: of the conversation, or else of all.
   */
  | {
      page: 'chat'
      conversation?: string | undefined
      ask?: 'oldest'
      find?: { text: string; seq?: number | undefined } | undefined
    }
  | { page: 'search'; filter?: SearchFilter | undefined }
  /** With `passport`, the server's passport instead of its page. */
  | {
      page: 'servers'
      server?: string | undefined
      view?: ServerView | undefined
      passport?: true | undefined
      /** A configuration for the form to add a server, from a link. */
      add?: string | undefined
    }
  /** With `name`, one server of the registry. */
  | { page: 'registry'; name?: string | undefined }
  /** An opened bundle, by its SHA-256. */
  | { page: 'bundle'; sha256: string }
  /** `seq` is an open record, `call` the first record of an open call. */
  | { page: 'audit'; seq?: number | undefined; call?: number | undefined; filter?: AuditFilter | undefined }
  | { page: 'settings'; part?: SettingsPart | undefined }
  | { page: 'welcome' }

/** The pages that belong to the servers' place in the sidebar. */
const atServers: Route['page'][] = ['servers', 'registry']
export const isAtServers = ({ page }: Route): boolean => atServers.includes(page)

/** The settings pages; the first is the default. */
export const settingsParts = [
  'models',
  'approvals',
  'appearance',
  'prompts',
  'keyboard',
  'privacy',
  'limits',
  'network',
  'company',
  'installation',
  'about',
] as const
export type SettingsPart = (typeof settingsParts)[number]

/** The tabs of a server's page, each with its views; the first of all is the default. */
export const serverTabs = {
  tools: ['tools', 'prompts', 'resources'],
  activity: ['activity', 'log', 'traffic'],
  access: ['access'],
  setup: ['setup'],
} as const
export type ServerTab = keyof typeof serverTabs
export type ServerView = (typeof serverTabs)[ServerTab][number]

const serverViews: ServerView[] = Object.values(serverTabs).flat()

/** Parses a fragment; unknown ones lead to the start page. */
export function parseRoute(hash: string): Route {
  const [path = '', query = ''] = hash.replace(/^#\/?/, '').split('?', 2)
  const [page = '', rest, below] = path.split('/')
  const name = rest ? decode(rest) : undefined
  switch (page) {
    case 'c':
      return { page: 'chat', conversation: name, ...findIn(query) }
    case 'ask':
      return { page: 'chat', conversation: name, ask: 'oldest' }
    case 'search':
      return { page: 'search', ...(query !== '' && { filter: readSearch(query) }) }
    case 'servers':
      if (name === undefined && query.startsWith('add=')) return { page: 'servers', add: fromBase64(query.slice(4)) }
      if (name !== undefined && below === 'passport') return { page: 'servers', server: name, passport: true }
      return { page: 'servers', server: name, view: serverViews.find((view) => view === below) }
    case 'registry':
      return { page: 'registry', name }
    case 'bundle':
      return name !== undefined && /^[0-9a-f]{64}$/.test(name) ? { page: 'bundle', sha256: name } : { page: 'servers' }
    case 'audit': {
      const filter = readFilter(query)
      return {
        page: 'audit',
        seq: numberOf(name),
        ...(name === 'call' && { call: numberOf(below) }),
        ...(writeFilter(filter) !== '' && { filter }),
      }
    }
    case 'settings':
      return { page: 'settings', part: settingsParts.find((part) => part === name) }
    case 'welcome':
      return { page: 'welcome' }
    default:
      return { page: 'chat' }
  }
}

/** The fragment of a place. */
export function href(route: Route): string {
  switch (route.page) {
    case 'chat':
      if (route.ask)
        return ['#/ask', ...(route.conversation === undefined ? [] : [encodeURIComponent(route.conversation)])].join(
          '/',
        )
      return route.conversation === undefined
        ? '#/'
        : `#/c/${encodeURIComponent(route.conversation)}${findQuery(route.find)}`
    case 'search':
      return route.filter ? `#/search?${writeSearch(route.filter)}` : '#/search'
    case 'servers':
      return [
        '#/servers',
        ...[route.server, route.passport && 'passport', route.view].flatMap((it) => (it ? encodeURIComponent(it) : [])),
      ].join('/')
    case 'registry':
      return route.name === undefined ? '#/registry' : `#/registry/${encodeURIComponent(route.name)}`
    case 'bundle':
      return `#/bundle/${route.sha256}`
    case 'audit':
      return `#/audit${openIn(route)}${queryOf(route.filter)}`
    case 'settings':
      return route.part === undefined ? '#/settings' : `#/settings/${route.part}`
    case 'welcome':
      return '#/welcome'
    default:
      return route satisfies never
  }
}

function findIn(query: string): { find?: { text: string; seq?: number | undefined } } {
  const given = new URLSearchParams(query)
  const text = given.get('find')?.slice(0, 200)
  return text ? { find: { text, seq: numberOf(given.get('at') ?? undefined) } } : {}
}

const findQuery = (find: { text: string; seq?: number | undefined } | undefined): string =>
  find ? `?${new URLSearchParams({ find: find.text, ...(find.seq !== undefined && { at: `${find.seq}` }) })}` : ''

function openIn({ seq, call }: { seq?: number | undefined; call?: number | undefined }): string {
  if (seq !== undefined) return `/${seq}`
  return call === undefined ? '' : `/call/${call}`
}

function queryOf(filter: AuditFilter | undefined): string {
  const written = filter ? writeFilter(filter) : ''
  return written && `?${written}`
}

function numberOf(written: string | undefined): number | undefined {
  const number = Number(written)
  return Number.isSafeInteger(number) && number > 0 ? number : undefined
}

/** Goes to a page and adds it to the window's history. The page is there in the next frame. */
export const navigate = (route: Route): void => {
  location.hash = href(route)
  // The browser's own event can come after that frame.
  window.dispatchEvent(new Event('hashchange'))
}

/** Goes to a place by replacing this one: Back leads to the previous one. */
export const replacePlace = (route: Route): void => location.replace(href(route))

/** The window's current place. */
export function useRoute(): Route {
  return parseRoute(useSyncExternalStore(listen, () => location.hash))
}

function listen(changed: () => void): () => void {
  window.addEventListener('hashchange', changed)
  return () => window.removeEventListener('hashchange', changed)
}

/** UTF-8 in base64; undefined if it isn't that. */
function fromBase64(written: string): string | undefined {
  const bytes = bytesOfBase64(decode(written))
  if (!bytes) return undefined
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return undefined
  }
}

function decode(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch (error) {
    if (error instanceof URIError) return part
    throw error
  }
}

/** The days that a search covers, counted back from today. */
export const searchSpans = ['today', 'week', 'month', 'year'] as const
export type FindSpan = (typeof searchSpans)[number]

const days: Record<FindSpan, number> = { today: 0, week: 6, month: 29, year: 364 }

/** A search in all conversations, as the URL has it. `of`: who said it; calls and results are one choice each. */
export type SearchFilter = {
  text: string
  of?: Speaker | undefined
  server?: string | undefined
  span?: FindSpan | undefined
}

/** Reads a search from a URL's query; anything unknown is left out. */
function readSearch(query: string): SearchFilter {
  const given = new URLSearchParams(query)
  return {
    text: (given.get('text') ?? '').slice(0, 200),
    of: speakers.find((one) => one === given.get('of')),
    server: given.get('server')?.slice(0, 200) || undefined,
    span: searchSpans.find((one) => one === given.get('span')),
  }
}

function writeSearch(filter: SearchFilter): string {
  const set = Object.entries(filter).flatMap(([name, value]) => (value ? [[name, value]] : []))
  return new URLSearchParams(set).toString()
}

/** The first moment of a span, in this window's time zone. */
export function spanStart(span: FindSpan, now: number): number {
  const day = new Date(now)
  day.setHours(0, 0, 0, 0)
  day.setDate(day.getDate() - days[span])
  return day.getTime()
}
