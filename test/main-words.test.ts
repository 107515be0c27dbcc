import { describe, expect, test } from 'vitest'
import { parseSync } from 'vite'
import { sourcesIn } from './architecture/sources.ts'
import { isNode, isType, type Node, textOf } from './voice/texts.ts'

/**
 * Files that may contain sentences, each next to its area: texts for people, texts for models (`model-words.ts`, which
 * are never translated) and texts for servers.
 */
const catalogue = /(?:^|\/)(?:(?:[a-z]+-)?words|problems)\.ts$/

/** Errors for Atrium's developers; no interface shows their text. */
const fault = /^(?:Error|TypeError|RangeError|SyntaxError)$/

/** Takes a text that people read, whatever it looks like. */
const shown = /^(?:HostError|Unfinished|StartFailure)$/

const sentence = /^\s*(?:\p{Lu}|\0|["“])[^\n]* [^\n]*[\p{L}\p{N}\0)”"][.?!]\s*$/u

/** The sentences in a module by their first line; a slot in one is `…`. */
function sentencesIn(source: string): string[] {
  const found: string[] = []
  const add = (at: number, text: string): void =>
    void found.push(`${source.slice(0, at).split('\n').length}: ${text.trim().replaceAll('\0', '…')}`)
  const visit = (node: Node, isShown: boolean): void => {
    if (node.type === 'ImportDeclaration' || isType(node)) return
    // The reason why a command needs no confirmation is for readers of the table.
    if (node.type === 'Property' && isNode(node['key']) && node['key']['name'] === 'needless') return
    const callee = node.type === 'NewExpression' && isNode(node['callee']) ? String(node['callee']['name']) : ''
    if (fault.test(callee)) return
    const text = textOf(node, '\0')
    if (text !== undefined && (isShown ? / /.test(text) : sentence.test(text))) return add(node.start, text)
    for (const value of Object.values(node))
      for (const each of [value].flat().filter(isNode)) visit(each, shown.test(callee))
  }
  visit(parseSync('module.ts', source).program as unknown as Node, false)
  return found
}

const modules = sourcesIn(['main', 'shared']).filter(({ file }) => file.endsWith('.ts') && !catalogue.test(file))

describe('the sentences of the host and its shells', () => {
  test('[UI-20] are in catalogues', () => {
    const found = modules.flatMap(({ file, text }) => sentencesIn(text).map((line) => `${file}:${line}`))
    expect(found).toEqual([])
  })

  test.each([
    ["throw new HostError('conflict', 'not so fast')", ['1: not so fast']],
    ['const a = { problem: `${name} is not running.` }', ['1: … is not running.']],
    ["throw new Error('It cannot be.')", []],
    ["db.prepare('SELECT a FROM b WHERE c = ?')", []],
    ["const mark = 'text/html; charset=utf-8'", []],
  ])('[UI-20] are found in %s', (source, lines) => {
    expect(sentencesIn(source)).toEqual(lines)
  })
})
