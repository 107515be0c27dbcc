import { expect, test } from 'vitest'
import { lagOf } from '../../tools/electron-line.mjs'

test.each([
  ['45.5.0', { latest: '45.5.0' }, []],
  ['45.5.0', { latest: '45.6.1' }, ['Electron 45.6.1 fixes faults of 45.5.0, which Atrium has.']],
  ['45.5.0', { latest: '46.0.2', '45-x-y': '45.5.0' }, ['Electron 46.0.2 is stable. Atrium has 45.5.0.']],
  [
    '45.5.0',
    { latest: '47.1.0', '45-x-y': '45.9.3', beta: '48.0.0-beta.2' },
    ['Electron 45.9.3 fixes faults of 45.5.0, which Atrium has.', 'Electron 47.1.0 is stable. Atrium has 45.5.0.'],
  ],
  ['45.5.0', { latest: '48.0.0' }, ['Electron 45 gets no more security fixes. The newest is 48.0.0.']],
  // Someone tries a later one.
  ['46.0.0-beta.3', { latest: '45.5.0' }, []],
  ['45.5.0', {}, ['The registry doesn’t say which Electron is the newest one. Atrium has 45.5.0.']],
  ['45.5.0', { latest: 'none' }, ['The registry doesn’t say which Electron is the newest one. Atrium has 45.5.0.']],
])('[PKG-35] says what Electron %s lacks if the registry has %j', (pinned, tags: Record<string, string>, said) => {
  expect(lagOf(pinned, tags)).toEqual(said)
})
