import type { Lacks, LeftOut, MalformedItem } from '../events/offer-events.ts'
import type { EventOf, ServerStatus, ToolEntry } from '../events/events.ts'
import type { PromptEntry, TemplateEntry } from '../content/listed.ts'
import { without } from '../schema/records.ts'
import type { ServerConfig, ServerConfigs } from '../config/server-config.ts'
import type { CompanySignedIn, StartStep } from '../events/server-events.ts'

type FailedStatus = Extract<ServerStatus, { state: 'failed' }>

/** The readable items of a list, by name (templates by their text), and the unreadable ones. */
export type Listed<T> = { items: Record<string, T>; malformed: MalformedItem[] } & Gap

/** The gap in a list, and its reason in a sentence. */
type Gap = { incomplete?: string | undefined; lacks?: Lacks | undefined }

/** A server's lists other than tools; absent if it never listed any. */
export type ServerLists = {
  prompts?: Listed<PromptEntry> | undefined
  templates?: Listed<TemplateEntry> | undefined
  /** `listing` counts the lists received, so views of the resources know when to fetch again. */
  resources?: ({ count: number; listing: number; malformed: MalformedItem[] } & Gap) | undefined
  /** The hash of its instructions' stored text. */
  instructions?: string | undefined
}

/** A configured or still running server. */
export type ServerState = {
  status: ServerStatus
  tools: Record<string, ToolEntry>
  malformed: MalformedItem[]
  incomplete?: string | undefined
  lacks?: Lacks | undefined
  leftOut?: LeftOut | undefined
  /** Its start's progress, and since when it's wanted (epoch milliseconds); absent if it isn't starting. */
  start?: (StartStep & { since: number }) | undefined
  /** Unreadable lines in its last report, if there were many. */
  unreadable?: { lines: number; at: number } | undefined
  /** How its last start ended, while it starts again. */
  failed?: FailedStatus | undefined
  /** When Atrium last reported that its definitions change too often to apply. */
  restless?: { at: number } | undefined
  /** Other computers can reach its programs: where, and what to do, in a sentence. */
  exposed?: string | undefined
} & ServerLists

type Servers = Record<string, ServerState>

/** Why a running server's tools haven't all arrived; those beyond a limit have. */
export const toolsGap = ({
  status,
  incomplete,
  lacks,
}: Pick<ServerState, 'status' | 'incomplete' | 'lacks'>): string | undefined =>
  status.state === 'ready' && lacks !== 'room' && lacks !== 'bytes' ? incomplete : undefined

/** Keeps a removed server visible until it has ended. */
export function stillThere(servers: Servers, configured: ServerConfigs): Servers {
  const gone = Object.entries(servers).find(
    ([id, { status }]) => !Object.hasOwn(configured, id) && (status.state === 'off' || status.state === 'failed'),
  )
  return gone ? stillThere(without(servers, gone[0]), configured) : servers
}

/** How a server that doesn't run ended: its status, or while it starts again, the one before. */
export const failureOf = ({ status, failed }: Pick<ServerState, 'status' | 'failed'>): FailedStatus | undefined =>
  status.state === 'failed' ? status : failed

/**
 * Whether a call can start it: it is on, starts on its first call, isn't running yet, and its tools are known from an
 * earlier run.
 */
export const startsOnCall = (
  config: Pick<ServerConfig, 'enabled' | 'startsOn'> | undefined,
  server: Pick<ServerState, 'status' | 'tools'> | undefined,
): boolean =>
  config?.enabled === true &&
  config.startsOn === 'first-call' &&
  (server?.status.state === 'off' || server?.status.state === 'starting') &&
  Object.keys(server.tools).length > 0

const nothingListed = { tools: {}, malformed: [] }

const started = { doing: 'starting' } as const

/** A start's age counts from the request for it. */
function withStart({ start, ...server }: ServerState, step: StartStep | null, at: number): ServerState {
  return step ? { ...server, start: { ...step, since: start?.since ?? at } } : server
}

/** Examining a failed start takes a moment; the server may have begun to start again by then. */
function withFinding(server: ServerState, { finding, reason }: EventOf<'server.examined'>): ServerState {
  const { status, failed } = server
  if (status.state === 'failed') return { ...server, status: { ...status, finding, reason } }
  return failed ? { ...server, failed: { ...failed, finding, reason } } : server
}

