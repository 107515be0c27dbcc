import { isSameLaunch, type ServerConfigs } from '../config/server-config.ts'
import type { EventOf } from '../events/events.ts'

/** A document that the user lets be shown for one definition of a tool, and the hosts it could reach then. */
export type AllowedPage = { tool: string; definition: string; page: string; reach: string[] }

/** By server, the documents that the user let be shown, latest last. */
export type AllowedPages = Record<string, AllowedPage[]>

/** Max remembered answers per server. A forgotten one is asked again. */
const mostRemembered = 100

/** Adds the user's answer in place of an earlier one for the same definition and document. */
export function foldAllowed(pages: AllowedPages = {}, event: EventOf<'page.allowed'>): AllowedPages {
  const { server, tool, definition, page, reach } = event
  const others = (pages[server] ?? []).filter((it) => it.definition !== definition || it.page !== page)
  return { ...pages, [server]: [...others, { tool, definition, page, reach }].slice(-mostRemembered) }
}

/** Whether the user let exactly this be shown. */
export const isAllowed = (pages: readonly AllowedPage[], wanted: Omit<AllowedPage, 'tool'>): boolean =>
  pages.some(
    ({ definition, page, reach }) =>
      definition === wanted.definition && page === wanted.page && reach.join('\n') === wanted.reach.join('\n'),
  )

/** The user's answers end with their server, and if something else runs or answers in its place. */
export function stillAllowed(pages: AllowedPages, before: ServerConfigs, after: ServerConfigs): AllowedPages {
  const same = Object.entries(pages).filter(([id]) => isSameLaunch(before[id], after[id]))
  return same.length === Object.keys(pages).length ? pages : Object.fromEntries(same)
}
