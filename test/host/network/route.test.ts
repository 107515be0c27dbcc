import { describe, expect, test } from 'vitest'
import { readBypass } from '../../../main/host/network/bypass.ts'
import { readPacList, readProxy } from '../../../main/host/network/proxy-address.ts'
import { type ProxyChoice, routeOf } from '../../../main/host/network/route.ts'
import { fc, times } from '../../support/deep.ts'
import { readVariables } from '../../../main/host/network/variables.ts'

const automatic = { mode: 'automatic' } as const
const corp = { scheme: 'http', host: 'proxy.example', port: 8080 } as const

type Facts = { choice?: ProxyChoice; own?: string; environment?: NodeJS.ProcessEnv; system?: string }

const wayOf = (url: string, { choice = automatic, own = '', environment = {}, system }: Facts) =>
  routeOf(new URL(url), {
    choice,
    own: readBypass(own),
    variables: readVariables(environment),
    ...(system !== undefined && { system: async () => readPacList(system) }),
  })

describe('a route', () => {
  test('[NET-3] leads to this computer directly, in every spelling and whatever the settings say', async () => {
    const hosts = ['localhost', 'LOCALHOST.', 'a.localhost', '127.0.0.1', '0x7f.1', '[::1]', '[::ffff:127.0.0.1]']
    for (const host of hosts)
      for (const facts of [
        { choice: { mode: 'proxy', proxy: 'proxy.example:8080' } as const },
        { environment: { HTTP_PROXY: 'proxy.example:8080', HTTPS_PROXY: 'proxy.example:8080' } },
        { system: 'PROXY proxy.example:8080' },
      ])
        expect(await wayOf(`http://${host}:3000/`, facts)).toEqual({ way: 'direct', because: 'this-computer' })
  })

  test('[NET-6] goes around a proxy only where its source says so', async () => {
    expect(await wayOf('https://a.example/', { system: 'PROXY proxy.example:8080; DIRECT' })).toEqual({
      way: 'proxy',
      because: 'system',
      proxies: [{ proxy: corp }],
      mayGoDirect: true,
    })
    const socksFirst = { system: 'PROXY proxy.example:8080; SOCKS5 proxy.example:1080; DIRECT' }
    expect(await wayOf('https://a.example/', socksFirst)).toMatchObject({ way: 'proxy', mayGoDirect: false })
    expect(await wayOf('https://a.example/', { system: 'SOCKS5 proxy.example:1080; DIRECT' })).toEqual({
      way: 'none',
      because: 'system',
      fault: 'other-scheme',
    })
    expect(await wayOf('https://a.example/', { environment: { ALL_PROXY: 'socks5://proxy.example:1080' } })).toEqual({
      way: 'none',
      because: 'variable',
      from: 'ALL_PROXY',
      fault: 'other-scheme',
    })
    expect(await wayOf('https://a.example/', { choice: { mode: 'proxy', proxy: 'http://' } })).toEqual({
      way: 'none',
      because: 'setting',
      fault: 'unreadable',
    })
  })

  test('[NET-7] follows the variables, the lower case first, with or without a scheme', async () => {
    const ways = {
      'lower case first': { https_proxy: 'proxy.example:8080', HTTPS_PROXY: 'http://other.example' },
      'without a scheme': { HTTPS_PROXY: 'proxy.example:8080' },
      'for all': { ALL_PROXY: 'http://proxy.example:8080', HTTP_PROXY: 'http://other.example' },
    }
    for (const environment of Object.values(ways))
      expect(await wayOf('https://a.example/', { environment })).toMatchObject({
        way: 'proxy',
        because: 'variable',
        proxies: [{ proxy: corp }],
      })
    expect(await wayOf('https://a.example/', { environment: { HTTP_PROXY: 'http://other.example' } })).toEqual({
      way: 'direct',
      because: 'not-in-variable',
    })
  })

  test('goes by the system only if no variable names a proxy, and directly if nothing does', async () => {
    const environment = { HTTPS_PROXY: 'proxy.example:8080' }
    expect(await wayOf('https://a.example/', { environment, system: 'DIRECT' })).toMatchObject({ because: 'variable' })
    expect(await wayOf('https://a.example/', { system: 'DIRECT' })).toEqual({ way: 'direct', because: 'system' })
    expect(await wayOf('https://a.example/', {})).toEqual({ way: 'direct', because: 'nothing-set' })
    expect(await wayOf('https://a.example/', { environment, choice: { mode: 'none' } })).toEqual({
      way: 'direct',
      because: 'setting',
    })
    expect(await wayOf('https://a.example/', { environment, own: '*.example' })).toEqual({
      way: 'direct',
      because: 'own-list',
    })
    for (const name of ['wiki.corp', 'wiki.corp.', 'intranet.'])
      expect(await wayOf(`https://${name}/`, { environment })).toEqual({ way: 'direct', because: 'inside' })
  })
})

