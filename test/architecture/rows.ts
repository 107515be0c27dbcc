/**
 * What the files of one folder may import beside each other. `part` is a folder ("main/host/journal/", without those
 * below it), a folder with all below it ("renderer/**") or a file. `ours` are parts as well: what may be used of them is
 * everything. Of `types` only types may be used, so that a room may be told of one that stands above it.
 */
export type Row = { part: string; ours: string[]; types?: string[]; packages: string[] }

/** How exactly a part names a file: 0 where it does not. */
export function fits(part: string, file: string): number {
  if (part.endsWith('/**')) return file.startsWith(part.slice(0, -2)) ? part.length - 2 : 0
  if (part.endsWith('/')) return file.startsWith(part) && !file.slice(part.length).includes('/') ? part.length : 0
  return part === file ? Infinity : 0
}

/** The row that names a file most exactly. */
export const rowOf = (rows: Row[], file: string): Row | undefined =>
  rows
    .filter(({ part }) => fits(part, file) > 0)
    .toSorted((a, b) => fits(b.part, file) - fits(a.part, file))
    .at(0)
