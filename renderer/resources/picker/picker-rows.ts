import type { ResourceEntry } from '../../../shared/content/listed.ts'
import {
  resourceTree,
  treeRows,
  type ListedResource,
  type ResourceRow,
  type ResourceTree,
  type Sorting,
} from '../../state/resources/resource-tree.ts'
import type { ResourceListing } from '../../state/resources/use-listings.ts'

/** One row of the picker: a server, or a folder or resource below it. `level` starts at 1. */
export type PickerRow =
  | { kind: 'server'; key: string; level: 1; server: string; name: string; detail: ServerDetail; isOpen: boolean }
  | (Omit<Extract<ResourceRow, { kind: 'folder' }>, 'depth'> & { level: number })
  | { kind: 'resource'; key: string; level: number; listed: ListedResource }

/** `place` is the common prefix of its resources' URIs. */
export type ServerDetail = { place: string; found: number; count: number; isLoading: boolean }

const trees = new WeakMap<ResourceEntry[], Map<Sorting, ResourceTree>>()

/** A listing's tree, built once per sort order. */
export function treeOf(server: string, resources: ResourceEntry[], sorting: Sorting): ResourceTree {
  const known = trees.get(resources) ?? new Map<Sorting, ResourceTree>()
  trees.set(resources, known)
  const tree = known.get(sorting) ?? resourceTree(server, resources, sorting)
  known.set(sorting, tree)
  return tree
}

type Asked = { words: string[]; sorting: Sorting; closed: ReadonlySet<string> }

/** All rows of the picker; in a search, only matches with their ancestors. */
export function pickerRows(
  listings: ResourceListing[],
  { words, sorting, closed }: Asked,
): { rows: PickerRow[]; found: number } {
  const rows: PickerRow[] = []
  let all = 0
  for (const { server, name, resources, problem } of listings) {
    if (problem !== undefined) continue
    const tree = resources && treeOf(server, resources, sorting)
    const below = tree ? treeRows(tree, words, closed) : { rows: [], found: 0 }
    // While a list is loading, its matches are unknown.
    if (words.length > 0 && tree && below.found === 0) continue
    all += below.found
    const isOpen = words.length > 0 || !closed.has(server)
    const { place = '', count = 0 } = tree ?? {}
    const detail = { place, found: below.found, count, isLoading: !tree }
    rows.push({ kind: 'server', key: server, level: 1, server, name, detail, isOpen })
    if (!isOpen) continue
    for (const row of below.rows)
      if (row.kind === 'folder') {
        const { key, label, isOpen: isFolderOpen, depth } = row
        rows.push({ kind: 'folder', key, label, isOpen: isFolderOpen, level: depth + 2 })
      } else rows.push({ kind: 'resource', key: row.key, level: row.depth + 2, listed: row.listed })
  }
  return { rows, found: all }
}

/** The row that the left arrow goes to: this row's parent. */
export function parentAt(rows: PickerRow[], at: number): number {
  const level = rows[at]?.level ?? 1
  for (let above = at - 1; above >= 0; above--) if ((rows[above]?.level ?? 1) < level) return above
  return at
}
