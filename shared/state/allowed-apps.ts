import type { EventOf } from '../events/events.ts'

/** A document that the user lets be shown for one definition of a tool, and the hosts it could reach then. */
export type AllowedApp = { tool: string; definition: string; app: string; reach: string[] }

/** Max remembered answers per server. A forgotten one is asked again. */
const mostRemembered = 100

/** Adds the user's answer in place of an earlier one for the same definition and document. */
export function withAllowed(apps: readonly AllowedApp[] = [], event: EventOf<'page.allowed'>): AllowedApp[] {
  const { tool, definition, page: app, reach } = event
  const others = apps.filter((it) => it.definition !== definition || it.app !== app)
  return [...others, { tool, definition, app, reach }].slice(-mostRemembered)
}

/** Whether the user let exactly this be shown. */
export const isAllowed = (apps: readonly AllowedApp[], wanted: Omit<AllowedApp, 'tool'>): boolean =>
  apps.some(
    ({ definition, app, reach }) =>
      definition === wanted.definition && app === wanted.app && reach.join('\n') === wanted.reach.join('\n'),
  )