describe('a list of what goes around the proxy', () => {
  const goesAround = (list: string, url: string): boolean => readBypass(list).bypasses(new URL(url))

  test.each([
    ['x.example', 'https://x.example/'],
    ['x.example', 'https://api.x.example/'],
    ['.x.example', 'https://x.example/'],
    ['*.x.example', 'https://api.x.example/'],
    ['*.x.example', 'https://x.example/'],
    ['x.example.', 'https://x.example/'],
    ['x.example', 'https://x.example./'],
    ['other x.example', 'https://x.example/'],
    ['x.example:8443', 'https://x.example:8443/'],
    ['x.example:443', 'https://x.example/'],
    ['10.0.0.0/8', 'https://10.1.2.3/'],
    ['10.0.0.1-10.0.0.9', 'https://10.0.0.5/'],
    ['::1', 'https://[::1]/'],
    ['[2001:db8::5]', 'https://[2001:db8::5]/'],
    ['[2001:db8::5]:8443', 'https://[2001:db8::5]:8443/'],
    ['2001:db8::/32', 'https://[2001:db8::5]/'],
    ['<local>', 'https://intranet/'],
    ['*x.example', 'https://yx.example/'],
    ['bücher.example', 'https://xn--bcher-kva.example/'],
    ['*', 'https://x.example/'],
  ])('[NET-7] has %s for %s', (list, url) => expect(goesAround(list, url)).toBe(true))

  test.each([
    ['x.example', 'https://yx.example/'],
    ['x.example:8443', 'https://x.example/'],
    ['10.0.0.0/8', 'https://11.1.2.3/'],
    ['10.0.0.0/99', 'https://10.1.2.3/'],
    ['10.0.0.9-10.0.0.1', 'https://10.0.0.5/'],
    ['<local>', 'https://x.example/'],
    ['fe80::1%eth0', 'https://[fe80::1]/'],
    ['evil.example@x.example', 'https://x.example/'],
    ['x.example#', 'https://x.example/'],
    ['', 'https://x.example/'],
  ])('[NET-7] doesn’t have %s for %s', (list, url) => expect(goesAround(list, url)).toBe(false))

  test('[NET-7] reads any text', () => {
    fc.assert(
      fc.property(fc.string(), fc.webUrl(), (list, url) => {
        expect(goesAround(list, url)).toBeTypeOf('boolean')
      }),
      { numRuns: times(100, 10_000) },
    )
  })

  test('[NET-7] reads no more than the first 2,000 entries', () => {
    expect(goesAround(`${'y.example,'.repeat(1999)}x.example`, 'https://x.example/')).toBe(true)
    expect(goesAround(`${'y.example,'.repeat(100_000)}x.example`, 'https://x.example/')).toBe(false)
  })
})

describe('a PAC answer', () => {
  test.each([
    ['PROXY proxy.example:8080', { ways: [corp], skipped: [] }],
    ['  pRoXy   proxy.example:8080 ;;BOGUS x:1; DIRECT ; ', { ways: [corp, 'direct'], skipped: ['BOGUS'] }],
    ['HTTPS proxy.example', { ways: [{ scheme: 'https', host: 'proxy.example', port: 443 }], skipped: [] }],
    ['HTTPS proxy.example:8080', { ways: [{ ...corp, scheme: 'https' }], skipped: [] }],
    ['SOCKS5 a.example:1; SOCKS b.example:2', { ways: ['other-scheme', 'other-scheme'], skipped: ['SOCKS5', 'SOCKS'] }],
  ])('[NET-8] is read from %s', (text, list) => expect(readPacList(text)).toEqual(list))

  test.each([
    '',
    ' ; ',
    'PROXY u:p@proxy.example:1',
    'PROXY :p@proxy.example:1',
    'PROXY proxy.example:1\r\nX: 1',
    'PROXY a/b:1',
    'PROXY',
    'PROXY a b',
  ])('[NET-8] is no answer as %j', (text) => expect(readPacList(text)).toBeUndefined())

  test('[NET-8] has ten entries at most', () => {
    expect(readPacList('DIRECT;'.repeat(50))?.ways).toHaveLength(10)
  })
})

describe('a proxy', () => {
  test.each([
    ['proxy.example', { proxy: { ...corp, port: 80 } }],
    ['http://proxy.example:8080/', { proxy: corp }],
    ['https://proxy.example', { proxy: { scheme: 'https', host: 'proxy.example', port: 443 } }],
    ['http://[::1]:3128', { proxy: { scheme: 'http', host: '::1', port: 3128 } }],
    ['http://ann:p%C3%A4%3As@proxy.example:8080', { proxy: corp, password: { user: 'ann', password: 'pä:s' } }],
    ['socks5://proxy.example', 'other-scheme'],
    ['http://ann:%0d%0aX@proxy.example', 'unreadable'],
    ['http://proxy.example/path', 'unreadable'],
    ['http://:secret@proxy.example', 'unreadable'],
    ['', 'unreadable'],
  ])('is read from %j', (text, named) => expect(readProxy(text)).toEqual(named))
})
