import type { ServerState } from './state.ts'

/**
 * What of a server is pinned: each item under `<kind>/<name>`, as `tool/read_file`, with the SHA-256 of its definition's
 * canonical JSON (RFC 8785). What is not here, or has another hash, is in quarantine: no model sees it.
 */
export type PinnedItems = Record<string, string>

/** One item that waits for a person: `before` is the definition that may still be used if the server goes back to it. */
export type QuarantinedItem = { item: string; hash: string; before?: string; what: 'new' | 'changed' }

const toolPrefix = 'tool/'

/** Under what a tool is pinned. */
export const toolItem = (name: string): string => `${toolPrefix}${name}`

/** The name of a tool by what it is pinned under; undefined where that is another kind of item. */
export const toolOfItem = (item: string): string | undefined =>
  item.startsWith(toolPrefix) ? item.slice(toolPrefix.length) : undefined

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
  server: Pick<ServerState, 'tools'> | undefined,
  pins: PinnedItems | undefined,
): QuarantinedItem[] {
  return Object.values(server?.tools ?? {})
    .flatMap(({ name, hash }): QuarantinedItem[] => {
      const item = toolItem(name)
      if (isPinned(pins, item, hash)) return []
      const before = pins && Object.hasOwn(pins, item) ? pins[item] : undefined
      return [before === undefined ? { item, hash, what: 'new' } : { item, hash, before, what: 'changed' }]
    })
    .toSorted((a, b) => (a.item < b.item ? -1 : 1))
}
