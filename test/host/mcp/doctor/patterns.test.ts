import { describe, expect, test } from 'vitest'
import { matching, patterns } from '../../../../main/host/mcp/doctor/patterns.ts'
import { outputOf } from '../../../../main/host/mcp/doctor/facts.ts'

/** A pattern without its escapes, classes and group prefixes: only groups and quantifiers are left of its syntax. */
const bare = (source: string): string =>
  source
    .replaceAll(/\\./g, 'x')
    .replaceAll(/\[[^\]]*\]/g, 'x')
    .replaceAll(/\(\?(?:[:=!]|<[=!]|<\w+>)/g, '(')

/** The upper bound of each quantifier. */
const boundsIn = (source: string): number[] =>
  [...bare(source).matchAll(/\{(\d+)(,(\d*))?\}|[*+?]/g)]
    .filter(([it], at, all) => !(it === '?' && isLazy(all, at)))
    .map(([it, least, range, most]) => {
      if (it === '?') return 1
      if (it === '*' || it === '+' || most === '') return Infinity
      return Number(range === undefined ? least : most)
    })

const isLazy = (all: RegExpMatchArray[], at: number): boolean => {
  const before = all[at - 1]
  return before?.index !== undefined && before.index + before[0].length === all[at]?.index
}

/** How often a search can go over a text of this size, at most: each start tries every combination of repetitions. */
const mostSteps = (source: string): number => boundsIn(source).reduce((product, bound) => product * (bound + 1), 1)

const hostile = [
  'a',
  '.',
  '/',
  "'",
  ' ',
  '\n',
  'A_',
  'EACCES ',
  'EADDRINUSE:',
  'missing ',
  'running ',
  "Cannot find module '",
  'http://localhost:1',
  'make sure A',
  'env: x',
  '\u001B[',
].map((piece) => [JSON.stringify(piece), piece.repeat(Math.ceil(65_536 / piece.length))] as const)

describe('the patterns of known errors', () => {
  test.each(patterns.map(({ like }) => [like.source]))('[DOC-2] bound every repetition: %s', (source) => {
    expect(boundsIn(source).filter((bound) => !Number.isFinite(bound))).toEqual([])
    expect(mostSteps(source)).toBeLessThanOrEqual(2_000_000)
    // A repeated group that contains repetitions multiplies them.
    expect(bare(source)).not.toMatch(/\([^()]*[{*+][^()]*\)(?:[*+]|\{\d+,)/)
  })

  test.each(hostile)('[DOC-2] read 64 KiB of %s to their end', (_name, text) => {
    const found = matching(outputOf({ kind: 'stdio', platform: 'linux', command: 'x', args: [], stderr: text }))
    expect(found === undefined || patterns.some(({ reason }) => reason === found.reason)).toBe(true)
  })

  test('[DOC-2] see at most 64 KiB and the last 200 lines, without terminal codes', () => {
    const stderr = `\u001B[31mold\u001B[0m\n${'\u001B[1mline\u001B[0m of a log\n'.repeat(5000)}${'z'.repeat(100_000)}`
    const output = outputOf({ kind: 'stdio', platform: 'linux', command: 'x', args: [], stderr })
    expect(output.length).toBeLessThanOrEqual(65_536)
    expect(output.includes('\u001B') || output.includes('old')).toBe(false)
  })
})
