/**
 * A folder's permitted imports, other than its own files. `part` is a folder ("main/host/journal/", without
 * subfolders), a folder with all below it ("renderer/**") or a file. `ours` are parts whose exports can all be used; of
 * `types` only types, which make no ring either.
 */
export type Row = { part: string; ours: string[]; types?: string[]; packages: string[] }

/** How exactly a part matches a file; 0 if it doesn't. */
export function fits(part: string, file: string): number {
  if (part.endsWith('/**')) return file.startsWith(part.slice(0, -2)) ? part.length - 2 : 0
  if (part.endsWith('/')) return file.startsWith(part) && !file.slice(part.length).includes('/') ? part.length : 0
  return part === file ? Infinity : 0
}

/** The row that matches a file most exactly. */
export const rowOf = (rows: Row[], file: string): Row | undefined =>
  rows
    .filter(({ part }) => fits(part, file) > 0)
    .toSorted((a, b) => fits(b.part, file) - fits(a.part, file))
    .at(0)
