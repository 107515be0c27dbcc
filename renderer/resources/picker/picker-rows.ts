import { isFolder, type ResourceEntry } from '../../../shared/content/listed.ts'
import {
  listedResource,
  resourceTree,
  treeRows,
  type ListedResource,
  type ReaderWanted,
  type ResourceRow,
  type ResourceTree,
  type Sorting,
} from '../../state/resources/resource-tree.ts'
import type { ResourceListing } from '../../state/resources/use-listings.ts'
import type { Reading } from '../../state/resources/use-readings.ts'

/**
 * One row of the picker: a server, or a folder or resource below it. `level` starts at 1. A `directory` is a resource
 * that its server calls a folder, with what reading it gave.
 */
export type PickerRow =
  | { kind: 'server'; key: string; level: 1; server: string; name: string; detail: ServerDetail; isOpen: boolean }
  | (Omit<Extract<ResourceRow, { kind: 'folder' }>, 'depth'> & { level: number })
  | { kind: 'directory'; key: string; level: number; listed: ListedResource; isOpen: boolean; state: FolderState }
  | { kind: 'resource'; key: string; level: number; listed: ListedResource }

/** `place` is the common prefix of its resources' URIs. */
export type ServerDetail = { place: string; found: number; count: number; isLoading: boolean }

/** The state of an open directory. */
type FolderState = 'filled' | 'loading' | 'failed' | 'empty'

const trees = new WeakMap<ResourceEntry[], Map<Sorting, ResourceTree>>()

/** A listing's tree, built once per sort order. */
export function treeOf(server: string, resources: ResourceEntry[], sorting: Sorting): ResourceTree {
  const known = trees.get(resources) ?? new Map<Sorting, ResourceTree>()
  trees.set(resources, known)
  const tree = known.get(sorting) ?? resourceTree(server, resources, sorting)
  known.set(sorting, tree)
  return tree
}

/** `closed` are folders of URIs and servers, `opened` directories, which are closed at first. */
type Asked = {
  words: string[]
  reader: ReaderWanted
  sorting: Sorting
  closed: ReadonlySet<string>
  opened: ReadonlySet<string>
  /** The reading of a directory. */
  inside(server: string, uri: string): Reading | undefined
}

/** All rows of the picker; in a search, only matches with their ancestors. */
export function pickerRows(listings: ResourceListing[], asked: Asked): { rows: PickerRow[]; found: number } {
  const { words, reader, sorting, closed } = asked
  const isSearch = words.length > 0 || reader !== 'all'
  const rows: PickerRow[] = []
  let all = 0
  for (const { server, name, resources, problem } of listings) {
    if (problem !== undefined) continue
    const tree = resources && treeOf(server, resources, sorting)
    const below = tree ? treeRows(tree, words, closed, reader) : { rows: [], found: 0 }
    // While a list is loading, its matches are unknown.
    if (isSearch && tree && below.found === 0) continue
    all += below.found
    const isOpen = isSearch || !closed.has(server)
    const { place = '', count = 0 } = tree ?? {}
    const detail = { place, found: below.found, count, isLoading: !tree }
    rows.push({ kind: 'server', key: server, level: 1, server, name, detail, isOpen })
    if (!isOpen) continue
    for (const row of below.rows)
      if (row.kind === 'folder') {
        const { key, label, isOpen: isFolderOpen, depth } = row
        rows.push({ kind: 'folder', key, label, isOpen: isFolderOpen, level: depth + 2 })
      } else rows.push(...rowsOf(row.listed, { key: row.key, level: row.depth + 2 }, asked))
  }
  return { rows, found: all }
}

/** Deeper directories can't be opened here. */
const deepest = 16

/** A resource's row, and those of what is in an open directory. */
function rowsOf(listed: ListedResource, { key, level }: { key: string; level: number }, asked: Asked): PickerRow[] {
  const { server, resource } = listed
  if (!isFolder(resource) || level > deepest) return [{ kind: 'resource', key, level, listed }]
  const isOpen = asked.opened.has(key)
  const reading = isOpen ? asked.inside(server, resource.uri) : undefined
  const entries = reading?.state === 'ready' ? entriesIn(resource.uri, reading) : []
  const state = reading?.state === 'ready' && entries.length === 0 ? 'empty' : (reading?.state ?? 'filled')
  return [
    { kind: 'directory', key, level, listed, isOpen, state: state === 'ready' ? 'filled' : state },
    ...entries.flatMap((entry) => {
      const inner = listedResource(server, entry)
      return rowsOf(inner, { key: `${key}\n${inner.key}`, level: level + 1 }, asked)
    }),
  ]
}

/** The resources that reading a directory gave, each once. */
function entriesIn(directory: string, { contents }: Extract<Reading, { state: 'ready' }>): ResourceEntry[] {
  const found = new Map<string, ResourceEntry>()
  for (const { uri, mimeType, bytes } of contents) {
    const name = uri.split('/').findLast((piece) => piece !== '') ?? uri
    if (uri !== directory) found.set(uri, { uri, name, mimeType, ...(bytes > 0 && { size: bytes }) })
  }
  return [...found.values()]
}

/** The row that the left arrow goes to: this row's parent. */
export function parentAt(rows: PickerRow[], at: number): number {
  const level = rows[at]?.level ?? 1
  for (let above = at - 1; above >= 0; above--) if ((rows[above]?.level ?? 1) < level) return above
  return at
}
