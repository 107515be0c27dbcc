import { describe, expect, test } from 'vitest'
import type { Launch } from '../../../shared/asks/asks.ts'
import { riskWords } from '../../../shared/risk/words.ts'
import { launchText } from '../../../shared/risk/launch-text.ts'
import { serverConfig } from '../../../shared/config/server-config.ts'

const launch = (change: Partial<Launch> = {}): Launch => ({
  command: 'node',
  path: '/usr/bin/node',
  args: ['server.js', '--port', '1'],
  cwd: '/home/me',
  environment: [
    { name: 'NODE_OPTIONS', from: 'configuration' },
    { name: 'TOKEN', from: 'secret' },
    { name: 'PATH', from: 'inherited' },
  ],
  sha256: 'a'.repeat(64),
  hash: 'h',
  ...change,
})
const env = { NODE_OPTIONS: '--import "x y"', TOKEN: { secret: 'server/it/TOKEN' } }
const config = serverConfig.parse({ command: 'node', env })

describe('[TRU-20] a program’s description', () => {
  test('has its file, hash, folder, variables with their values, and warnings', () => {
    expect(launchText({ launch: launch() }, config)).toEqual({
      command: '/usr/bin/node server.js --port 1',
      sha256: 'a'.repeat(64),
      cwd: '/home/me',
      containment: [],
      variables: [String.raw`NODE_OPTIONS="--import \"x y\""`, 'TOKEN (a secret)'],
      inherited: ['PATH'],
      warnings: [{ title: 'A variable can load other code', detail: 'NODE_OPTIONS tells programs what else to load.' }],
      changes: [],
    })
  })

  test('has its containment, and says if that lets it reach more than before', () => {
    const sealed = { level: 'sealed' as const, writable: ['/a b'], readable: [], hosts: ['api.example.com'] }
    const now = launch({ bounds: sealed })
    expect(launchText({ launch: now }, config).containment).toEqual([
      riskWords.contained.sealed,
      riskWords.contained.writable('"/a b"'),
      riskWords.contained.host('api.example.com'),
    ])
    const changed = (before: Launch['bounds'], after: Launch['bounds']) =>
      launchText(
        { launch: launch(after && { bounds: after }), before: launch(before && { bounds: before }) },
        config,
      ).changes.map(({ what }) => what)
    const { bounds, looserBounds } = riskWords.differences
    const limited = { level: 'limited' as const, writable: ['/a b'], readable: [], hosts: [] }
    expect(changed(undefined, sealed)).toEqual([bounds])
    expect(changed(limited, { ...sealed, hosts: [] })).toEqual([bounds])
    expect(changed(limited, { ...sealed, readable: ['/d'] })).toEqual([bounds])
    expect(changed(sealed, { ...sealed, hosts: [] })).toEqual([bounds])
    expect(changed(sealed, undefined)).toEqual([looserBounds])
    expect(changed(sealed, limited)).toEqual([looserBounds])
    expect(changed(sealed, { ...sealed, hosts: ['api.example.com', 'b.example'] })).toEqual([looserBounds])
    expect(changed(limited, { ...limited, writable: ['/a b', '/c'] })).toEqual([looserBounds])
  })

  test('has no value of a secret or of a variable that is no longer configured', () => {
    const other = serverConfig.parse({ command: 'node', env: { TOKEN: 'in the clear' } })
    expect(launchText({ launch: launch() }, other).variables).toEqual(['NODE_OPTIONS', 'TOKEN (a secret)'])
    expect(launchText({ launch: launch() }, undefined).variables).toEqual(['NODE_OPTIONS', 'TOKEN (a secret)'])
  })

  test('has each difference from the trusted program, and only those', () => {
    const before = launch({ args: ['server.js', '--port', '2'], sha256: 'b'.repeat(64), cwd: '/home/me\nodd' })
    expect(launchText({ launch: launch(), before }, config).changes).toEqual([
      {
        what: 'its arguments',
        lines: [
          { mark: 'removed', text: '2' },
          { mark: 'added', text: '1' },
        ],
      },
      {
        what: 'the content of its program file',
        lines: [
          { mark: 'removed', text: 'b'.repeat(64) },
          { mark: 'added', text: 'a'.repeat(64) },
        ],
      },
      {
        what: 'its folder',
        lines: [
          { mark: 'removed', text: String.raw`"/home/me\nodd"` },
          { mark: 'added', text: '/home/me' },
        ],
      },
    ])
    const value = launchText({ launch: launch({ hash: 'other' }), before: launch() }, config)
    expect(value.changes).toEqual([{ what: 'a value in its environment', lines: [] }])
  })

  test('has one line for each part, whatever the part contains', () => {
    const odd = launch({ path: '/a b\nc', args: ['\n$ node safe.js'], cwd: '/x\ny' })
    const { command, cwd, variables } = launchText(
      { launch: { ...odd, environment: [{ name: 'A\nB', from: 'configuration' }] } },
      serverConfig.parse({ command: 'x', env: { ['A\nB']: 'c\nd' } }),
    )
    for (const line of [command, cwd, ...variables]) expect(line).not.toContain('\n')
  })
})
