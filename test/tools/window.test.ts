import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { findElectron, placeFor } from '../../tools/window.mjs'

const desktop = { args: [] as string[], platform: 'linux' as const, env: { DISPLAY: ':0' }, isRoot: false }

describe('the place where Atrium opens', () => {
  test('[ELE-14] is a window if there is a display', () => {
    expect(placeFor(desktop)).toEqual({ window: true })
    expect(placeFor({ ...desktop, env: { WAYLAND_DISPLAY: 'wayland-0' } })).toEqual({ window: true })
    for (const platform of ['darwin', 'win32'] as const)
      expect(placeFor({ ...desktop, platform, env: {}, args: ['--data-dir', 'x'] })).toEqual({ window: true })
  })

  test.each([
    ['there is no display', { ...desktop, env: {} }, /^there is no display/],
    ['the display has no name', { ...desktop, env: { DISPLAY: '' } }, /^there is no display/],
    [
      'the user connects over the network',
      { ...desktop, platform: 'darwin' as const, env: { SSH_CONNECTION: 'x' } },
      /display/,
    ],
    ['root starts it', { ...desktop, isRoot: true }, /^Electron has no sandbox for root/],
  ])('[ELE-14] is a browser tab, with one sentence, when %s', (_what, circumstances, why) => {
    const place = placeFor(circumstances)
    expect(place).toEqual({ window: false, why: expect.stringMatching(why) })
    expect('why' in place && place.why?.match(/\.( |$)/g)).toHaveLength(1)
  })

  test.each([['--browser'], ['--json'], ['--port=5000'], ['--port', '5000'], ['--admin'], ['--help'], ['--open']])(
    '[ELE-14] is a browser tab, without a word, when %s chose it',
    (...args) => {
      expect(placeFor({ ...desktop, args })).toEqual({ window: false })
    },
  )
})

describe('Electron’s program', () => {
  function folder(files: string[]): string {
    const place = mkdtempSync(path.join(tmpdir(), 'atrium-tools-'))
    onTestFinished(() => rmSync(place, { recursive: true, force: true }))
    for (const file of files) {
      mkdirSync(path.dirname(path.join(place, file)), { recursive: true })
      writeFileSync(path.join(place, file), 'electron')
    }
    return place
  }

  test('[ELE-14] is found if both the package’s own note and the program exist', () => {
    const whole = folder(['path.txt', 'dist/electron'])
    expect(findElectron(whole, {})).toBe(path.join(whole, 'dist', 'electron'))
    expect(findElectron(folder(['path.txt']), {})).toBeUndefined()
    expect(findElectron(folder(['dist/electron']), {})).toBeUndefined()
    expect(findElectron(folder([]), {})).toBeUndefined()
  })

  test('[ELE-14] is taken from the path in ELECTRON_OVERRIDE_DIST_PATH', () => {
    const elsewhere = folder(['electron'])
    const env = { ELECTRON_OVERRIDE_DIST_PATH: elsewhere }
    expect(findElectron(folder(['path.txt', 'dist/electron']), env)).toBe(path.join(elsewhere, 'electron'))
    expect(
      findElectron(folder(['path.txt', 'dist/electron']), { ELECTRON_OVERRIDE_DIST_PATH: '/nowhere' }),
    ).toBeUndefined()
  })
})
