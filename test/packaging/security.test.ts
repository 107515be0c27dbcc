import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { ends } from '../../renderer/servers/detail/containment-words.ts'
import { readAreas } from '../requirements.ts'
import { root } from './packages.ts'

const [policy = ''] = readFileSync(path.join(root, 'docs/threat-model.md'), 'utf8')
  .replaceAll('\r\n', '\n')
  .split('\n## Cases\n')
const owed = (await readAreas()).flatMap(({ requirements }) => Object.keys(requirements))

const idsIn = (text: string): string[] => text.match(/\b[A-Z][A-Z0-9]+-\d+\b/g) ?? []

/** Each section's promises: list items that end with requirement IDs in brackets. */
const promises = policy
  .split(/\n### (?=Against|The package)/)
  .slice(1)
  .map((section) => section.split(/\n##+ /)[0] ?? '')
  .flatMap((section) => section.split(/\n- /).slice(1))
  .map((item) => item.replaceAll(/\s+/g, ' ').trim())

test('[PKG-12] names the requirements that show each promise', () => {
  expect(promises.length).toBeGreaterThan(90)
  const id = String.raw`([A-Z][A-Z0-9]+-\d+|user's machine)`
  expect(promises.filter((promise) => !new RegExp(`\\. \\[${id}(, ${id})*\\]$`).test(promise))).toEqual([])
})

test('[PKG-12] names only existing requirements in the threat model', () => {
  expect(idsIn(policy).filter((id) => !owed.includes(id))).toEqual([])
})

test('[PKG-12] describes containment in the threat model in the interface’s words', () => {
  const text = policy.replaceAll(/\s+/g, ' ')
  for (const { words, gap } of Object.values(ends)) expect(text).toContain(`| ${words} | ${gap} |`)
})
