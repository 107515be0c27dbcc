import { expect, test } from 'vitest'
import { isPinned, quarantineOf } from '../../../shared/state/pins.ts'

const claims = { readOnly: false, destructive: true, idempotent: false, openWorld: true }
const server = (hashes: Record<string, string>) => ({
  tools: Object.fromEntries(
    Object.entries(hashes).map(([name, hash]) => [name, { name, description: '', hash, claims }]),
  ),
})

test('[PIN-2] quarantines new and changed definitions, with what they were', () => {
  expect(quarantineOf(server({ c: '3', b: '2', a: '1' }), { 'tool/a': '1', 'tool/b': '1', 'tool/gone': '9' })).toEqual([
    { item: 'tool/b', hash: '2', before: '1', what: 'changed' },
    { item: 'tool/c', hash: '3', what: 'new' },
  ])
  expect(quarantineOf(undefined, { 'tool/a': '1' })).toEqual([])
})

test('[PIN-13] quarantines everything without pins, whatever its name', () => {
  const all = server({ constructor: '1', toString: '2' })
  expect(quarantineOf(all, undefined).map(({ what }) => what)).toEqual(['new', 'new'])
  expect(quarantineOf(all, {})).toEqual(quarantineOf(all, undefined))
  expect(isPinned(undefined, 'tool/constructor', '1')).toBe(false)
})
