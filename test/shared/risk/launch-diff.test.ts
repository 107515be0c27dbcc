import { describe, expect, test } from 'vitest'
import { diffLaunch } from '../../../shared/risk/launch-diff.ts'
import { diffLines, type MarkedLine } from '../../../shared/text/diff-lines.ts'
import type { Launch } from '../../../shared/asks/asks.ts'

const launch = (change: Partial<Launch> = {}): Launch => ({
  command: 'node',
  path: '/usr/bin/node',
  args: ['server.js', '--port', '1'],
  cwd: '/home/me',
  environment: [
    { name: 'TOKEN', from: 'secret' },
    { name: 'MODE', from: 'configuration' },
    { name: 'PATH', from: 'inherited' },
  ],
  sha256: 'a'.repeat(64),
  hash: 'h',
  ...change,
})

const written = (lines: MarkedLine[]): string[] =>
  lines.map(({ mark, text }) => `${{ same: ' ', removed: '-', added: '+' }[mark]}${text}`)

describe('[TUI-5] the differences from a trusted command', () => {
  test.each<[string[], string[], string[]]>([
    [
      ['a', 'b'],
      ['a', 'b'],
      [' a', ' b'],
    ],
    [
      ['a', 'b'],
      ['a', 'c'],
      [' a', '-b', '+c'],
    ],
    [['a'], ['a', 'a'], [' a', '+a']],
    [
      ['a', 'b', 'c'],
      ['c', 'b', 'a'],
      ['-a', '-b', ' c', '+b', '+a'],
    ],
    [[], ['x'], ['+x']],
    [['x'], [], ['-x']],
    [
      ['', 'x'],
      ['x', ''],
      ['-', ' x', '+'],
    ],
  ])('compare %j with %j', (before, now, lines) => {
    expect(written(diffLines(before, now))).toEqual(lines)
  })

  test('contain both lists in their order', () => {
    const words = ['a', 'b', 'c', '']
    let seed = 7
    const random = (below: number): number => (seed = (seed * 48_271) % 2_147_483_647) % below
    const list = () => Array.from({ length: random(12) }, () => words[random(words.length)] ?? '')
    for (let round = 0; round < 300; round++) {
      const [before, now] = [list(), list()]
      const lines = diffLines(before, now)
      expect(lines.filter(({ mark }) => mark !== 'added').map(({ text }) => text)).toEqual(before)
      expect(lines.filter(({ mark }) => mark !== 'removed').map(({ text }) => text)).toEqual(now)
    }
  })

  test('mark nothing if nothing was trusted before', () => {
    const diff = diffLaunch(launch(), undefined)
    expect(written(diff.args)).toEqual([' server.js', ' --port', ' 1'])
    expect(written(diff.environment.secret)).toEqual([' TOKEN'])
    expect(diff.inherited).toEqual(['PATH'])
    expect(diff.differences).toEqual([])
  })

  test.each<[Partial<Launch>, string[]]>([
    [{ args: ['server.js', '--port', '2'] }, ['its arguments']],
    [{ command: './node', path: '/tmp/node' }, ['its command', 'the location of its program']],
    [{ sha256: 'b'.repeat(64) }, ['the content of its program file']],
    [{ sha256: undefined }, ['the content of its program file']],
    [{ cwd: '/' }, ['its folder']],
    [{ environment: [{ name: 'MODE', from: 'configuration' }] }, ['the names in its environment']],
    [{ environment: launch().environment.toReversed() }, ['a value in its environment']],
    [{ environment: launch().environment.slice(0, 2) }, ['a value in its environment']],
    [{ hash: 'other' }, ['a value in its environment']],
  ])('describe %j as %j', (change, differences) => {
    expect(diffLaunch(launch(change), launch()).differences.map(({ what }) => what)).toEqual(differences)
  })

  test('show a variable that became a secret as removed from one place and new in the other', () => {
    const { environment } = diffLaunch(launch({ environment: [{ name: 'MODE', from: 'secret' }] }), launch())
    expect(written(environment.configuration)).toEqual(['-MODE'])
    expect(written(environment.secret)).toEqual(['-TOKEN', '+MODE'])
  })
})
