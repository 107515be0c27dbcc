import { describe, expect, test } from 'vitest'
import { pickerRows, parentAt } from '../../../renderer/resources/picker/picker-rows.ts'
import {
  resourceTree,
  treeRows,
  resourceTitle,
  searchWords,
  type Sorting,
} from '../../../renderer/state/resources/resource-tree.ts'
import { findResources } from '../../../renderer/resources/mention-list.ts'
import type { Reading } from '../../../renderer/state/resources/use-readings.ts'
import type { ResourceEntry } from '../../../shared/content/listed.ts'

const open: ReadonlySet<string> = new Set()
const asked: Parameters<typeof pickerRows>[1] = {
  words: [],
  reader: 'all',
  sorting: 'place',
  closed: open,
  opened: open,
  inside: () => undefined,
}
const at = (uri: string, rest: Partial<ResourceEntry> = {}): ResourceEntry => ({
  uri,
  name: uri.split('/').at(-1) ?? uri,
  ...rest,
})

/** The visible rows, indented by depth; a closed folder ends with +. */
function written(resources: ResourceEntry[], query = '', sorting: Sorting = 'place', closed = open): string[] {
  const { rows } = treeRows(resourceTree('s', resources, sorting), searchWords(query), closed)
  return rows.map((row) => {
    const text = row.kind === 'folder' ? `${row.label}${row.isOpen ? '' : '+'}` : resourceTitle(row.listed.resource)
    return `${' '.repeat(row.depth)}${text}`
  })
}

const project = [
  at('file:///atlas/CHANGELOG.md'),
  at('file:///atlas/docs/releases/3.2.md', { title: 'Draft', mimeType: 'text/markdown' }),
  at('file:///atlas/docs/releases/3.1.md', { size: 4000 }),
  at('file:///atlas/src/main.ts', { size: 90, description: 'Where it begins' }),
]

describe('[REU-1] the resource tree', () => {
  test('shows the folders of the URIs, joins folders without branches, and names the shared place', () => {
    expect(resourceTree('s', project, 'place').place).toBe('file:///atlas/')
    expect(written(project)).toEqual(['docs/releases/', ' Draft', ' 3.1.md', 'src/', ' main.ts', 'CHANGELOG.md'])
  })

  test('accepts any URI, including one that is also a folder, and several schemes', () => {
    expect(written([at('demo://a/b'), at('demo://a/b/c'), at('urn:x:y'), at('')])).toEqual([
      'demo://a/',
      ' b/',
      '  c',
      ' b',
      'urn:',
      ' urn:x:y',
      '',
    ])
  })

  test('grows no deeper than a window can show', () => {
    const deep = at(`file:///${Array.from({ length: 200 }, (_, step) => `d${step}`).join('/')}/leaf`)
    const beside = at(`file:///${Array.from({ length: 9 }, (_, step) => `d${step}`).join('/')}/other`)
    const lines = written([deep, beside])
    expect(Math.max(...lines.map((line) => line.search(/\S/)))).toBeLessThan(11)
    expect(lines.at(-1)?.trim()).toBe('other')
  })

  test('sorts one list by name, last change, size or priority, with unknown values last', () => {
    const changed = (day: string) => ({ annotations: { lastModified: `2026-07-${day}T00:00:00Z` } })
    const all = [
      at('x:/a/old', { size: 3, ...changed('01') }),
      at('x:/b/silent'),
      at('x:/a/new', { size: 1, ...changed('09') }),
      at('x:/c/wrong', { annotations: { lastModified: 'yesterday', priority: 0.9 } }),
    ]
    expect(written(all, '', 'changed')).toEqual(['new', 'old', 'silent', 'wrong'])
    expect(written(all, '', 'size')).toEqual(['old', 'new', 'silent', 'wrong'])
    expect(written(all, '', 'name')).toEqual(['new', 'old', 'silent', 'wrong'])
    expect(written(all, '', 'priority')[0]).toBe('wrong')
  })

  test('hides the content of a closed folder', () => {
    const { rows } = treeRows(resourceTree('s', project, 'place'), [], open)
    const [docs] = rows
    expect(written(project, '', 'place', new Set([docs?.key ?? '']))).toEqual([
      'docs/releases/+',
      'src/',
      ' main.ts',
      'CHANGELOG.md',
    ])
  })
})

