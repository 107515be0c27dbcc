import { isSameLaunch, type ServerConfigs } from '../config/server-config.ts'
import type { EventOf } from '../events/events.ts'

/** A document that the user lets be shown for one definition of a tool, and the hosts it could reach then. */
export type AllowedApp = { tool: string; definition: string; app: string; reach: string[] }

/** By server, the documents that the user let be shown, latest last. */
export type AllowedApps = Record<string, AllowedApp[]>

/** Max remembered answers per server. A forgotten one is asked again. */
const mostRemembered = 100

/** Adds the user's answer in place of an earlier one for the same definition and document. */
export function foldAllowed(apps: AllowedApps = {}, event: EventOf<'page.allowed'>): AllowedApps {
  const { server, tool, definition, page: app, reach } = event
  const others = (apps[server] ?? []).filter((it) => it.definition !== definition || it.app !== app)
  return { ...apps, [server]: [...others, { tool, definition, app, reach }].slice(-mostRemembered) }
}

/** Whether the user let exactly this be shown. */
export const isAllowed = (apps: readonly AllowedApp[], wanted: Omit<AllowedApp, 'tool'>): boolean =>
  apps.some(
    ({ definition, app, reach }) =>
      definition === wanted.definition && app === wanted.app && reach.join('\n') === wanted.reach.join('\n'),
  )

/** The user's answers end with their server, and if something else runs or answers in its place. */
export function stillAllowed(apps: AllowedApps, before: ServerConfigs, after: ServerConfigs): AllowedApps {
  const same = Object.entries(apps).filter(([id]) => isSameLaunch(before[id], after[id]))
  return same.length === Object.keys(apps).length ? apps : Object.fromEntries(same)
}
