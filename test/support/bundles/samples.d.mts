import type { Packed } from './zip.mjs'

/** A small sound manifest with this name. */
export function base(name: string): object
export function manifestFile(value: object): Packed
/** A server with one tool, `report`, which says what it was started with. */
export function server(version?: string): Packed
