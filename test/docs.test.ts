import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { settingsFile } from '../shared/config/settings.ts'
import { fileOf, pictures, themes } from './pictures/list.ts'
import { readAreas } from './requirements.ts'

const root = path.resolve(import.meta.dirname, '..')
const read = (file: string): string => readFileSync(path.join(root, file), 'utf8').replaceAll('\r\n', '\n')

const docs = readdirSync(path.join(root, 'docs'))
  .filter((file) => file.endsWith('.md'))
  .map((file) => `docs/${file}`)
const pages = ['README.md', 'CONTRIBUTING.md', 'SECURITY.md', 'CHANGELOG.md', ...docs]
/** Protocol methods that look like paths. */
const methods = ['tools/list', 'tools/call']
const folders = ['docs', 'main', 'preload', 'renderer', 'shared', 'test', 'tools']

/** The repository's code, by path. */
const sources = ['main', 'preload', 'renderer', 'shared', 'test', 'tools'].flatMap((folder) =>
  readdirSync(path.join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.(ts|tsx|mjs|css)$/.test(entry.name))
    .map((entry) => path.relative(root, path.join(entry.parentPath, entry.name)).split(path.sep).join('/'))
    .filter((file) => !file.includes('node_modules')),
)

/** The numbers that can be cited, page by page. */
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
  'GitHub: ',
  'JSON Schema ',
  'JSON-RPC ',
  'OpenID Connect ',
  'Messages API',
  'Chat Completions API',
  'Responses API',
  'Anthropic, ',
  'Ollama, LM Studio, llama.cpp and vLLM',
  'Chromium: ',
  'Electron: ',
  'electron-builder: ',
  'freedesktop.org: ',
  'node:',
  'Node-API, ',
  'libuv: ',
  'macOS: ',
  'npm: ',
  'Windows: ',
]

/** True for `docs/decisions.md 7, 11`, `docs/interface.md, Approvals`, `README.md` and similar, if they exist. */
function isOurs(source: string): boolean {
  const [, page = '', listed, heading] = /^((?:docs\/)?[\w-]+\.md)(?: ([P\d][\w, ]*)|, (.+))?$/.exec(source) ?? []
  if (!pages.includes(page)) return false
  if (listed !== undefined) return listed.split(', ').every((number) => numbers[page]?.has(number))
  return heading === undefined || headings.get(page)?.has(heading) === true
}

const isPublished = (source: string): boolean => published.some((beginning) => source.startsWith(beginning))

