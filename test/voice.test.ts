import { describe, expect, test } from 'vitest'
import { parseSync } from 'vite'
import { type Source, sourcesIn } from './architecture/sources.ts'
import { commentRules, exceptions, type Rule, rules, sentenceRules, signRules, titleRules } from './voice/rules.ts'
import { isNode, isType, type Node, textOf } from './voice/texts.ts'

/** Reads the texts of one kind from a file; `at` is the offset of each. */
type Reader = (source: Source) => { at: number; text: string }[]

function visit(node: Node, see: (node: Node) => void): void {
  if (node.type.startsWith('Import') || isType(node)) return
  see(node)
  for (const [member, value] of Object.entries(node))
    if (member !== 'key') for (const each of [value].flat().filter(isNode)) visit(each, see)
}

const parsed = ({ file, text }: Source) => parseSync(file, text)

function textsOf(source: Source) {
  const found: { at: number; text: string }[] = []
  visit(parsed(source).program as unknown as Node, (node) => {
    const text = textOf(node, 'X')
    if (text !== undefined) found.push({ at: node.start, text })
  })
  return found
}

/** The member of a table from which titles are made, with its value. */
const titleMember = /^(?:does|must|what|why):/

/**
 * The first argument of `test`, `describe`, and of what `test.each` and its like return; and the members of tables from
 * which titles are made.
 */
function titlesOf(source: Source) {
  const found: { at: number; text: string }[] = []
  visit(parsed(source).program as unknown as Node, (node) => {
    const begins = (start: RegExp): boolean => start.test(source.text.slice(node.start, node.start + 10))
    const [given] =
      node.type === 'CallExpression' && begins(/^(?:test|describe)\b/) ? (node['arguments'] as Node[]) : []
    const title = node.type === 'Property' && begins(titleMember) ? (node['value'] as Node) : given
    const text = title && textOf(title, 'X')
    if (title && text !== undefined) found.push({ at: title.start, text: text.replace(/^(?:\[[\w-]+\] )+/, '') })
  })
  return found
}

const isAlone = (text: string, at: number): boolean =>
  /^[^\S\n]*$/.test(text.slice(text.lastIndexOf('\n', at - 1) + 1, at))

/** Lines of comments that follow each other are one. */
const commentsOf: Reader = ({ file, text }) => {
  const found: { at: number; end: number; text: string }[] = []
  for (const { start, end, type, value } of parsed({ file, text }).comments) {
    const words = value.replaceAll(/\s*\n\s*\*?\s*/g, ' ').replace(/^[*\s]+/, '')
    const before = found.at(-1)
    const follows = type === 'Line' && isAlone(text, start) && before && isAlone(text, before.at)
    if (follows && /^\n[^\S\n]*$/.test(text.slice(before.end, start)) && text.startsWith('//', before.at))
      Object.assign(before, { end, text: `${before.text} ${words}` })
    else found.push({ at: start, end, text: words })
  }
  return found
}

