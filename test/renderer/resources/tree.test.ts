import { describe, expect, test } from 'vitest'
import { pickerRows, parentAt } from '../../../renderer/resources/picker/picker-rows.ts'
import {
  resourceTree,
  treeRows,
  resourceTitle,
  searchWords,
  type Sorting,
} from '../../../renderer/state/resources/resource-tree.ts'
import type { ResourceEntry } from '../../../shared/content/listed.ts'

const open: ReadonlySet<string> = new Set()
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
    const { rows, found } = pickerRows(listings, { words: ['3.1'], sorting: 'place', closed: new Set(['one']) })
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
    const { rows } = pickerRows(listings, { words: ['nowhere'], sorting: 'place', closed: open })
    expect(rows).toMatchObject([{ kind: 'server', server: 'waiting', detail: { isLoading: true } }])
  })
})
