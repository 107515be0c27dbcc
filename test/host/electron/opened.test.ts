import { describe, expect, test } from 'vitest'
import { claimLinks, openedBy, placeOf } from '../../../main/shells/electron/opened.ts'
import { parseRoute } from '../../../renderer/state/routes.ts'
import { fc } from '../../support/deep.ts'

const encoded = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url')
const files = { command: 'npx', args: ['-y', 'files@1.0.0', 'ü'] }

describe('a link to Atrium', () => {
  test('[BUN-12] fills in the form to add a server, and nothing else', () => {
    const place = placeOf(`atrium://add?name=files&config=${encoded(files)}`) ?? ''
    const route = parseRoute(place)
    expect(JSON.parse(route.page === 'servers' ? (route.add ?? '') : '')).toEqual({ mcpServers: { files } })
    expect(placeOf('atrium://install?registry=io.example%2Ffiles')).toBe('#/registry/io.example%2Ffiles')
  })

  test.each([
    'atrium://app/',
    'atrium://app/#/settings',
    'atrium://add',
    `atrium://add?config=${encoded(files)}&config=${encoded(files)}`,
    `atrium://add?config=${encoded(files)}&secrets=x`,
    `atrium://add/more?config=${encoded(files)}`,
    `atrium://add?config=${encoded(files)}#/settings`,
    `atrium://me@add?config=${encoded(files)}`,
    `atrium://add?name=../x&config=${encoded(files)}`,
    `atrium://add?config=${encoded([files])}`,
    `atrium://add?config=${encoded({ ...files, url: 'https://example.com' })}`,
    `atrium://add?config=${encoded({ ...files, args: ['x'.repeat(20_000)] })}`,
    'atrium://install?registry=../../x',
    'atrium://install?registry=a/b&version=1',
    'https://add?name=x',
  ])('[BUN-12] leads nowhere if it is not exactly one of the known ones: %s', (link) => {
    expect(placeOf(link)).toBeUndefined()
  })

  test('[BUN-12] leads only to the form or the registry, whatever it contains', () => {
    fc.assert(
      fc.property(fc.constantFrom('add', 'install', 'app'), fc.string(), fc.string(), (host, name, config) => {
        const place = placeOf(`atrium://${host}?name=${name}&config=${config}`)
        expect(place === undefined || /^#\/(servers\?add=[\w-]+|registry\/[\w.%-]+)$/.test(place)).toBe(true)
      }),
    )
  })
})

describe('the arguments of a start', () => {
  test('name a bundle, relative to the folder of that start, or a link', () => {
    expect(openedBy(['atrium', '--data-dir=x', 'a b.mcpb'], '/home/me')).toEqual({ file: '/home/me/a b.mcpb' })
    expect(openedBy(['atrium', '/tmp/old.DXT'], '/')).toEqual({ file: '/tmp/old.DXT' })
    expect(openedBy(['atrium', '--', 'atrium://add?x'], '/')).toEqual({ link: 'atrium://add?x' })
    expect(openedBy(['a.mcpb', '--x=a.mcpb', 'other.txt'], '/')).toBeUndefined()
  })

  // Windows passes paths only.
  test.skipIf(process.platform === 'win32')('[ELE-52] name a bundle by a URL, as file managers of Linux do', () => {
    const file = { file: '/home/me/My Ünïted.mcpb' }
    for (const beginning of ['file://', 'file:', 'FILE://localhost'])
      expect(openedBy(['atrium', `${beginning}/home/me/My%20%C3%9Cn%C3%AFted.mcpb`], '/x')).toEqual(file)
    expect(openedBy(['atrium', 'file:///a%2Fb.mcpb'], '/x')).not.toEqual({ file: '/a/b.mcpb' })
    expect(openedBy(['atrium', 'file:///notes.txt'], '/x')).toBeUndefined()
    // Another computer’s file is not looked for there.
    expect(openedBy(['atrium', 'file://host/share/a.mcpb'], '/x')).toEqual({ file: '/x/file:/host/share/a.mcpb' })
  })

  test('[ELE-51] name one link behind two dashes, whatever it brings along', () => {
    expect(openedBy(['Atrium.exe', '--', 'atrium://add?x', '--data-dir=x', '\\\\evil\\x.mcpb'], '/')).toEqual({
      link: 'atrium://add?x',
    })
    expect(openedBy(['Atrium.exe', 'own.mcpb', '--', 'x', 'atrium://add?x'], '/')).toBeUndefined()
    expect(openedBy(['atrium', '--', 'a.mcpb'], '/')).toEqual({ file: '/a.mcpb' })
  })
})

test('[ELE-51] are registered with two dashes before the link', () => {
  const calls: unknown[][] = []
  const app = { setAsDefaultProtocolClient: (...args: unknown[]) => calls.push(args) > 0 }
  claimLinks(app, 'C:\\Atrium\\Atrium.exe')
  expect(calls).toEqual([['atrium', 'C:\\Atrium\\Atrium.exe', ['--']]])
})