/** The kinds of texts. `clean` matches the files that keep to the rules; add others as they are edited. */
const sources: { what: string; clean: RegExp[]; read: Reader; more?: Rule[] }[] = [
  {
    what: 'texts of the interface',
    // Models and servers read the other catalogues.
    clean: [/^renderer\/strings\//, /^(?:main|shared)\/.*\/(?:(?!model-|peer-)[a-z]+-)?(?:words|problems)\.ts$/],
    read: textsOf,
    more: [...sentenceRules, ...signRules],
  },
  { what: 'titles of tests', clean: [/^test\//], read: titlesOf, more: titleRules },
  { what: 'comments', clean: [/./], read: commentsOf, more: commentRules },
]

const lineOf = ({ text }: Source, at: number): number => text.slice(0, at).split('\n').length

/** The rules that a text breaks, unless it is an exception. */
const broken = (text: string, more: Rule[] = []) =>
  [...rules, ...more].filter(
    ({ name, pattern }) => pattern.test(text) && !exceptions.some((it) => it.rule === name && it.text === text),
  )

const kinds = sources.map(({ what, clean, read, more }) => {
  const files = sourcesIn(['renderer', 'shared', 'main', 'preload', 'test', 'tools']).filter(({ file }) =>
    clean.some((part) => part.test(file)),
  )
  return { what, clean, files, more, texts: files.flatMap((source) => read(source).map((it) => ({ ...it, source }))) }
})

describe('the voice guide', () => {
  test.each(kinds)('is kept by $what', ({ texts, more }) => {
    const found = texts.flatMap(({ at, text, source }) =>
      broken(text, more).map(
        ({ name, instead }) => `${source.file}:${lineOf(source, at)} ${name}, write ${instead}: ${text}`,
      ),
    )
    expect(found).toEqual([])
  })

  test.each(kinds)('lists only files that exist for $what', ({ clean, files }) => {
    expect(clean.filter((part) => !files.some(({ file }) => part.test(file)))).toEqual([])
  })

  test('needs each of its exceptions', () => {
    const known = new Set(kinds.flatMap(({ texts }) => texts.map(({ text }) => text)))
    const needed = ({ rule, text }: (typeof exceptions)[number]): boolean =>
      known.has(text) && [...rules, ...sentenceRules].some(({ name, pattern }) => name === rule && pattern.test(text))
    expect(exceptions.filter((it) => !needed(it))).toEqual([])
  })
})

const sample = (text: string): Source => ({ file: 'sample.ts', text })

describe('the rules', () => {
  test.each([
    ['What is left empty is left out.', 'clause as subject'],
    ['Saved. Whoever has it can read it.', 'clause as subject'],
    ['It asks, where nobody does.', '“where” for a condition'],
    ['Cut, so that it fits.', '“so that”'],
    ['A window may not send.', '“may not”'],
    ['Saving connects anew.', 'word out of use'],
    ['It doesn’t hold any more.', '“not … any more”'],
    ['Only with your leave.', '“leave” for permission'],
  ])('find “%s”', (text, rule) => {
    expect(broken(text).map(({ name }) => name)).toContain(rule)
  })

  test.each([
    ['what a model can’t take', true],
    ['what would you like to do?', false],
    ['reads the file.', true],
    ['conversations, and the turns in them', false],
    ['npm runs this.', false],
    ['finish_reason is left out.', false],
  ])('say whether “%s” opens badly: %s', (text, isBad) => {
    expect(broken(text, commentRules).length > 0).toBe(isBad)
  })

  test.each([
    ["It isn't running.", true],
    ["The servers' names", true],
    ['Unknown command "X".', true],
    ['It isn’t running. “X”', false],
    ["style-src 'self' 'unsafe-inline'", false],
    ['an object, such as {"path": "X"}', false],
  ])('say whether “%s” has straight signs: %s', (text, isBad) => {
    expect(broken(text, signRules).length > 0).toBe(isBad)
  })

  test.each([
    'What would you like to do?',
    'Who can see this?',
    'Leave the page',
    'You can’t run any more tests.',
    'Add any number of servers',
  ])('pass “%s”', (text) => {
    expect(broken(text)).toEqual([])
  })
})

describe('the readers', () => {
  test('see texts and not keys, imports or types', () => {
    const source = sample("import a from 'b'\nconst c = { 'd e': 'f', g: (h: 'i') => `${h} j` } as const")
    expect(textsOf(source).map(({ text }) => text)).toEqual(['f', 'X j'])
  })

  test('see titles without their ids', () => {
    // Put together, so it isn't taken for a citation.
    const id = ['[A', '1]'].join('-')
    const source = sample(`describe('a', () => { test.each([1])('${id} ${id} does %s', run) })\ncall('b')`)
    expect(titlesOf(source).map(({ text }) => text)).toEqual(['a', 'does %s'])
  })

  test('see the members from which titles are made', () => {
    const source = sample("const a = [{ name: 'a', does: 'b', must: `c ${d}`, why: e, whatever: 'f' }]")
    expect(titlesOf(source).map(({ text }) => text)).toEqual(['b', 'c X'])
  })

  test('see comments as one line', () => {
    const source = sample('/**\n * One\n * two.\n */\nconst a = 1 // three\n  // Four\n  // five.\nb()\n// Six.')
    expect(commentsOf(source).map(({ text }) => text.trim())).toEqual(['One two.', 'three', 'Four five.', 'Six.'])
  })
})
