import type { PinnedItems } from '../events/server-events.ts'
import type { ServerState } from './server-state.ts'

/** One item waiting for the user: `before` is the definition that stays usable if the server returns to it. */
export type QuarantinedItem = { item: string; hash: string; before?: string; what: 'new' | 'changed' }

/** Kinds that can be pinned by name. */
export type NamedKind = 'tool' | 'prompt' | 'template'

const itemOf = (kind: NamedKind, name: string): string => `${kind}/${name}`

/** A tool's key in the pins. */
export const toolItem = (name: string): string => itemOf('tool', name)
/** A prompt's key in the pins. */
export const promptItem = (name: string): string => itemOf('prompt', name)
/** A resource template's key in the pins. */
export const templateItem = (template: string): string => itemOf('template', template)
/** A skill's key in the pins, by its URI. The hash there is the one of its files' URIs and digests. */
export const skillItem = (uri: string): string => `skill/${uri}`
/** A skill's URI by its key in the pins; undefined for other kinds. */
export const skillOfItem = (item: string): string | undefined => /^skill\/(.+)$/s.exec(item)?.[1]
/** The key of a server's instructions in the pins. */
export const instructionsItem = 'instructions'

/** An item's kind and name; undefined for unknown kinds. */
export function partsOfItem(item: string): { kind: NamedKind; name: string } | { kind: 'instructions' } | undefined {
  if (item === instructionsItem) return { kind: 'instructions' }
  const [, kind, name = ''] = /^(tool|prompt|template)\/(.*)$/s.exec(item) ?? []
  return kind === 'tool' || kind === 'prompt' || kind === 'template' ? { kind, name } : undefined
}

/** A tool's name by its key in the pins; undefined for other kinds. */
export function toolOfItem(item: string): string | undefined {
  const parts = partsOfItem(item)
  return parts?.kind === 'tool' ? parts.name : undefined
}

const isListed = (items: PinnedItems | undefined, item: string, hash: string): boolean =>
  items !== undefined && Object.hasOwn(items, item) && items[item] === hash

/** Whether exactly this definition of an item can be used. */
export const isPinned = (pins: PinnedItems | undefined, item: string, hash: string): boolean =>
  isListed(pins, item, hash)

/** Whether the user reviewed exactly this definition and left it in quarantine. */
export const isKeptOff = (keptOff: PinnedItems | undefined, item: string, hash: string): boolean =>
  isListed(keptOff, item, hash)

/** Whether a definition under review differs from the accepted one, or from the one in its server's passport. */
export const isChangedDefinition = ({
  hash,
  before,
  expected,
}: {
  hash: string
  before?: string | undefined
  expected?: string | undefined
}): boolean => before !== undefined || (expected !== undefined && expected !== hash)

/**
 * The items of a server that no model can see: everything it lists until something is pinned, then new or changed ones.
 */
export function quarantineOf(
  server: Pick<ServerState, 'tools' | 'prompts' | 'templates' | 'instructions'> | undefined,
  pins: PinnedItems | undefined,
): QuarantinedItem[] {
  return itemsIn(server)
    .flatMap(([item, hash]): QuarantinedItem[] => {
      if (isPinned(pins, item, hash)) return []
      const before = pins && Object.hasOwn(pins, item) ? pins[item] : undefined
      return [before === undefined ? { item, hash, what: 'new' } : { item, hash, before, what: 'changed' }]
    })
    .toSorted((a, b) => (a.item < b.item ? -1 : 1))
}

function itemsIn(server: Parameters<typeof quarantineOf>[0]): [item: string, hash: string][] {
  const { tools = {}, prompts, templates, instructions } = server ?? {}
  return [
    ...Object.values(tools).map(({ name, hash }): [string, string] => [toolItem(name), hash]),
    ...Object.values(prompts?.items ?? {}).map(({ name, hash }): [string, string] => [promptItem(name), hash]),
    ...Object.values(templates?.items ?? {}).map((it): [string, string] => [templateItem(it.template), it.hash]),
    ...(instructions === undefined ? [] : [[instructionsItem, instructions] satisfies [string, string]]),
  ]
}
