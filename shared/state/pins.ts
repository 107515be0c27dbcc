import type { ServerState } from './server-state.ts'

/**
 * What of a server is pinned: each item under `<kind>/<name>`, as `tool/read_file`, with the SHA-256 of its definition's
 * canonical JSON (RFC 8785). What is not here, or has another hash, is in quarantine: no model sees it.
 */
export type PinnedItems = Record<string, string>

/** One item that waits for a person: `before` is the definition that may still be used if the server goes back to it. */
export type QuarantinedItem = { item: string; hash: string; before?: string; what: 'new' | 'changed' }

/** What can be pinned by name. */
export type NamedKind = 'tool' | 'prompt' | 'template'

const itemOf = (kind: NamedKind, name: string): string => `${kind}/${name}`

/** Under what a tool is pinned. */
export const toolItem = (name: string): string => itemOf('tool', name)
/** Under what a prompt is pinned. */
export const promptItem = (name: string): string => itemOf('prompt', name)
/** Under what a resource template is pinned. */
export const templateItem = (template: string): string => itemOf('template', template)
/** Under what the instructions of a server are pinned. */
export const instructionsItem = 'instructions'

/** What an item is, and its name; undefined where it is none that is known. */
export function partsOfItem(item: string): { kind: NamedKind; name: string } | { kind: 'instructions' } | undefined {
  if (item === instructionsItem) return { kind: 'instructions' }
  const [, kind, name = ''] = /^(tool|prompt|template)\/(.*)$/s.exec(item) ?? []
  return kind === 'tool' || kind === 'prompt' || kind === 'template' ? { kind, name } : undefined
}

/** The name of a tool by what it is pinned under; undefined where that is another kind of item. */
export function toolOfItem(item: string): string | undefined {
  const parts = partsOfItem(item)
  return parts?.kind === 'tool' ? parts.name : undefined
}

const stands = (items: PinnedItems | undefined, item: string, hash: string): boolean =>
  items !== undefined && Object.hasOwn(items, item) && items[item] === hash

/** Whether exactly this definition of an item may be used. */
export const isPinned = (pins: PinnedItems | undefined, item: string, hash: string): boolean => stands(pins, item, hash)

/** Whether a person has looked at exactly this definition and left it in quarantine. */
export const isKeptOff = (keptOff: PinnedItems | undefined, item: string, hash: string): boolean =>
  stands(keptOff, item, hash)

/**
 * What of a server no model is shown, by item: all that it lists as long as nothing is pinned, then what is new and what
 * has changed.
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
