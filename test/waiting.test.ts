import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'

const root = path.resolve(import.meta.dirname)

/** Files that are about time, and why. Everything else waits for a state, or lets a scripted clock pass. */
const elsewhere: Record<string, string> = {
  'bench/': 'compares times; a miss is a row',
  'conformance/': 'drives a suite that has limits of its own, and tells how long it took',
  'double/': 'stands in for Electron, which has timers',
  'electron/': 'judges what a page or a window may do by what it did not do after a while',
  'packaging/': 'runs packed programs from outside',
  'requirements/': 'holds words',
  'support/authorization/': 'is a server, whose tokens end',
  'support/fake-anthropic': 'is a server, which is slow when a test says so',
  'support/servers/': 'holds servers, some of which are slow by nature',
  'support/waiting.ts': 'has the one pause, in which nothing is decided',
}

/** Code that makes a verdict depend on a machine's speed. */
const rules: Record<string, RegExp> = {
  'waits for milliseconds': /\bwaitForTimeout\b/,
  sleeps: /new Promise(?:<[^>]*>)?\(\s*\(?\w*\)?\s*=>\s*\{?\s*(?:void )?setTimeout\(\s*\w+\s*,/,
  'sleeps, by another name': /import \{[^}]*\bsetTimeout\b[^}]*\} from 'node:timers\/promises'/,
  'judges by a time': /expect\([^\n]*(?:performance|Date)\.now\(\)|\.to\w+\([^\n]*(?:performance|Date)\.now\(\) -/,
  'takes a time': /= (?:performance|Date)\.now\(\)\s*$|(?:performance|Date)\.now\(\) - \w/m,
}

const files = readdirSync(root, { recursive: true, encoding: 'utf8' })
  .map((file) => file.replaceAll(path.sep, '/'))
  .filter((file) => /\.tsx?$/.test(file) && file !== 'waiting.test.ts')
  .filter((file) => !Object.keys(elsewhere).some((part) => file.startsWith(part)))

test('lets no verdict depend on time: nothing sleeps, and only the bench compares times', () => {
  const found = files.flatMap((file) => {
    const text = readFileSync(path.join(root, file), 'utf8')
    return Object.entries(rules).flatMap(([what, pattern]) => (pattern.test(text) ? [`${file} ${what}`] : []))
  })
  expect(found).toEqual([])
})

test('lets no verdict depend on luck: only support/deep.ts draws values, from a fixed seed', () => {
  const drawn = files.filter((file) => /from 'fast-check'/.test(readFileSync(path.join(root, file), 'utf8')))
  expect(drawn).toEqual(['support/deep.ts'])
})

test('leaves out only existing places', () => {
  const all = readdirSync(root, { recursive: true, encoding: 'utf8' }).map((file) => file.replaceAll(path.sep, '/'))
  const unknown = Object.keys(elsewhere).filter((part) => !all.some((file) => `${file}/`.startsWith(part)))
  expect(unknown).toEqual([])
})
