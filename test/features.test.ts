import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { readAreas } from './requirements.ts'
import { readSchema, revisions } from './support/frames/protocol.ts'

const page = readFileSync(new URL('../docs/protocol-support.md', import.meta.url), 'utf8').replaceAll('\r\n', '\n')
const owed = (await readAreas()).flatMap(({ requirements }) => Object.keys(requirements))

/** The rows of its tables, without headers; a cell's text contains no bar. */
const rows = page
  .split('\n')
  .filter((line) => line.startsWith('|') && !/^\| (-|Feature )/.test(line))
  .map((line) => {
    const [feature = '', of = '', atrium = '', ids = '', ...rest] = line.slice(1, -1).split('|')
    return { feature: feature.trim(), of: of.trim(), atrium: atrium.trim(), ids: ids.trim(), rest }
  })
type Row = (typeof rows)[number]

const features = (found: Row[]): string[] => found.map(({ feature }) => feature)

const isOf = ({ of }: Row, revision: string): boolean =>
  of === 'all' ||
  of === revision ||
  (of.startsWith('to ') && revision <= of.slice(3)) ||
  (of.startsWith('from ') && revision >= of.slice(5))

const codeIn = ({ feature }: Row): string[] => [...feature.matchAll(/`([^`]+)`/g)].map(([, code = '']) => code)
const messagesIn = ({ feature }: Row): string[] => feature.match(/[→←] `[^`]+`/g) ?? []

test('[FEA-1] gives each row a feature, its revisions, Atrium’s support and requirement ids', () => {
  expect(rows.length).toBeGreaterThan(100)
  const span = /^(all|extension|(to |from )?\d{4}-\d\d-\d\d)$/
  expect(features(rows.filter(({ of, rest }) => !span.test(of) || rest.length > 0))).toEqual([])
  expect(features(rows.filter(({ ids }) => !/^([A-Z][A-Z0-9]*-\d+(, |$))*$/.test(ids)))).toEqual([])
  const words = features(rows)
  expect(words.filter((feature, index) => words.indexOf(feature) !== index)).toEqual([])
})

test('[FEA-1] cites only obligations that a test must show', () => {
  const named = rows.flatMap(({ ids }) => (ids === '' ? [] : ids.split(', ')))
  expect(named.filter((id) => !owed.includes(id))).toEqual([])
})

test('[FEA-1] cites proof of what is supported, and gives a reason for what is not', () => {
  expect(features(rows.filter(({ atrium }) => !/^(yes|(partly|no): \S.{5,})$/.test(atrium)))).toEqual([])
  expect(features(rows.filter(({ atrium, ids }) => !atrium.startsWith('no: ') && ids === ''))).toEqual([])
})

test.each(revisions)('[FEA-2] has a row for every message of revision %s', (revision) => {
  const { messages } = readSchema(revision)
  const told = new Set(rows.filter((row) => isOf(row, revision)).flatMap(messagesIn))
  expect(messages.length).toBeGreaterThan(18)
  expect(messages.filter((message) => !told.has(message))).toEqual([])
})

test('[FEA-2] names in a row only messages that all its revisions have', () => {
  const wrong = revisions.flatMap((revision) => {
    const { messages } = readSchema(revision)
    return rows
      .filter((row) => isOf(row, revision))
      .flatMap(messagesIn)
      .filter((message) => !messages.includes(message))
      .map((message) => `${revision}: ${message}`)
  })
  expect(wrong).toEqual([])
})

test.each(revisions)('[FEA-2] has a row for every capability and content kind of revision %s', (revision) => {
  const { capabilities, contents } = readSchema(revision)
  const told = new Set(rows.filter((row) => isOf(row, revision)).flatMap(codeIn))
  expect(capabilities.length).toBeGreaterThan(3)
  expect(contents).toContain('resource_link')
  expect([...capabilities, ...contents].filter((name) => !told.has(name))).toEqual([])
})
