import { isFolder, type ResourceEntry } from '../../../shared/content/listed.ts'
import { resources as resourceStrings } from '../../strings/resources.ts'

/** One resource with its search text. `key` is unique across servers. */
export type ListedResource = { key: string; server: string; resource: ResourceEntry; text: string }

/** A folder is the common part of several resources' URIs. `end` is the position after everything in it. */
type Node =
  | { kind: 'folder'; key: string; label: string; depth: number; parent: number; end: number }
  | { kind: 'resource'; depth: number; parent: number; end: number; listed: ListedResource }

/** A server's resources in tree order, built once per listing: each search walks it once. */
export type ResourceTree = { server: string; nodes: Node[]; place: string; count: number }

/** How a server's resources are arranged: as a tree of their URIs, or as one sorted list. */
export type Sorting = 'place' | 'name' | 'changed' | 'size' | 'priority'

/** A resource's key among all servers'; no URI contains a line break. */
export const keyOf = (server: string, uri: string): string => `${server}\n${uri}`

/** A resource's display name. */
export const resourceTitle = ({ title, name, uri }: Pick<ResourceEntry, 'title' | 'name' | 'uri'>): string =>
  title || name || uri

/** When a resource changed, as its server says; undefined if that isn't a valid time. */
export function changedAt({ annotations }: ResourceEntry): number | undefined {
  const at = Date.parse(annotations?.lastModified ?? '')
  return Number.isNaN(at) ? undefined : at
}

/** Deeper folders are merged. */
const deepest = 10

type Folder = { folders: Map<string, Folder>; resources: ListedResource[] }

/** A listing's tree, or a list of it. */
export function resourceTree(server: string, resources: ResourceEntry[], sorting: Sorting): ResourceTree {
  const every = resources.map((resource) => listedResource(server, resource))
  const all = sorting === 'place' ? withoutDoubles(every) : every
  const count = all.length
  if (sorting !== 'place') {
    const nodes = sorted(all, sorting).map((one, at) => leaf(one, 0, -1, at))
    return { server, nodes, place: '', count }
  }
  const root: Folder = { folders: new Map(), resources: [] }
  for (const one of all) folderOf(root, one.resource.uri).resources.push(one)
  const { folder, path } = onlyWay(root)
  const nodes: Node[] = []
  write(nodes, folder, { server, path, depth: 0, parent: -1 })
  return { server, nodes, place: path.join(''), count }
}

/** Leaves out a resource that its server calls a folder if others are below its URI: their folder is shown instead. */
function withoutDoubles(all: ListedResource[]): ListedResource[] {
  if (!all.some(({ resource }) => isFolder(resource))) return all
  const above = new Set<string>()
  for (const { resource } of all)
    for (let uri = resource.uri.replace(/\/$/, ''), at = uri.lastIndexOf('/'); at > 0; at = uri.lastIndexOf('/')) {
      uri = uri.slice(0, at)
      if (above.has(uri)) break
      above.add(uri)
    }
  return all.filter(({ resource }) => !isFolder(resource) || !above.has(resource.uri.replace(/\/$/, '')))
}

/** A resource with its search text. */
export const listedResource = (server: string, resource: ResourceEntry): ListedResource => {
  const { title, name, uri, description, mimeType } = resource
  const text = [title, name, uri, description, mimeType, ...readersSaid(resource)]
    .filter(Boolean)
    .join('\n')
    .toLowerCase()
  return { key: keyOf(server, uri), server, resource, text }
}

const leaf = (one: ListedResource, depth: number, parent: number, at: number): Node => ({
  kind: 'resource',
  depth,
  parent,
  end: at + 1,
  listed: one,
})

/** The folder of a URI's resource: every part except the last is a folder. */
function folderOf(root: Folder, uri: string): Folder {
  const [scheme = ''] = /^[a-z][a-z\d+.-]*:(?:\/{2,3})?/i.exec(uri) ?? []
  const parts = uri
    .slice(scheme.length)
    .split('/')
    .filter((part) => part !== '')
    .slice(0, -1)
  const steps = [scheme, ...parts.slice(0, deepest - 1), parts.slice(deepest - 1).join('/')].filter(Boolean)
  return steps.reduce((folder, step) => {
    const next = folder.folders.get(step) ?? { folders: new Map<string, Folder>(), resources: [] }
    folder.folders.set(step, next)
    return next
  }, root)
}

/** Merges folders that contain only one folder. */
function onlyWay(folder: Folder, path: string[] = []): { folder: Folder; path: string[] } {
  const [only] = folder.folders
  if (!only || folder.folders.size > 1 || folder.resources.length > 0) return { folder, path }
  const [step, next] = only
  return onlyWay(next, [...path, asStep(step)])
}

