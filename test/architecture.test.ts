import { describe, expect, test } from 'vitest'
import { namesInSeveralFiles, undescribedIn } from './architecture/exported-names.ts'
import { mainRows } from './architecture/main-rows.ts'
import { knotsIn, ringsIn } from './architecture/rings.ts'
import { fits, type Row, rowOf } from './architecture/rows.ts'
import { rendererRows } from './architecture/renderer-rows.ts'
import { repeated, strangersIn, unknownIn, unmatched } from './architecture/stylesheets.ts'
import { sharedRows } from './architecture/shared-rows.ts'
import {
  aloneIn,
  filesIn,
  folderOf,
  type Import,
  importsOf,
  isOurs,
  production,
  sourcesIn,
} from './architecture/sources.ts'

/** Permitted imports, a row per folder. Every file must have a row. */
const rows: Row[] = [
  ...sharedRows,
  { part: 'preload/', ours: ['shared/**'], packages: ['electron'] },
  ...rendererRows,
  ...mainRows,
]

/** Max lines per file: a number to think at, never one to write for. */
const mostLines = 400

/** Lists of data, one entry a line. */
const tables = ['main/host/mcp/inputs/secret-words.ts', 'test/host/journal/samples.ts']

/** Max files per folder, not counting subfolders; pictures for comparison don't count. */
const mostFiles = 25
/** Max files of a folder whose only importer is in the same folder: parts of one thing that are read together. */
const mostAlone = 15
/** A shorter file with a single importer belongs in that importer. */
const leastLines = 30
/** Entries that are started instead of imported, threads of their one importer, and named chunks. */
const ownPrograms =
  /^(main\/(audit|cli|electron|web)\.ts|preload\/index\.ts|renderer\/(main\.tsx|zod-jitless\.ts|proxy\/proxy\.ts)|.*\/(read|trace|frames|unpack|validate)\.ts)$/

function mayImport(file: string, { target, kind }: Import): boolean {
  const row = rowOf(rows, file)
  if (!row) return false
  if (isOurs(target)) {
    const named = [...row.ours, ...(kind === 'type' ? (row.types ?? []) : [])]
    return rowOf(rows, target) === row || named.some((part) => fits(part, target) > 0)
  }
  return row.packages.some((name) =>
    name.endsWith(':') ? target.startsWith(name) : target === name || target.startsWith(`${name}/`),
  )
}

