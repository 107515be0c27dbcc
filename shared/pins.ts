/**
 * What of a server is pinned: each item under `<kind>/<name>`, as `tool/read_file`, with the SHA-256 of its definition's
 * canonical JSON (RFC 8785). What is not here, or has another hash, is in quarantine: no model sees it.
 */
export type PinnedItems = Record<string, string>

/** Under what a tool is pinned. */
export const toolItem = (name: string): string => `tool/${name}`

/** Whether exactly this definition of an item may be used. */
export const isPinned = (pins: PinnedItems | undefined, item: string, hash: string): boolean =>
  pins !== undefined && Object.hasOwn(pins, item) && pins[item] === hash
