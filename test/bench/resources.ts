import { pickerRows } from '../../renderer/resources/picker/picker-rows.ts'
import { searchWords } from '../../renderer/state/resources/resource-tree.ts'
import type { ResourceEntry } from '../../shared/content/listed.ts'
import { compare, inFull, type Row } from './measure.ts'

const count = inFull(10_000, 100)
/** A user's typing: one search per key. */
const typed = 'chapter 7 draft'

/** Filtering ten thousand resources in folders, in microseconds per key, next to a bare search in their names. */
export async function resourceRows(): Promise<Row[]> {
  const resources = Array.from({ length: count }, (_, at): ResourceEntry => {
    const name = `${at % 7 === 0 ? 'Draft' : 'Final'} chapter ${at}.md`
    const uri = `file:///library/shelf-${at % 40}/book-${at % 400}/${encodeURIComponent(name)}`
    return { uri, name, description: `Chapter ${at} of book ${at % 400}`, mimeType: 'text/markdown', size: at }
  })
  const listing = { server: 'library', name: 'library', resources, problem: undefined, incomplete: undefined }
  const names = resources.map(({ name }) => name.toLowerCase())
  const keys = Array.from(typed, (_, at) => typed.slice(0, at + 1))
  const perKey = (filter: (query: string) => unknown): Promise<number> => {
    const since = performance.now()
    for (const query of keys) filter(query)
    return Promise.resolve(((performance.now() - since) * 1000) / keys.length)
  }
  return [
    await compare(
      'a key in the search of 10,000 resources',
      'µs',
      () =>
        perKey((query) =>
          pickerRows([listing], {
            words: searchWords(query),
            reader: 'all',
            sorting: 'place',
            closed: new Set<string>(),
            opened: new Set<string>(),
            inside: () => undefined,
          }),
        ),
      () => perKey((query) => names.filter((name) => name.includes(query))),
    ),
  ]
}