/** The targets of links: a file of the repository, and a heading in it. Links to other sites are left out. */
const linksIn = (text: string): { file: string; anchor: string | undefined }[] =>
  [...text.matchAll(/\]\((?!https?:)([^)#]*)(?:#([^)]+))?\)/g)].map(([, file = '', anchor]) => ({ file, anchor }))

const picturesIn = (text: string): string[] =>
  [...text.matchAll(/(?:src|srcset)="([^"]+)"/g)].map(([, file = '']) => file)

/** The anchor that GitHub gives a heading. */
const anchorOf = (heading: string): string =>
  heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
    .replaceAll(' ', '-')

test('links every page of docs/ in README.md', () => {
  const linked = linksIn(read('README.md')).map(({ file }) => file)
  expect(docs.filter((page) => !linked.includes(page))).toEqual([])
})

test('names every command in CONTRIBUTING.md', () => {
  const { scripts }: { scripts: Record<string, string> } = JSON.parse(read('package.json'))
  const commands = Object.keys(scripts).map((it) => (['start', 'test'].includes(it) ? `npm ${it}` : `npm run ${it}`))
  const text = read('CONTRIBUTING.md')
  expect(commands.filter((command) => !new RegExp(`${command}(?![\\w:])`).test(text))).toEqual([])
})

test('keeps README.md to a few screens', () => {
  expect(read('README.md').split('\n').length).toBeLessThan(100)
})

test('has the license in LICENSE that package.json names', () => {
  const { license }: { license: string } = JSON.parse(read('package.json'))
  expect(read('LICENSE')).toMatch(new RegExp(`^${license} License\n`))
})

test('starts CHANGELOG.md with the unreleased changes', () => {
  const [first] = [...read('CHANGELOG.md').matchAll(/^## (.+)$/gm)].map(([, heading]) => heading)
  expect(first).toBe('[Unreleased]')
})

test('has exactly the pictures of npm run pictures in docs/images, and shows each one and each plot', () => {
  const listed = pictures.flatMap((picture) => themes.map((theme) => `docs/images/${fileOf(picture, theme)}`))
  expect(readdirSync(path.join(root, 'docs/images')).map((file) => `docs/images/${file}`)).toEqual(listed.toSorted())
  const shown = pages.flatMap((page) => picturesIn(read(page)).map((file) => path.posix.join(path.dirname(page), file)))
  const plots = readdirSync(path.join(root, 'docs/plots')).map((file) => `docs/plots/${file}`)
  expect([...new Set(shown)].toSorted()).toEqual([...listed, ...plots].toSorted())
})

describe.each(pages)('%s', (page) => {
  const text = read(page)

  test('links only to files and headings that exist', () => {
    const broken = linksIn(text).filter(({ file, anchor }) => {
      const target = file === '' ? page : path.posix.join(path.posix.dirname(page), file)
      if (!existsSync(path.join(root, target))) return true
      const titles = [...read(target).matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) => anchorOf(heading))
      return anchor !== undefined && !titles.includes(anchor)
    })
    expect(broken).toEqual([])
  })

  test('shows each picture in light and dark, with a text alternative', () => {
    const blocks = [...text.matchAll(/<picture>(.*?)<\/picture>/gs)].map(([, block = '']) => block)
    expect(picturesIn(text)).toHaveLength(blocks.length * 2)
    const form =
      /^\s*<source media="\(prefers-color-scheme: dark\)" srcset="([\w/-]+)-dark(\.png|\.svg)">\s*<img src="\1-light\2" width="900" alt="[^"]{20,}">\s*$/
    expect(blocks.filter((block) => !form.test(block))).toEqual([])
  })

  test('names only paths that exist', () => {
    const named = [...text.matchAll(/`([\w.-]+\/[\w./-]*)`/g)].map(([, name = '']) => name)
    const ours = named.filter((name) => folders.includes(name.split('/')[0] ?? '') && !methods.includes(name))
    expect(ours.filter((name) => !existsSync(path.join(root, name)))).toEqual([])
  })
})

test('cites a page of docs/ or a published source for each requirement', async () => {
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

test('cites nothing in comments that a reader cannot open', () => {
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

test('plays only cases from docs/threat-model.md with hostile servers', () => {
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

/** Files whose tests run in the double of Electron, or with a part of it. */
const inDouble = sources.filter((file) =>
  /^test\/(double|electron|packaging|host\/electron)\/.*\.(test|spec)\.ts$/.test(file),
)

test('names tests that run in the double for each doubled behaviour of docs/electron.md', () => {
  const rows = read('docs/electron.md')
    .split('\n')
    .filter((line) => /^\| (?!Behaviour|-)/.test(line))
    .map((line) => line.split(' | ').map((cell) => cell.replaceAll(/^\| ?|\|$/g, '').trim()))
    .map(([behaviour, , state = '', shownBy = '']) => ({
      behaviour,
      state,
      shownBy: shownBy.split(', ').filter(Boolean),
    }))
  expect(rows.length).toBeGreaterThan(60)
  const cited = new Set(
    inDouble.flatMap((file) => [...read(file).matchAll(/\[([A-Z]+-\d+)\]/g)].map(([, id = '']) => id)),
  )
  expect(rows.filter(({ shownBy }) => !shownBy.every((id) => cited.has(id)))).toEqual([])
  expect(rows.filter(({ state, shownBy }) => shownBy.length === 0 && !state.startsWith('unproved'))).toEqual([])
})

test('explains every setting', () => {
  const page = read('docs/configuration.md')
  const { models, appearance, ...others } = settingsFile.shape
  const names = [
    ...Object.keys(others),
    ...Object.keys(models.unwrap().shape).map((name) => `models.${name}`),
    ...Object.keys(appearance.unwrap().shape).map((name) => `appearance.${name}`),
  ]
  expect(names.length).toBeGreaterThan(20)
  expect(names.filter((name) => !page.includes(`\`${name}\``))).toEqual([])
})