/** Folds an event about a server's status, tools, start or violations. Pure. */
export function foldServer(
  servers: Servers,
  event: EventOf<
    | 'server.changed'
    | 'catalogue.changed'
    | 'server.violations'
    | 'server.starting'
    | 'server.examined'
    | 'server.exposed'
  >,
  at: number,
): Servers {
  if (event.type === 'server.violations') return withReport(servers, event, at)
  const server: ServerState = servers[event.server] ?? { status: { state: 'off' }, ...nothingListed }
  if (event.type === 'server.examined') return { ...servers, [event.server]: withFinding(server, event) }
  if (event.type === 'server.exposed') return { ...servers, [event.server]: { ...server, exposed: event.reason } }
  if (event.type === 'server.starting') return { ...servers, [event.server]: withStart(server, event.step, at) }
  if (event.type === 'server.changed') {
    const { unreadable, restless, exposed: _exposed, failed: before, ...rest } = server
    const isStarting = event.to.state === 'starting'
    const failed = !isStarting ? undefined : server.status.state === 'failed' ? server.status : before
    const kept = {
      ...rest,
      ...(!isStarting && unreadable && { unreadable }),
      ...(!isStarting && restless && { restless }),
      ...(failed && { failed }),
    }
    return { ...servers, [event.server]: withStart({ ...kept, status: event.to }, isStarting ? started : null, at) }
  }
  const tools = { ...server.tools }
  for (const name of event.removed) delete tools[name]
  for (const entry of event.set) tools[entry.name] = entry
  const { malformed, incomplete, lacks, leftOut } = event
  return { ...servers, [event.server]: { ...server, tools, malformed, incomplete, lacks, leftOut } }
}

/** Kinds of violation that are unreadable lines or frames; see `server.violations`. */
const unreadable = [
  'not-json',
  'not-a-message',
  'batch',
  'half-a-line',
  'line-too-long',
  'nested-too-deeply',
  'too-many-values',
]

/** A server with this many in one report, which covers at most a minute, is degraded. */
export const degradedFrom = 100

/** How many of a report's violations are unreadable lines. */
export const unreadableIn = (counts: Record<string, number>): number =>
  unreadable.reduce((sum, kind) => sum + (counts[kind] ?? 0), 0)

/**
 * Folds a report. From `degradedFrom` unreadable lines on, the server is degraded until a report has fewer. A restless
 * server stays restless until it starts again.
 */
function withReport(servers: Servers, { server: id, counts }: EventOf<'server.violations'>, at: number): Servers {
  const { [id]: server } = servers
  const lines = unreadableIn(counts)
  const isRestless = (counts['changes-too-often'] ?? 0) > 0
  if (!server || (lines < degradedFrom && !server.unreadable && !isRestless)) return servers
  const reported: ServerState = isRestless ? { ...server, restless: { at } } : server
  if (lines < degradedFrom && !server.unreadable) return { ...servers, [id]: reported }
  return { ...servers, [id]: { ...reported, unreadable: lines < degradedFrom ? undefined : { lines, at } } }
}

type Changed = EventOf<'prompts.changed' | 'templates.changed' | 'resources.changed' | 'instructions.changed'>

/** Folds a server's lists other than tools. */
export function foldLists(servers: Servers, event: Changed): Servers {
  const server = servers[event.server]
  if (!server) return servers
  return { ...servers, [event.server]: { ...server, ...changed(server, event) } }
}

function changed(server: ServerLists, event: Changed): ServerLists {
  switch (event.type) {
    case 'prompts.changed':
      return { prompts: withItems(server.prompts, event, ({ name }) => name) }
    case 'templates.changed':
      return { templates: withItems(server.templates, event, ({ template }) => template) }
    case 'resources.changed': {
      const { count, malformed, incomplete, lacks } = event
      return { resources: { count, listing: (server.resources?.listing ?? 0) + 1, malformed, incomplete, lacks } }
    }
    case 'instructions.changed':
      return { instructions: event.hash ?? undefined }
    default:
      return event satisfies never
  }
}

type Change<T> = { set: T[]; removed: string[]; malformed: MalformedItem[] } & Gap

function withItems<T>(list: Listed<T> | undefined, change: Change<T>, nameOf: (item: T) => string): Listed<T> {
  const kept = Object.entries(list?.items ?? {}).filter(([name]) => !change.removed.includes(name))
  const { malformed, incomplete, lacks } = change
  return {
    items: Object.fromEntries([...kept, ...change.set.map((item) => [nameOf(item), item])]),
    malformed,
    incomplete,
    lacks,
  }
}

/** The sign-in to the user's company, and since when. Absent in states of earlier releases. */
export type CompanySignIn = (CompanySignedIn & { at: number }) | undefined

/** Folds the sign-in to the user's company and its end. */
export function foldCompany(event: EventOf<'company.signed-in' | 'company.signed-out'>, at: number): CompanySignIn {
  if (event.type === 'company.signed-out') return undefined
  const { issuer, account, expiresAt } = event
  return { issuer, account, expiresAt, at }
}
