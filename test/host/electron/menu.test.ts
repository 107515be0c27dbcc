import type { MenuItemConstructorOptions } from 'electron'
import { describe, expect, test } from 'vitest'
import { parseSwitches } from '../../../main/shells/electron/switches.ts'
import { menuTemplate, oldestQuestion } from '../../../main/shells/electron/menu.ts'
import { unknownSwitch, weakened } from '../../../main/shells/electron/switches.ts'
import { updatesInWords } from '../../../renderer/settings/privacy-part.tsx'
import { words as pageWords } from '../../support/words.ts'
import type { Key } from '../../../main/shells/electron/window.ts'
import { whatRuns } from '../../../main/shells/electron/messages.ts'
import { desktopWords as words } from '../../../main/shells/electron/words.ts'
import { keyMap } from '../../../renderer/ui/key-map.ts'
import { href, parseRoute } from '../../../renderer/state/routes.ts'
import type { RunningTurn } from '../../../shared/state/running-turns.ts'

type Item = MenuItemConstructorOptions
const flat = (items: Item[]): Item[] =>
  items.flatMap((item) => [item, ...(Array.isArray(item.submenu) ? flat(item.submenu) : [])])
/** The user chooses the item, or presses its key in this window. */
const press = (item: Item, event = {}, window?: object): void =>
  item.click?.(...([{}, window, event] as unknown as Parameters<NonNullable<Item['click']>>))

function menuOf(platform: NodeJS.Platform, developerTools = false) {
  const went: string[] = []
  const pressed: Key[] = []
  const actions = { goTo: (fragment: string) => void went.push(fragment), press: (key: Key) => void pressed.push(key) }
  return { items: flat(menuTemplate({ platform, developerTools }, actions)), went, pressed }
}

/** Switches that once weren't rejected. */
const moreSwitches = [
  'disable-seccomp-filter-sandbox',
  'disable-namespace-sandbox',
  'disable-setuid-sandbox',
  'disable-gpu-sandbox',
  'renderer-cmd-prefix',
  'utility-cmd-prefix',
  'gpu-launcher',
  'browser-subprocess-path',
  'load-extension',
  'js-flags',
  'host-rules',
  'proxy-server',
]

describe('the menu', () => {
  test.each(['linux', 'darwin', 'win32'] as const)(
    '[ELE-17] leads only to places that the page knows, on %s',
    (platform) => {
      const { items, went, pressed } = menuOf(platform)
      for (const item of items) press(item)
      expect(went.length).toBeGreaterThan(3)
      for (const fragment of went) expect(href(parseRoute(fragment))).toBe(fragment)
      const control = platform === 'darwin' ? 'meta' : 'control'
      expect(pressed).toEqual([
        { key: '.', modifiers: [control, 'shift'] },
        { key: 'B', modifiers: [control] },
        { key: 'F6' },
        { key: 'F1' },
      ])
      expect(went).toContain(oldestQuestion())
      expect(parseRoute(oldestQuestion('a/b'))).toEqual({ page: 'chat', conversation: 'a/b', ask: 'oldest' })
    },
  )

  test('[ELE-17] shows only shortcuts that the page lists, and lets the page handle them', () => {
    const shown = menuOf('linux').items.filter(
      ({ accelerator, role }) => accelerator !== undefined && role === undefined,
    )
    const listed = Object.values(keyMap).map(({ keys }) => keys.replaceAll(' ', '+'))
    for (const { accelerator, registerAccelerator } of shown) {
      const keys = String(accelerator).replace('CmdOrCtrl', 'Ctrl')
      expect(keys === 'F1' || listed.includes(keys), keys).toBe(true)
      expect(registerAccelerator).toBe(false)
    }
    expect(shown.length).toBeGreaterThan(4)
  })

  test.each(['linux', 'darwin', 'win32'] as const)(
    '[ELE-85] leaves a key alone that the page left alone, on %s, unless no window is open',
    (platform) => {
      const { items, went, pressed } = menuOf(platform)
      for (const item of items) press(item, { triggeredByAccelerator: true }, {})
      expect([...went, ...pressed]).toEqual([])
      for (const item of items) press(item, { triggeredByAccelerator: true })
      expect(went).toContain('#/settings')
    },
  )

  test.each(['linux', 'darwin', 'win32'] as const)('[ELE-85] zooms in with and without Shift, on %s', (platform) => {
    const zooming = menuOf(platform).items.filter(({ role }) => role === 'zoomIn')
    expect(zooming.map(({ accelerator, visible }) => ({ accelerator, visible }))).toEqual([
      { accelerator: undefined, visible: undefined },
      { accelerator: 'CmdOrCtrl+=', visible: false },
    ])
  })

  test('[ELE-17] has no developer tools or reload in a packaged Atrium', () => {
    const roles = (developerTools: boolean) => menuOf('linux', developerTools).items.map(({ role }) => role)
    expect(roles(false)).not.toContain('toggleDevTools')
    expect(roles(false)).not.toContain('reload')
    expect(roles(true)).toContain('toggleDevTools')
  })
})

