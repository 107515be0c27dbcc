import type { EventOf, Lacks, MalformedItem } from '../events/events.ts'
import type { PromptEntry, TemplateEntry } from '../content/listed.ts'
import type { HostState } from './state.ts'

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

type Changed = EventOf<'prompts.changed' | 'templates.changed' | 'resources.changed' | 'instructions.changed'>

/** Folds a server's lists other than tools. */
export function foldLists(servers: HostState['servers'], event: Changed): HostState['servers'] {
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
