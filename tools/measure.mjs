import { readFileSync } from 'node:fs'
import path from 'node:path'
import { knotsIn } from '../test/architecture/rings.ts'
import { aloneIn, filesIn, folderOf, production } from '../test/architecture/sources.ts'
import { root } from './process.mjs'

// Prints how much there is to hold in the head, beside what the house aims at. Nothing is judged: the numbers are there
// to think at.

const read = (/** @type {string} */ file) => readFileSync(path.join(root, file), 'utf8')
const linesOf = (/** @type {string} */ text) => text.split('\n').length - 1
const sum = (/** @type {number[]} */ numbers) => numbers.reduce((all, each) => all + each, 0)

const sheets = filesIn(['renderer']).filter((file) => file.endsWith('.css'))
const codeLines = sum(production.map(({ text }) => linesOf(text)))
const sheetLines = sum(sheets.map((file) => linesOf(read(file))))

const alone = aloneIn(production)

const knots = knotsIn(production).map(({ length }) => length)
const folders = Map.groupBy(filesIn(['shared', 'main', 'preload', 'renderer']), folderOf)
const names = new Set(production.flatMap(({ file }) => path.basename(file).split(/[-.]/)))

/** The files that a walk of docs/architecture.md names, by its title. */
function walk(/** @type {string} */ title) {
  const [, after = ''] = read('docs/architecture.md').split(`\n## ${title}\n`)
  const [section = ''] = after.split('\n## ')
  const steps = section.match(/^(?:\d+\.|   ).*$/gm) ?? []
  return new Set(steps.join('\n').match(/(?:main|renderer|shared)\/[\w/-]+\.tsx?/g)).size
}

/** @type {[what: string, now: number | string, aim: string][]} */
const figures = [
  ['lines of the product, stylesheets included', codeLines + sheetLines, '136,000'],
  ['files', production.length + sheets.length, '1,500'],
  ['lines of stylesheets', sheetLines, '9,000'],
  ['groups of files that import each other', knots.length, '4 at most'],
  ['files in the largest of them', Math.max(0, ...knots), '4 at most'],
  ['folders with 25 files', [...folders.values()].filter(({ length }) => length >= 25).length, '0'],
  ['files whose only user is beside them', sum([...alone.values()].map(({ length }) => length)), '320 at most'],
  ['most of those in one folder', Math.max(...[...alone.values()].map(({ length }) => length)), '15 at most'],
  ['words in the names of files', names.size, '700 at most'],
  ['files named in the walk of a tool call', walk('A tool call'), 'fewer'],
  ['files named in the walk of an elicitation', walk('An elicitation'), 'fewer'],
  ['files named in the walk of a new server', walk('A new server'), 'fewer'],
]

const width = Math.max(...figures.map(([what]) => what.length))
for (const [what, now, aim] of figures)
  process.stdout.write(`${what.padEnd(width)}  ${now.toLocaleString('en').padStart(8)}  aim: ${aim}\n`)