describe('the app’s texts', () => {
  test('[ELE-16] ask before quitting with the number of running calls, or of answers if no call runs', () => {
    const turn = (...stages: RunningTurn['calls'][string]['stage'][]): RunningTurn => ({
      conversation: 'c',
      model: 'm',
      startedAt: 0,
      calls: Object.fromEntries(stages.map((stage, index) => [`${index}`, { tool: 't', stage }])),
    })
    const question = (...turns: RunningTurn[]) =>
      whatRuns({ turns: Object.fromEntries(turns.map((it, index) => [`${index}`, it])) })
    expect(question()).toBeUndefined()
    expect(question(turn())).toBe(words.quit.replyComes)
    expect(question(turn('requested'), turn('cleared'))).toBe(words.quit.repliesCome(2))
    expect(question(turn('started', 'requested'))).toBe(words.quit.callRuns)
    expect(question(turn('started', 'started'), turn('started'))).toBe('3 calls are running. Quit and stop them?')
  })
})

describe('the command line', () => {
  test('sets the data folder in two forms, and leaves Chromium’s switches alone', () => {
    expect(parseSwitches(['electron', '--no-first-run', '.', '--data-dir', '/a b'], 'linux')).toMatchObject({
      dataDirectory: '/a b',
    })
    expect(parseSwitches(['atrium', '--data-dir=/x=y', '--developer-tools'], 'linux')).toEqual({
      dataDirectory: '/x=y',
      developerTools: true,
    })
    expect(parseSwitches(['atrium'], 'linux')).toEqual({ dataDirectory: undefined, developerTools: false })
    for (const argv of [['--data-dir'], ['--data-dir='], ['--data-dir', '--developer-tools']])
      expect(parseSwitches(argv, 'linux')).toMatchObject({ problem: /must have a name/ })
  })

  test('[ELE-18] names a switch that weakens protection', () => {
    for (const name of ['no-sandbox', 'disable-web-security', 'remote-debugging-port', ...moreSwitches])
      for (const written of [`--${name}`, `-${name}=x`])
        expect(weakened([written], 'linux', {}, false)).toMatch(`--${name} weakens Atrium: it `)
    expect(weakened(['/NO-SANDBOX'], 'win32', {}, false)).toMatch('--no-sandbox weakens Atrium')
  })

  test('[ELE-50] judges what the user gave, and of what Electron adds only a sandbox that is off', () => {
    expect(weakened(['.', '--data-dir', '/x'], 'linux', {}, false)).toBeUndefined()
    expect(weakened(['--', '--no-sandbox'], 'linux', {}, false)).toBeUndefined()
    expect(weakened([], 'linux', {}, true)).toMatch('--no-sandbox weakens Atrium')
    expect(weakened(['--allow-file-access-from-files'], 'linux', {}, false)).toMatch('--allow-file-access-from-files')
  })

  test('[PKG-20] names a variable that weakens protection, not an option that wasn’t given', () => {
    const { noSandbox, unchecked } = words.variables
    expect(weakened([], 'linux', { ELECTRON_DISABLE_SANDBOX: '' }, true)).toBe(noSandbox)
    expect(weakened(['--no-sandbox'], 'linux', { ELECTRON_DISABLE_SANDBOX: '1' }, true)).toMatch('--no-sandbox weakens')
    expect(weakened([], 'linux', { NODE_TLS_REJECT_UNAUTHORIZED: '0' }, false)).toBe(unchecked)
    expect(weakened([], 'linux', { NODE_TLS_REJECT_UNAUTHORIZED: '1' }, false)).toBeUndefined()
  })

  test('[ELE-51] ignores its own options after two dashes, as in a link that Windows opens', () => {
    const argv = ['Atrium.exe', '--', 'atrium://add', '--data-dir=\\\\evil\\share', '--developer-tools']
    expect(parseSwitches(argv, 'linux')).toEqual({ dataDirectory: undefined, developerTools: false })
    expect(parseSwitches(['Atrium.exe', '--data-dir=C:\\own', ...argv.slice(1)], 'linux')).toMatchObject({
      dataDirectory: 'C:\\own',
    })
  })

  test.each([
    ...moreSwitches.map((name) => `--${name}=x`),
    '--no-sandbox',
    '-no-sandbox',
    '--enable-features=UseOzonePlatform,Other',
    '--enable-features',
    '--'.concat('x'),
    '--disable-features=NetworkServiceSandbox',
    '--user-data-dir=/tmp/x',
    '--enable-logging',
    '-r',
    '--no-Sandbox',
  ])('[PKG-16] refuses an option that isn’t listed: %s', (arg) => {
    for (const platform of ['linux', 'darwin', 'win32'] as const)
      expect(unknownSwitch(['--data-dir=x', arg], platform)).toBe(words.unknownOption(arg))
  })

  test.each([
    ' --remote-debugging-port=9222',
    '\t--js-flags=--x',
    '\u00a0--no-sandbox',
    '\u0085--no-sandbox',
    '--disable-gpu ',
    ' --',
    ' file.mcpb',
  ])('[PKG-16] refuses a word with blanks around it, which Chromium reads without them: %j', (arg) => {
    for (const platform of ['linux', 'darwin', 'win32'] as const)
      expect(unknownSwitch(['--data-dir=x', arg], platform)).toBe(words.blanksAround(arg))
    expect(unknownSwitch(['--', arg], 'linux')).toBeUndefined()
  })

  test('[ELE-18] names a switch behind a blank, too', () => {
    expect(weakened([' --js-flags=--x'], 'linux', {}, false)).toMatch('--js-flags weakens Atrium')
    expect(weakened(['\u0085/inspect'], 'win32', {}, false)).toMatch('--inspect weakens Atrium')
  })

  test.each([
    ['-data-dir=/tmp/x', '--data-dir'],
    ['-self-check=http://127.0.0.1:1', '--self-check'],
    ['-developer-tools', '--developer-tools'],
    ['--developer-tools=yes', '--developer-tools'],
    ['--Data-Dir=x', '--data-dir'],
    [' --self-check=http://127.0.0.1:1', '--self-check'],
  ])('[PKG-36] refuses Atrium’s own option in another spelling: %j', (given, option) => {
    for (const platform of ['linux', 'darwin', 'win32'] as const)
      expect(parseSwitches(['atrium', given], platform)).toEqual({ problem: words.misspelledOption(option, given) })
    expect(parseSwitches(['atrium', '--', given], 'linux')).toEqual({ dataDirectory: undefined, developerTools: false })
  })

  test('[PKG-36] refuses Atrium’s own option behind a slash on Windows, which is a path elsewhere', () => {
    const problem = words.misspelledOption('--data-dir', '/DATA-DIR=x')
    expect(parseSwitches(['atrium', '/DATA-DIR=x'], 'win32')).toEqual({ problem })
    expect(parseSwitches(['atrium', '/data-dir=x'], 'linux')).toMatchObject({ dataDirectory: undefined })
  })

  test('[PKG-16] accepts a slash and capital letters in Windows options', () => {
    expect(unknownSwitch(['/NO-SANDBOX'], 'win32')).toBe(words.unknownOption('/NO-SANDBOX'))
    expect(unknownSwitch(['--DISABLE-GPU', '/lang=de'], 'win32')).toBeUndefined()
    expect(unknownSwitch(['/no-sandbox'], 'linux')).toBeUndefined()
  })

  test('[PKG-16] accepts listed options, file names and anything after two dashes', () => {
    const args = ['--data-dir', '/tmp/x', '--developer-tools', '--ozone-platform=wayland', '--disable-gpu']
    const features = '--enable-features=UseOzonePlatform,WaylandWindowDecorations'
    expect(unknownSwitch([...args, features, '-', '--', '--no-sandbox'], 'linux')).toBeUndefined()
    expect(unknownSwitch(['-psn_0_1', '-NSDocumentRevisionsDebugMode', 'YES'], 'darwin')).toBeUndefined()
    expect(unknownSwitch(['-psn_0_1'], 'linux')).toBeDefined()
  })

  test('[ELE-19] states on the privacy page whether an installation looks for updates, and where', () => {
    const { updates, noUpdates } = pageWords.settings.privacy.telemetry
    expect(updatesInWords('daily', 'api.example')).toBe(updates('api.example'))
    for (const wanted of [undefined, 'never', 'daily'] as const)
      expect(updatesInWords(wanted, undefined)).toBe(noUpdates)
    expect(updatesInWords(undefined, 'api.example')).toBe(noUpdates)
  })
})
