import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { readAreas } from './requirements.ts'

const root = path.resolve(import.meta.dirname, '..')
const read = (file: string): string => readFileSync(path.join(root, file), 'utf8').replaceAll('\r\n', '\n')

const docs = readdirSync(path.join(root, 'docs'))
  .filter((file) => file.endsWith('.md'))
  .map((file) => `docs/${file}`)
const pages = ['README.md', 'CONTRIBUTING.md', 'SECURITY.md', ...docs]
/** Methods of the protocol that look like paths. */
const methods = ['tools/list', 'tools/call']
const folders = ['docs', 'main', 'preload', 'renderer', 'shared', 'test', 'tools']

/** The code of the repository, by its path. */
const sources = ['main', 'preload', 'renderer', 'shared', 'test', 'tools'].flatMap((folder) =>
  readdirSync(path.join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.(ts|tsx|mjs|css)$/.test(entry.name))
    .map((entry) => path.relative(root, path.join(entry.parentPath, entry.name)).split(path.sep).join('/'))
    .filter((file) => !file.includes('node_modules')),
)

/** What can be cited by number, page by page. */
const numbers: Record<string, Set<string>> = {
  'docs/decisions.md': numbersOf('docs/decisions.md', /^\*\*(\d+)\. /gm),
  'docs/threat-model.md': numbersOf('docs/threat-model.md', /^\| (P?\d+) +\|/gm),
  'docs/interface.md': numbersOf('docs/interface.md', /\| (\d\d[a-z]?) +(?=\|)/g),
}

function numbersOf(page: string, pattern: RegExp): Set<string> {
  const found = [...read(page).matchAll(pattern)].map(([, number = '']) => number)
  expect(found.length).toBeGreaterThan(20)
  expect(found.filter((number, index) => found.indexOf(number) !== index)).toEqual([])
  return new Set(found)
}

const headings = new Map(
  pages.map((page) => [page, new Set([...read(page).matchAll(/^##+ (.+)$/gm)].map(([, heading = '']) => heading))]),
)

/** Published sources, by how a citation of them begins. */
const published = [
  'specification',
  'MCP ',
  'the official conformance suite',
  'RFC ',
  'CVE-',
  'WCAG ',
  'HTML standard',
  'HTTP/1.1',
  'JSON Schema ',
  'JSON-RPC ',
  'Messages API',
  'Anthropic, ',
  'Ollama, LM Studio, llama.cpp and vLLM',
  'Electron: ',
  'node:',
  'Node-API, ',
]

/** True for `docs/decisions.md 7, 11`, `docs/interface.md, Approvals`, `README.md` and the like, if they are there. */
function isOurs(source: string): boolean {
  const [, page = '', listed, heading] = /^((?:docs\/)?[\w-]+\.md)(?: ([P\d][\w, ]*)|, (.+))?$/.exec(source) ?? []
  if (!pages.includes(page)) return false
  if (listed !== undefined) return listed.split(', ').every((number) => numbers[page]?.has(number))
  return heading === undefined || headings.get(page)?.has(heading) === true
}

const isPublished = (source: string): boolean => published.some((beginning) => source.startsWith(beginning))

test('docs/ has a page for each that the README promises, and the README links each', () => {
  const linked = [...read('README.md').matchAll(/\]\((docs\/[\w-]+\.md)\)/g)].map(([, file = '']) => file)
  expect([...new Set(linked)].toSorted()).toEqual(docs.toSorted())
})

test('the README names every command', () => {
  const { scripts }: { scripts: Record<string, string> } = JSON.parse(read('package.json'))
  const commands = Object.keys(scripts).map((it) => (['start', 'test'].includes(it) ? `npm ${it}` : `npm run ${it}`))
  const text = read('README.md')
  expect(commands.filter((command) => !new RegExp(`${command}(?![\\w:])`).test(text))).toEqual([])
})

describe.each(pages)('%s', (page) => {
  const text = read(page)

  test('links only to files that exist', () => {
    const links = [...text.matchAll(/\]\((?!https?:)([^)#]+)[^)]*\)/g)].map(([, target = '']) => target)
    expect(links.filter((it) => !existsSync(path.join(root, path.dirname(page), it)))).toEqual([])
  })

  test('names only paths that exist', () => {
    const named = [...text.matchAll(/`([\w.-]+\/[\w./-]*)`/g)].map(([, name = '']) => name)
    const ours = named.filter((name) => folders.includes(name.split('/')[0] ?? '') && !methods.includes(name))
    expect(ours.filter((name) => !existsSync(path.join(root, name)))).toEqual([])
  })
})

test('a requirement cites a page of docs/ or a published source', async () => {
  const areas = await readAreas()
  const unknown = areas.flatMap(({ requirements }) =>
    Object.entries(requirements).flatMap(([id, { source }]) =>
      source
        .split('; ')
        .filter((part) => !isOurs(part) && !isPublished(part))
        .map((part) => `${id}: ${part}`),
    ),
  )
  expect(unknown).toEqual([])
})

test('a comment cites nothing that a reader cannot open', () => {
  const hidden = /\b([Dd]ecisions?|[Ii]ssue|[Cc]ases?) \d|\bDECISIONS\b|\bDESIGN\b|[Dd]esign guide|[Mm]ock-?up|§\d/
  const comments = sources
    .filter((file) => file !== 'test/docs.test.ts')
    .flatMap((file) =>
      read(file)
        .split('\n')
        .filter((line) => /^\s*(\/\/|\/?\*)|\s\/\/ /.test(line))
        .map((line) => ({ file, line: line.trim() })),
    )
  expect(comments.filter(({ line }) => hidden.test(line)).map(({ file, line }) => `${file}: ${line}`)).toEqual([])
  const cited = comments.flatMap(({ file, line }) =>
    [...line.matchAll(/docs\/[\w-]+\.md(?: P?\d[\w]*(?:, P?\d[\w]*)*)?/g)].map(([citation]) => ({ file, citation })),
  )
  expect(cited.filter(({ citation }) => !isOurs(citation))).toEqual([])
})

test('a hostile server plays cases that docs/threat-model.md lists', () => {
  const played = sources
    .filter((file) => file.startsWith('test/hostile/'))
    .flatMap((file) =>
      [...read(file).matchAll(/^\s*cases: '([^']+)'/gm)].flatMap(([, cases = '']) => cases.split(', ')),
    )
  const single = played.flatMap((it) => {
    const [from = 0, to = from] = it.split('–').map(Number)
    return Array.from({ length: to - from + 1 }, (_, index) => String(from + index))
  })
  expect(single.length).toBeGreaterThan(50)
  expect(single.filter((number) => !numbers['docs/threat-model.md']?.has(number))).toEqual([])
})