describe('[REU-2] a resource search', () => {
  test('finds every word in titles, names, URIs, types and descriptions, and shows the folders', () => {
    expect(written(project, 'DRAFT')).toEqual(['docs/releases/', ' Draft'])
    expect(written(project, 'markdown 3.2')).toEqual(['docs/releases/', ' Draft'])
    expect(written(project, 'begins')).toEqual(['src/', ' main.ts'])
    expect(written(project, 'begins 3.2')).toEqual([])
  })

  test('opens closed branches, counts matches, and leaves out servers without any', () => {
    const listing = (server: string, resources: ResourceEntry[]) => ({
      server,
      name: server,
      resources,
      problem: undefined,
      incomplete: undefined,
    })
    const listings = [listing('one', project), listing('two', [at('x:/y')])]
    const { rows, found } = pickerRows(listings, { ...asked, words: ['3.1'], closed: new Set(['one']) })
    expect(found).toBe(1)
    expect(rows.map(({ kind, level }) => [kind, level])).toEqual([
      ['server', 1],
      ['folder', 2],
      ['resource', 3],
    ])
    expect(parentAt(rows, 2)).toBe(1)
    expect(parentAt(rows, 0)).toBe(0)
  })

  test('[REU-1] keeps a server whose list is still loading, for any search', () => {
    const name = { name: 's', incomplete: undefined, problem: undefined }
    const listings = [
      { server: 'known', resources: project, ...name },
      { server: 'waiting', resources: undefined, ...name },
    ]
    const { rows } = pickerRows(listings, { ...asked, words: ['nowhere'] })
    expect(rows).toMatchObject([{ kind: 'server', server: 'waiting', detail: { isLoading: true } }])
  })
})

const listing = (resources: ResourceEntry[]) => [
  { server: 's', name: 's', resources, problem: undefined, incomplete: undefined },
]
const folder = { mimeType: 'inode/directory' }

describe('[SED-5] a resource that its server calls a folder', () => {
  const inside = (_server: string, uri: string): Reading | undefined =>
    ({
      'x:/top': { state: 'ready' as const, ...read([['x:/top'], ['x:/top/a.md'], ['x:/top/deep', folder.mimeType]]) },
      'x:/top/deep': { state: 'ready' as const, ...read([]) },
      'x:/slow': { state: 'loading' as const },
    })[uri]
  const read = (entries: [string, string?][]) => ({
    handle: '',
    problems: [],
    canFollow: false,
    folder: true as const,
    contents: entries.map(([uri, mimeType]) => ({ uri, mimeType, bytes: 4, text: 'abcd', isCut: false })),
  })
  const rowsWith = (...opened: string[]) =>
    pickerRows(listing([at('x:/top', folder), at('x:/slow', { mimeType: 'Inode/Directory; x=y' })]), {
      ...asked,
      opened: new Set(opened),
      inside,
    }).rows.map((row) => [
      row.kind,
      row.level,
      'listed' in row ? row.listed.resource.uri : '',
      ...(row.kind === 'directory' ? [row.state] : []),
    ])

  test('is closed at first, and opens to what reading it gave, once each and without itself', () => {
    expect(rowsWith()).toEqual([
      ['server', 1, ''],
      ['directory', 2, 'x:/top', 'filled'],
      ['directory', 2, 'x:/slow', 'filled'],
    ])
    expect(rowsWith('s\nx:/top', 's\nx:/top\ns\nx:/top/deep', 's\nx:/slow')).toEqual([
      ['server', 1, ''],
      ['directory', 2, 'x:/top', 'filled'],
      ['resource', 3, 'x:/top/a.md'],
      ['directory', 3, 'x:/top/deep', 'empty'],
      ['directory', 2, 'x:/slow', 'loading'],
    ])
  })

  test('is the folder of what is listed below it, not another row beside that', () => {
    const resources = [at('x:/p/src', folder), at('x:/p/src/main.ts'), at('x:/p/empty/', folder), at('x:/p/b')]
    expect(pickerRows(listing(resources), asked).rows.map((row) => row.kind)).toEqual([
      'server',
      'folder',
      'resource',
      'directory',
      'resource',
    ])
    expect(pickerRows(listing(resources), { ...asked, sorting: 'name' }).found).toBe(4)
  })

  test('isn’t proposed after an @', () => {
    expect(
      findResources(listing([at('x:/top', folder), at('x:/topic')]), 'top').items.map((it) => it.resource.uri),
    ).toEqual(['x:/topic'])
  })
})

describe('[SED-6] resources that say whom they are for', () => {
  const marked = (uri: string, ...audience: ('user' | 'assistant')[]) => at(uri, { annotations: { audience } })
  const all = [
    marked('x:/m', 'assistant'),
    marked('x:/y', 'user'),
    marked('x:/both', 'user', 'assistant'),
    at('x:/none'),
  ]
  const uris = (change: Partial<typeof asked>) =>
    pickerRows(listing(all), { ...asked, sorting: 'name', ...change }).rows.flatMap((row) =>
      row.kind === 'resource' ? [row.listed.resource.uri] : [],
    )

  test('are filtered by their reader, alone and with a search', () => {
    expect(uris({})).toHaveLength(4)
    expect(uris({ reader: 'model' })).toEqual(['x:/both', 'x:/m'])
    expect(uris({ reader: 'you' })).toEqual(['x:/both', 'x:/y'])
    expect(uris({ reader: 'you', words: ['both'] })).toEqual(['x:/both'])
    expect(uris({ reader: 'you', words: ['x:/m'] })).toEqual([])
  })

  test('are found by the words of their reader', () => {
    expect(uris({ words: searchWords('for the model') })).toEqual(['x:/both', 'x:/m'])
    expect(uris({ words: searchWords('For you') })).toEqual(['x:/both', 'x:/y'])
  })
})