const asStep = (name: string): string => (/[/:]$/.test(name) ? name : `${name}/`)

type Place = { server: string; path: string[]; depth: number; parent: number }

function write(nodes: Node[], folder: Folder, { server, path, depth, parent }: Place): void {
  for (const [name, inside] of folder.folders) {
    const way = onlyWay(inside)
    const here = [...path, asStep(name), ...way.path]
    const label = here.slice(path.length).join('')
    const at = nodes.length
    const node: Node = { kind: 'folder', key: keyOf(server, here.join('')), label, depth, parent, end: at }
    nodes.push(node)
    write(nodes, way.folder, { server, path: here, depth: depth + 1, parent: at })
    node.end = nodes.length
  }
  for (const one of folder.resources) nodes.push(leaf(one, depth, parent, nodes.length))
}

function sorted(all: ListedResource[], sorting: Exclude<Sorting, 'place'>): ListedResource[] {
  if (sorting === 'name')
    return all.toSorted((a, b) => resourceTitle(a.resource).localeCompare(resourceTitle(b.resource)))
  const figure = { changed: changedAt, size: sizeOf, priority: priorityOf }[sorting]
  const figures = new Map(all.map((one) => [one, figure(one.resource) ?? -Infinity]))
  const of = (one: ListedResource): number => figures.get(one) ?? -Infinity
  return all.toSorted((a, b) => (of(a) === of(b) ? 0 : of(b) - of(a)))
}

const sizeOf = ({ size }: ResourceEntry): number | undefined => size
const priorityOf = ({ annotations }: ResourceEntry): number | undefined => annotations?.priority

/** One row of the picker below a server. */
export type ResourceRow =
  | { kind: 'folder'; key: string; label: string; depth: number; isOpen: boolean }
  | { kind: 'resource'; key: string; depth: number; listed: ListedResource }

/** Whom a resource must be marked for, if for anyone. */
export type ReaderWanted = 'all' | 'model' | 'you'

const rolesOf = { model: 'assistant', you: 'user' } as const

const isFor = ({ annotations }: Pick<ResourceEntry, 'annotations'>, reader: ReaderWanted): boolean =>
  reader === 'all' || annotations?.audience?.includes(rolesOf[reader]) === true

/** Whom a resource is for as its server claims, in words. */
export function readersSaid(resource: Pick<ResourceEntry, 'annotations'>): string[] {
  const { forBoth, forModel, forYou } = resourceStrings.tree.claims
  if (isFor(resource, 'model') && isFor(resource, 'you')) return [forBoth]
  return [...(isFor(resource, 'model') ? [forModel] : []), ...(isFor(resource, 'you') ? [forYou] : [])]
}

/** The words of a search: a resource must contain each. */
export const searchWords = (query: string): string[] => query.toLowerCase().split(/\s+/).filter(Boolean)

/** The visible part of a tree: the matches for each word and the reader with their folders, or else all outside closed folders. */
export function treeRows(
  { nodes }: ResourceTree,
  words: string[],
  closed: ReadonlySet<string>,
  reader: ReaderWanted = 'all',
): { rows: ResourceRow[]; found: number } {
  const rows: ResourceRow[] = []
  const { fits, found } = fitting(nodes, words, reader)
  for (let at = 0; at < nodes.length;) {
    const node = nodes[at]
    if (!node || (fits && fits[at] === 0)) {
      at = node?.end ?? nodes.length
      continue
    }
    if (node.kind === 'folder') {
      const { key, label, depth } = node
      const isOpen = fits !== undefined || !closed.has(key)
      rows.push({ kind: 'folder', key, label, depth, isOpen })
      at = isOpen ? at + 1 : node.end
      continue
    }
    rows.push({ kind: 'resource', key: node.listed.key, depth: node.depth, listed: node.listed })
    at++
  }
  return { rows, found }
}

/** Marks matches and their enclosing folders; nothing if there is no search. */
function fitting(
  nodes: Node[],
  words: string[],
  reader: ReaderWanted,
): { fits: Uint8Array | undefined; found: number } {
  let found = 0
  if (words.length === 0 && reader === 'all') {
    for (const { kind } of nodes) if (kind === 'resource') found++
    return { fits: undefined, found }
  }
  const fits = new Uint8Array(nodes.length)
  for (const [at, node] of nodes.entries()) {
    if (node.kind !== 'resource' || !words.every((word) => node.listed.text.includes(word))) continue
    if (!isFor(node.listed.resource, reader)) continue
    found++
    fits[at] = 1
    for (let up = node.parent; up >= 0 && fits[up] === 0; up = nodes[up]?.parent ?? -1) fits[up] = 1
  }
  return { fits, found }
}
