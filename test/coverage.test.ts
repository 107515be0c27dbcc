import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { readAreas } from './requirements.ts'

const areas = await readAreas()
const owed = areas.flatMap(({ requirements }) => Object.keys(requirements))

/** The IDs in brackets at the start of a test's title. */
const cited = new Set(
  readdirSync(import.meta.dirname, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.(test|spec)\.tsx?$/.test(entry.name))
    .map((entry) => readFileSync(path.join(entry.parentPath, entry.name), 'utf8'))
    .flatMap((text) => [...text.matchAll(/['"`]((?:\[[A-Z][A-Z0-9]*-\d+\] ?)+)/g)])
    .flatMap(([titleStart]) => [...titleStart.matchAll(/[A-Z][A-Z0-9]*-\d+/g)].map(String)),
)

test.each(areas)('finds a test for each obligation of $name', ({ requirements }) => {
  expect(Object.keys(requirements).filter((id) => !cited.has(id))).toEqual([])
})

test('knows every id that tests cite', () => {
  expect([...cited].filter((id) => !owed.includes(id))).toEqual([])
})

test('uses each id for one obligation', () => {
  expect(owed.filter((id, index) => owed.indexOf(id) !== index)).toEqual([])
})