describe('the import rules', () => {
  test('have a row for every file', () => {
    expect(production.map(({ file }) => file).filter((file) => !rowOf(rows, file))).toEqual([])
  })

  test('have a file for every row, and need every import that a row names', () => {
    // The window's rooms are layered: each can use everything below it.
    const needless = [...sharedRows, ...mainRows].flatMap((row) => {
      const imports = production.filter(({ file }) => rowOf(rows, file) === row).flatMap(importsOf)
      if (!production.some(({ file }) => rowOf(rows, file) === row)) return [row.part]
      const parts = [...row.ours, ...(row.types ?? [])].filter((part) => part !== 'shared/**')
      return parts
        .filter((part) => !imports.some(({ target }) => fits(part, target) > 0))
        .map((part) => `${row.part} names ${part}`)
    })
    expect(needless).toEqual([])
  })

  test.each(rows)('allow $part only the imports in its row', (row) => {
    const files = production.filter(({ file }) => rowOf(rows, file) === row)
    const broken = files.flatMap((source) =>
      importsOf(source).flatMap((it) =>
        mayImport(source.file, it) ? [] : [`${source.file} imports ${it.target} (${it.kind})`],
      ),
    )
    expect(broken).toEqual([])
  })

  test('find no cycle of value imports between folders', () => {
    const inRings = ['shared/', 'main/', 'renderer/'].flatMap((wing) =>
      ringsIn(
        production.filter(({ file }) => file.startsWith(wing)),
        ['value'],
      ).flat(),
    )
    expect(inRings).toEqual([])
  })

  test('find no group of files that import each other, types included', () => {
    expect(knotsIn(production)).toEqual([])
  })

  test('find no cycle of imports between rooms, types included', () => {
    const roomOf = (file: string): string => rowOf(rows, file)?.part ?? folderOf(file)
    expect(ringsIn(production, ['value', 'type'], roomOf)).toEqual([])
  })

  test('let the renderer import only types from the commands', () => {
    const users = production.filter(
      ({ file, text }) => file.startsWith('renderer/') && text.includes('shared/contract/commands.ts'),
    )
    const broken = users.filter(({ text }) =>
      /^(import|export) (?!type)[^']*from '[^']*shared\/contract\/commands\.ts'/m.test(text),
    )
    expect(broken.map(({ file }) => file)).toEqual([])
  })
})

test('lets only the clearance make a cleared operation', () => {
  const makers = production.filter(({ text }) => /\bas\s+(unknown\s+as\s+)?Cleared\b/.test(text))
  expect(makers.map(({ file }) => file)).toEqual(['main/host/agent/clearance.ts'])
})

test('limits a file to 400 lines, except tables', () => {
  const long = sourcesIn(['shared', 'main', 'preload', 'renderer', 'tools', 'test'])
    .map(({ file, text }) => ({ file, lines: text.split('\n').length - 1 }))
    .filter(({ lines }) => lines > mostLines)
  expect(long.map(({ file }) => file)).toEqual(tables)
})

/** Modules that open connections to other computers, or to this one, or are servers; `fetch` itself is a rule of lint. */
const connecting = {
  out: [
    'main/host/mcp/http/safe-fetch.ts',
    'main/host/network/issuer.ts',
    'main/host/network/network.ts',
    'main/host/network/proxy-client.ts',
    'main/host/network/trial.ts',
    'main/host/network/tunnel.ts',
  ],
  servers: [
    'main/host/mcp/containment/gate.ts',
    'main/host/mcp/sign-in/callback.ts',
    'main/shells/web/admission.ts',
    'main/shells/web/answers.ts',
    'main/shells/web/app-frames.ts',
    'main/shells/web/link.ts',
    'main/shells/web/listening.ts',
    'main/shells/web/server.ts',
  ],
  trust: ['main/host/network/trust.ts'],
}

test('[NET-1] has one way out to other computers', () => {
  const opens = /^(http|https|http2|tls|undici)$/
  const found = production
    .filter((source) => /^(main|preload)\//.test(source.file))
    .filter((source) => importsOf(source).some(({ target }) => opens.test(target.replace(/^node:/, ''))))
    .map(({ file }) => file)
  expect(found.toSorted()).toEqual(Object.values(connecting).flat().toSorted())
})

test('limits a folder to 25 files', () => {
  const files = filesIn(['main', 'shared', 'preload', 'renderer', 'test', 'tools', 'docs'])
  const counts = new Map<string, number>()
  for (const file of files)
    if (!file.endsWith('.png')) counts.set(folderOf(file), (counts.get(folderOf(file)) ?? 0) + 1)
  const full = [...counts].filter(([, count]) => count > mostFiles).map(([folder]) => folder)
  expect(full).toEqual([])
})

test('limits a folder to 15 files that only one file beside them uses', () => {
  const full = [...aloneIn(production)].filter(([, files]) => files.length > mostAlone)
  expect(full).toEqual([])
})

/** Texts for models are apart from all others, however few. */
const modelTexts = /\/model-words\.ts$/

test('requires more than one user for a file of fewer than 30 lines', () => {
  const users = new Map<string, Set<string>>()
  for (const source of production)
    for (const { target } of importsOf(source)) users.set(target, (users.get(target) ?? new Set()).add(source.file))
  const crumbs = production
    .filter(({ file, text }) => text.split('\n').length - 1 < leastLines && users.get(file)?.size === 1)
    .map(({ file }) => file)
    .filter((file) => !ownPrograms.test(file) && !modelTexts.test(file))
  expect(crumbs).toEqual([])
})

describe('the stylesheets', () => {
  test('are imported in their own folder, except those of ui', () => {
    expect(strangersIn(production)).toEqual([])
    const stranger = { file: 'renderer/chat/a.tsx', text: "import styles from './tools/b.module.css'" }
    expect(strangersIn([stranger])).toEqual(['renderer/chat/a.tsx imports renderer/chat/tools/b.module.css'])
  })

  test('have all classes that components name, and no others', () => {
    expect(production.flatMap(unknownIn)).toEqual([])
    expect(unmatched()).toEqual([])
    const text = `<p className="row no-such"><b className={classes(a === 'b' && 'such', f(styles.a), 'small')} /></p>`
    expect(unknownIn({ file: 'a.tsx', text })).toEqual(['a.tsx: no-such', 'a.tsx: such'])
  })

  test('repeat no shared class', () => {
    expect(repeated()).toEqual([])
  })
})

describe('the exported names', () => {
  // The catalogue's files export one member each, named like what it has the words of.
  const named = sourcesIn(['main', 'renderer', 'preload', 'shared', 'tools']).filter(
    ({ file }) => !file.startsWith('renderer/strings/'),
  )
  const found = namesInSeveralFiles(named)

  test('have one meaning each, so no two files export the same one', () => {
    expect([...found].map(([name, files]) => `${name}: ${files.join(', ')}`)).toEqual([])
  })

  test('are found whatever they declare', () => {
    const files = ['const a = 1', 'type a = 1', 'async function a() {}', 'class b {}'].map((text, at) => ({
      file: `${at}.ts`,
      text: `export ${text}`,
    }))
    expect([...namesInSeveralFiles(files)]).toEqual([['a', ['0.ts', '1.ts', '2.ts']]])
  })
})

describe('the exported types, functions and constants', () => {
  test('have a comment, alone or as a group', () => {
    expect(production.flatMap(undescribedIn)).toEqual([])
  })

  test.each([
    ['/** A. */\nexport const a = 1', []],
    ['/** A and b. */\nexport const a = 1\nexport const b = 1', []],
    ['/** A. */\nexport const a = 1\n\nexport const b = 1', ['b']],
    ['// Alone.\n\nexport type a = 1', ['a']],
    ['/** A. */\nconst a = z.int()\n\nexport type A = z.infer<typeof a>\nexport function b() {}', ['b']],
    ['const a = 1\n\nexport { a }', []],
  ])('are found without one in %j', (text, names) => {
    expect(undescribedIn({ file: 'sample.ts', text })).toEqual(names.map((name) => `sample.ts: ${name}`))
  })
})
