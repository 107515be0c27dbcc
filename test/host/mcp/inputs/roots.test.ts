import { mkdirSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type FolderSystem, lookAtFolders } from '../../../../main/host/mcp/inputs/folders.ts'
import { serverConfig } from '../../../../shared/config/server-config.ts'
import { everythingOver, overHttp } from '../../../support/remote-peers.ts'
import { Fleet, peer } from '../../../support/fleet.ts'

let fleet: Fleet
let home: string
beforeEach(() => {
  fleet = new Fleet()
  home = realpathSync(fleet.directory)
  mkdirSync(path.join(home, 'a folder #1 %'))
  mkdirSync(path.join(home, 'other'))
})
afterEach(() => fleet.close())

const at = (name: string): string => path.join(home, name)

describe.each(['legacy', 'modern'])('[ROO-1] a %s server', (era) => {
  test('[ROO-1] gets the chosen folders that exist', async () => {
    await fleet.ready({ ...peer('sampling-abuse.mjs', { MCP_ERA: era }), roots: [at('a folder #1 %'), at('gone')] })
    const said = JSON.stringify(await fleet.say('roots'))
    expect(said).toContain(pathToFileURL(at('a folder #1 %')).href)
    expect(said).toContain('%20folder%20%231%20%25')
    expect(said).not.toContain('gone')
    expect(fleet.of('request.received').map(({ method, answer }) => [method, answer])).toEqual([
      ['roots/list', 'answered'],
    ])
  })

  test('[ROO-1] gets no folders if none were chosen', async () => {
    await fleet.ready(peer('sampling-abuse.mjs', { MCP_ERA: era }))
    expect(await fleet.say('roots')).toContain('"roots":[]')
  })

  test('[ROO-2] learns of other folders without a restart', async () => {
    const config = peer('sampling-abuse.mjs', { MCP_ERA: era })
    await fleet.ready(config)
    fleet.apply({ it: { ...config, roots: [at('other')] } })
    expect(await fleet.say('roots')).toContain(pathToFileURL(at('other')).href)
    expect(fleet.starts()).toBe(1)
    const announced = fleet.sent().filter((method) => method === 'notifications/roots/list_changed')
    expect(announced).toHaveLength(era === 'legacy' ? 1 : 0)
    fleet.apply({ it: { ...config, roots: [at('other')], name: 'renamed' } })
    expect(fleet.sent().filter((method) => method === 'notifications/roots/list_changed')).toEqual(announced)
  })
})

test('[ROO-1] shares the chosen folders with HTTP servers of both eras @all', async () => {
  const roots = [at('other')]
  const modern = await overHttp('sampling-abuse.mjs')
  const legacy = await everythingOver('streamableHttp')
  try {
    await fleet.ready(serverConfig.parse({ type: 'http', url: modern.url, roots }), 'modern')
    await fleet.ready(serverConfig.parse({ type: 'http', url: legacy.url, roots }), 'legacy')
    expect(await fleet.say('roots', {}, { id: 'modern' })).toContain(pathToFileURL(at('other')).href)
    await fleet.until(() => fleet.server('legacy').definition('get-roots-list') !== undefined)
    expect(await fleet.say('get-roots-list', {}, { id: 'legacy' })).toContain(pathToFileURL(at('other')).href)
  } finally {
    await Promise.all([modern.stop(), legacy.stop()])
  }
})

test('[ROO-3] checks a folder each time, and doesn’t share one with a link in its path', async () => {
  writeFileSync(at('file'), '')
  symlinkSync(at('other'), at('link'))
  const chosen = [at('other'), at('gone'), at('file'), at('link')]
  expect(await lookAtFolders(chosen)).toEqual([
    { path: at('other'), state: 'there' },
    { path: at('gone'), state: 'missing' },
    { path: at('file'), state: 'no-folder' },
    { path: at('link'), state: 'link', leadsTo: at('other') },
  ])
  await fleet.ready({ ...peer('sampling-abuse.mjs'), roots: [at('other')] })
  expect(await fleet.say('roots')).toContain(pathToFileURL(at('other')).href)
  rmSync(at('other'), { recursive: true })
  symlinkSync('/', at('other'))
  expect(await fleet.say('roots')).toContain('"roots":[]')
})

/** A system where these spellings lead to a folder, and these paths are links. */
const spelled = (its: path.PlatformPath, real: string, links: string[] = []): FolderSystem => ({
  path: its,
  realpath: () => Promise.resolve(real),
  isLink: (folder) => Promise.resolve(links.includes(folder)),
  isFolder: () => Promise.resolve(true),
})

describe('[WIN-12] a folder chosen by another spelling', () => {
  test.each([
    [String.raw`c:\proj`, String.raw`C:\Proj`],
    [String.raw`C:\Users\RUNNER~1\Temp`, String.raw`C:\Users\runneradmin\Temp`],
    ['/Users/me/proj', '/Users/me/Proj'],
    ['/Users/Jose\u0301/p', '/Users/Jos\u00E9/p'],
  ])('is there, with its real path: %s', async (chosen, real) => {
    const its = chosen.startsWith('/') ? path.posix : path.win32
    expect(await lookAtFolders([chosen], spelled(its, real))).toEqual([{ path: chosen, state: 'there', real }])
  })

  test.each([
    [String.raw`C:\Proj`, String.raw`D:\Proj`, []],
    [String.raw`Z:\proj`, String.raw`\\server\share\proj`, []],
    [String.raw`C:\work\PROJ`, String.raw`C:\Work\proj`, [String.raw`C:\work`]],
    ['/Users/me/proj', '/Users/me/other', []],
    ['/tmp/p', '/private/tmp/p', ['/tmp']],
    ['/Users/me/proj~1', '/Users/me/project', []],
    ['/Users/me/PROJ', '/Users/me/proj', ['/Users/me/PROJ']],
  ])('is a link if it leads elsewhere: %s', async (chosen, leadsTo, links) => {
    const its = chosen.startsWith('/') ? path.posix : path.win32
    expect(await lookAtFolders([chosen], spelled(its, leadsTo, links))).toEqual([
      { path: chosen, state: 'link', leadsTo },
    ])
  })
})

test('[ROO-1] accepts a folder only by its absolute path', () => {
  const parse = (root: string) => serverConfig.safeParse({ command: 'x', roots: [root] }).success
  for (const whole of ['/', '/home/me', 'C:\\Users\\me', 'd:/work', '\\\\server\\share'])
    expect([whole, parse(whole)]).toEqual([whole, true])
  for (const not of ['', '.', 'work', '~/work', '../up', 'file:///home', 'C:', '/home/\nme', `/${'x'.repeat(5000)}`])
    expect([not, parse(not)]).toEqual([not, false])
})
