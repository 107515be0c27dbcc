import { createHash } from 'node:crypto'
import { spawn } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type RequestListener, type Server } from 'node:http'
import { connect, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { fetchInto, reporter, withProxy } from '../../tools/fetch-electron.mjs'
import { endMessage, passOn } from '../../tools/process.mjs'

const root = fileURLToPath(new URL('../../', import.meta.url))
const content = Buffer.alloc(300_000, 'electron')
const version = '99.0.0'
const artifact = `electron-v${version}-${process.platform}-${process.arch}.zip`

/** A package that expects this content, and says in a file that it was unpacked. */
function packageFolder(expected = content): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'atrium-electron-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const sum = createHash('sha256').update(expected).digest('hex')
  writeFileSync(path.join(folder, 'package.json'), JSON.stringify({ version }))
  writeFileSync(path.join(folder, 'checksums.json'), JSON.stringify({ [artifact]: sum }))
  writeFileSync(
    path.join(folder, 'install.js'),
    `require('fs').writeFileSync(__dirname + '/path.txt', 'electron'); console.log('unpacked')`,
  )
  mkdirSync(path.join(folder, 'cache'))
  return folder
}

async function serve(listener: RequestListener): Promise<{ origin: string; asked: string[]; server: Server }> {
  const asked: string[] = []
  const server = createServer((request, response) => {
    asked.push(request.url ?? '')
    listener(request, response)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- it listens on a port
  return { origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, asked, server }
}

/** Runs the download as `npm start` does. */
async function fetchWith(folder: string, env: NodeJS.ProcessEnv): Promise<{ code: number | null; said: string }> {
  const own = { PATH: process.env['PATH'], electron_config_cache: path.join(folder, 'cache'), HOME: folder, ...env }
  const child = spawn(process.execPath, ['tools/fetch-electron.mjs', folder], {
    cwd: root,
    env: withProxy(own),
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let said = ''
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (it: string) => (said += it))
  const code = await new Promise<number | null>((resolve) => child.once('close', resolve))
  return { code, said }
}

describe('the download of Electron', () => {
  test('[ELE-83] says how far it is, and unpacks what has the package’s own hash', async () => {
    const { origin, asked } = await serve((_request, response) =>
      response.writeHead(200, { 'content-length': content.length }).end(content),
    )
    const folder = packageFolder()
    const { code, said } = await fetchWith(folder, { ELECTRON_MIRROR: `${origin}/` })
    expect(said).toMatch(/Downloading Electron: 0 of 0 MB\n[^]*Unpacking Electron\.\n[^]*unpacked/)
    expect(code).toBe(0)
    expect(asked).toEqual([`/v${version}/${artifact}`])
    expect(readFileSync(path.join(folder, 'path.txt'), 'utf8')).toBe('electron')
  })

  test('[ELE-83] names the proxy that doesn’t respond', async () => {
    const { said } = await fetchWith(packageFolder(), { HTTPS_PROXY: 'http://127.0.0.1:9' })
    expect(said).toMatch(
      /wasn’t downloaded: .*ECONNREFUSED.*, with the proxy 127\.0\.0\.1:9\. Check that this proxy is/,
    )
  })

  test.each([
    ['the server refuses', (): RequestListener => (_it, to) => to.writeHead(403).end(), /Response code 403/],
    ['the content is another', (): RequestListener => (_it, to) => to.end('other'), /checksum/i],
    ['the connection breaks', (): RequestListener => (_it, to) => to.destroy(), /fetch failed/],
  ])('[ELE-83] says the reason of a failure: %s', async (_name, listener, reason) => {
    const { origin } = await serve(listener())
    const folder = packageFolder()
    const { code, said } = await fetchWith(folder, { ELECTRON_MIRROR: `${origin}/` })
    expect(said).toMatch(reason)
    expect(code).toBe(1)
    expect(existsSync(path.join(folder, 'path.txt'))).toBe(false)
  })

  test.each([['HTTP_PROXY'], ['http_proxy'], ['npm_config_proxy']])(
    '[ELE-83] goes through the proxy of %s',
    async (name) => {
      const mirror = await serve((_request, response) => response.end(content))
      const proxy = await serve((_request, response) => response.writeHead(500).end())
      proxy.server.on('connect', (request, socket) => {
        proxy.asked.push(`CONNECT ${request.url}`)
        socket.write('HTTP/1.1 200 OK\r\n\r\n')
        const onward = connect(Number(new URL(mirror.origin).port), '127.0.0.1')
        socket.pipe(onward).pipe(socket)
        for (const end of [socket, onward]) end.on('error', () => socket.destroy())
      })
      const { code, said } = await fetchWith(packageFolder(), {
        ELECTRON_MIRROR: 'http://electron.invalid/',
        [name]: proxy.origin,
      })
      expect({ code, asked: proxy.asked }, said).toEqual({ code: 0, asked: ['CONNECT electron.invalid:80'] })
      expect(mirror.asked).toEqual([`/v${version}/${artifact}`])
    },
  )

  test('[ELE-83] ends a download only if nothing comes', async () => {
    const { origin } = await serve((_request, response) => void response.write('a'))
    vi.stubEnv('ELECTRON_MIRROR', `${origin}/`)
    vi.stubEnv('electron_config_cache', path.join(packageFolder(), 'cache'))
    onTestFinished(() => void vi.unstubAllEnvs())
    const began = fetchInto(packageFolder(), { stalledMs: 200, write: () => undefined, isTerminal: false })
    await expect(began).rejects.toThrow('No data came for 0.2 seconds.')
  })

  test('[ELE-83] reports a line per tenth, and on a terminal one line that changes', () => {
    const told: string[] = []
    const report = reporter((text) => void told.push(text), false)
    for (let done = 0; done <= 100; done++) report({ transferred: done * 1_000_000, total: 100_000_000 })
    expect(told).toHaveLength(11)
    expect(told.at(-1)).toBe('Downloading Electron: 100 of 100 MB\n')
    const line: string[] = []
    const onTerminal = reporter((text) => void line.push(text), true)
    for (const transferred of [0, 1_500_000, 2_000_000]) onTerminal({ transferred, total: 2_000_000 })
    expect(line.join('')).toBe(
      '\rDownloading Electron: 0 of 2 MB\rDownloading Electron: 1 of 2 MB\rDownloading Electron: 2 of 2 MB\n',
    )
  })

  test('[ELE-83] names a proxy to the downloader and to Node only if there is one', () => {
    expect(withProxy({ A: 'b' })).toEqual({ A: 'b' })
    expect(withProxy({ npm_config_https_proxy: 'http://p:1', npm_config_noproxy: 'x' })).toMatchObject({
      HTTPS_PROXY: 'http://p:1',
      NO_PROXY: 'x',
      ELECTRON_GET_USE_PROXY: 'true',
      NODE_USE_ENV_PROXY: '1',
    })
  })
})

describe('a signal for npm start', () => {
  const told = (
    platform: NodeJS.Platform,
    of: { connected: boolean; isTerminal?: boolean; signals: NodeJS.Signals[] },
  ) => {
    const calls: string[] = []
    const child = {
      connected: of.connected,
      kill: (signal: NodeJS.Signals) => calls.push(`kill ${signal}`) > 0,
      send: (message: string) => calls.push(`send ${message}`) > 0,
    }
    for (const [index, signal] of of.signals.entries())
      passOn(child, signal, { times: index + 1, platform, isTerminal: of.isTerminal ?? true })
    return calls
  }

  test('[ELE-84] asks the window on Windows by a message, and ends it at once only the second time', () => {
    expect(told('win32', { connected: true, signals: ['SIGINT'] })).toEqual([`send ${endMessage}`])
    expect(told('win32', { connected: true, signals: ['SIGHUP'] })).toEqual([`send ${endMessage}`])
    expect(told('win32', { connected: true, signals: ['SIGINT', 'SIGINT'] })).toEqual([
      `send ${endMessage}`,
      'kill SIGINT',
    ])
  })

  test('[ELE-84] kills nothing on Windows that the console tells itself', () => {
    for (const isTerminal of [true, false])
      expect(told('win32', { connected: false, isTerminal, signals: ['SIGINT', 'SIGINT'] })).toEqual([])
  })

  test('[ELE-84] is passed on elsewhere, except for Ctrl+C in a terminal', () => {
    const signals: NodeJS.Signals[] = ['SIGINT', 'SIGTERM', 'SIGHUP']
    expect(told('linux', { connected: false, signals })).toEqual(['kill SIGTERM', 'kill SIGHUP'])
    expect(told('darwin', { connected: true, isTerminal: false, signals })).toEqual(signals.map((it) => `kill ${it}`))
  })
})
