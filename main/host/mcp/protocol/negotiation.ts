import { isThroughCompany, type ServerConfig } from '../../../../shared/config/server-config.ts'
import type { Era } from '../../../../shared/events/server-events.ts'
import type { JsonObject } from '../../../../shared/schema/json.ts'

/** Declarations to one server, by era. A server without `server/discover` gets the legacy one. */
export type Declared = Readonly<Record<Era, JsonObject>>

/** Tasks of 2026-07-28 (SEP-2663). */
export const tasksExtension = 'io.modelcontextprotocol/tasks'

/** Skills (SEP-2640). Only servers declare them. */
export const skillsExtension = 'io.modelcontextprotocol/skills'

/** Signing in without a user (ext-auth, OAuth client credentials). */
export const clientCredentialsExtension = 'io.modelcontextprotocol/oauth-client-credentials'

/** Signing in through the user's company (ext-auth, enterprise-managed authorization). */
export const enterpriseExtension = 'io.modelcontextprotocol/enterprise-managed-authorization'

/** Servers' apps in the window (MCP Apps 2026-01-26). */
export const appsExtension = 'io.modelcontextprotocol/ui'

/** The only type that an app can have (MCP Apps 2026-01-26, Content Requirements). */
export const appType = 'text/html;profile=mcp-app'

/** The abilities of this Atrium, beyond a server's configuration. */
export type Abilities = {
  /** It has a window that can show servers' apps. */
  showsApps: boolean
}

/** One thing that Atrium declares, and when. Each has its handler before it has a row. */
type Row = {
  /** A member of the client's capabilities, or of their `extensions` (schema, ClientCapabilities). */
  place: 'capability' | 'extension'
  name: string
  eras: readonly Era[]
  /** The declared value; undefined to declare nothing to this server. */
  value(config: ServerConfig, can: Abilities): JsonObject | undefined
}

const both: readonly Era[] = ['legacy', 'modern']

/** Everything that Atrium declares to servers, in one table. */
const rows: readonly Row[] = [
  // Each request is a form or a page that the user sees.
  { place: 'capability', name: 'elicitation', eras: both, value: () => ({ form: {}, url: {} }) },
  // The folders are the user's; a server without any gets an empty list.
  { place: 'capability', name: 'roots', eras: both, value: () => ({ listChanged: true }) },
  // Models cost money, so the user turns this on per server.
  {
    place: 'capability',
    name: 'sampling',
    eras: both,
    value: ({ sampling }) => (sampling ? { tools: {} } : undefined),
  },
  // A server decides call by call; older revisions have tasks of another kind.
  { place: 'extension', name: tasksExtension, eras: ['modern'], value: () => ({}) },
  // An app is shown after the user's yes; without a window, or if the user turned a server's apps off, as text.
  {
    place: 'extension',
    name: appsExtension,
    eras: both,
    value: ({ pages }, { showsApps }) => (showsApps && pages !== 'off' ? { mimeTypes: [appType] } : undefined),
  },
  // The user chooses per server who signs in.
  {
    place: 'extension',
    name: clientCredentialsExtension,
    eras: ['modern'],
    value: (config) => (config.type === 'http' && config.oauth?.grant === 'client-credentials' ? {} : undefined),
  },
  {
    place: 'extension',
    name: enterpriseExtension,
    eras: ['modern'],
    value: (config) => (isThroughCompany(config) ? {} : undefined),
  },
]

/** The declarations for one server, by era. */
export const declaredTo = (config: ServerConfig, can: Abilities): Declared => ({
  legacy: declaredIn('legacy', config, can),
  modern: declaredIn('modern', config, can),
})

function declaredIn(era: Era, config: ServerConfig, can: Abilities): JsonObject {
  const members = (place: Row['place']): JsonObject =>
    Object.fromEntries(
      rows.flatMap((row) => {
        const value = row.place === place && row.eras.includes(era) ? row.value(config, can) : undefined
        return value ? [[row.name, value]] : []
      }),
    )
  const extensions = members('extension')
  return { ...members('capability'), ...(Object.keys(extensions).length > 0 && { extensions }) }
}
