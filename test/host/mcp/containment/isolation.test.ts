import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, readdirSync, readFileSync } from 'node:fs'
import { createServer, type Server } from 'node:net'
import { networkInterfaces } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { containmentWords as words } from '../../../../main/host/mcp/containment/words.ts'
import type { Levels } from '../../../../shared/config/bounds.ts'
import { peer } from '../../../support/fleet.ts'
import { until } from '../../../support/waiting.ts'
import { Captivity, isHeld, levels } from './captivity.ts'

let captivity: Captivity
beforeEach(() => {
  captivity = new Captivity()
})
afterEach(() => captivity.close())

/** A service on this computer that anyone of the account can reach. */
async function listening(address: string | { host: string }): Promise<number> {
  const server: Server = createServer((socket) => socket.on('error', () => socket.destroy()).end('hello'))
  if (typeof address === 'string') server.listen(address)
  else server.listen(0, address.host)
  await once(server, 'listening')
  onTestFinished(() => new Promise<void>((resolve) => void server.close(() => resolve())))
  const bound = server.address()
  return typeof bound === 'object' && bound ? bound.port : 0
}

/** The address of this computer that others use, if it has one. */
const outward = Object.values(networkInterfaces())
  .flatMap((all) => all ?? [])
  .find((it) => !it.internal && it.family === 'IPv4')?.address

const running = (mark: string): boolean =>
  readdirSync('/proc').some((pid) => {
    try {
      return /^\d+$/.test(pid) && readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0')[1] === mark
    } catch {
      return false
    }
  })

describe.each(['limited', 'sealed'] as const)('a %s server', (level) => {
  test('[CNT-16] sees, signals and traces no process but its own', async () => {
    if (!(await isHeld(captivity, level))) return
    await captivity.start(level)
    const seen = await captivity.attempt(`return fs.readdirSync('/proc').filter((it) => /^\\d+$/.test(it)).length`)
    expect(seen.value).toBeLessThan(8)
    const told = spawn(process.execPath, ['-e', 'setTimeout(() => {}, 60000)'], { env: { TOLD: 'canary' } })
    onTestFinished(() => void told.kill('SIGKILL'))
    const pid = Number(told.pid)
    for (const code of [
      'process.kill(given, 0)',
      `return fs.readFileSync('/proc/' + given + '/environ', 'utf8')`,
      `return fs.readdirSync('/proc/' + given + '/root/')`,
      `return fs.openSync('/proc/' + given + '/mem', 'r+')`,
    ])
      expect(['ESRCH', 'ENOENT']).toContain((await captivity.attempt(code, pid)).refused)
    const environments = await captivity.attempt(
      `return fs.readdirSync('/proc').filter((it) => /^\\d+$/.test(it)).map((it) => fs.readFileSync('/proc/' + it + '/environ', 'utf8')).join()`,
    )
    expect(JSON.stringify(environments)).not.toContain('canary')
  })

  test('[CNT-16] has no rights beyond its account’s, no way to more, and no open file of Atrium’s', async () => {
    if (!(await isHeld(captivity, level))) return
    await captivity.start(level)
    const { value } = await captivity.attempt(`return fs.readFileSync('/proc/self/status', 'utf8')`)
    const status = typeof value === 'string' ? value : ''
    expect(/^NoNewPrivs:\s*(\d)/m.exec(status)?.[1]).toBe('1')
    for (const set of ['CapInh', 'CapPrm', 'CapEff', 'CapBnd', 'CapAmb'])
      expect([set, new RegExp(`^${set}:\\s*([0-9a-f]+)`, 'm').exec(status)?.[1]]).toEqual([set, '0'.repeat(16)])
    const files = await captivity.attempt(
      `return fs.readdirSync('/proc/self/fd').map((it) => { try { return fs.readlinkSync('/proc/self/fd/' + it) } catch { return '' } })`,
    )
    const kinds = /^(|pipe:.*|socket:.*|anon_inode:.*|\/dev\/(null|urandom)|\/proc\/\d+\/fd)$/
    expect((files.value as string[]).filter((it) => !kinds.test(it))).toEqual([])
    const shared = await captivity.attempt(
      `return fs.readdirSync('/proc/1/fd').map((it) => fs.readlinkSync('/proc/1/fd/' + it))`,
    )
    expect((shared.value as string[]).filter((it) => !kinds.test(it))).toEqual([])
  })

  test('[CNT-17] finds no devices but the harmless ones', async () => {
    if (!(await isHeld(captivity, level))) return
    await captivity.start(level)
    const found = await captivity.attempt(`return fs.readdirSync('/dev').sort()`)
    const links = ['fd', 'ptmx', 'pts', 'shm', 'stderr', 'stdin', 'stdout']
    expect(found.value).toEqual(['full', 'null', 'random', 'tty', 'urandom', 'zero', ...links].toSorted())
    expect(await captivity.attempt(`fs.writeFileSync('/dev/null', 'x'); return 'gone'`)).toEqual({ value: 'gone' })
    const disk = (await captivity.attempt(`return sh('mknod /tmp/disk b 254 0 && head -c 1 /tmp/disk')`)).value
    expect(disk).not.toMatchObject({ status: 0 })
  })

  test('[CNT-18] reaches no other program’s socket, with or without a file', async () => {
    if (!(await isHeld(captivity, level))) return
    const { home } = captivity
    const name = `\0atrium-${path.basename(home)}`
    mkdirSync(path.join(home, 'agent/run'), { recursive: true })
    const files = [path.join(home, 'agent.sock'), path.join(home, 'agent/run/agent.sock'), `${home}-agent.sock`]
    for (const file of files) await listening(file)
    await listening(name)
    await captivity.start(level)
    for (const file of [...files, '/run/docker.sock', '/var/run/docker.sock', '/run/dbus/system_bus_socket']) {
      const { value } = await captivity.attempt('return await connect({ path: given })', file)
      expect([file, value === 'connected']).toEqual([file, false])
    }
    const { value } = await captivity.attempt('return await connect({ path: given })', name)
    // Without Landlock a limited server can; the page and SECURITY.md say so.
    expect(value).toBe(
      level === 'sealed' || levels.sockets === 'holds' ? (level === 'sealed' ? 'ECONNREFUSED' : 'EPERM') : 'connected',
    )
    const left = await captivity.attempt(
      `return Object.keys(process.env).filter((it) => /SOCK|DBUS|XDG_RUNTIME|HELD|DISPLAY/.test(it))`,
    )
    expect(left).toEqual({ value: [] })
  })

  test('[CNT-2] ends with every process it started, however they hide', async () => {
    if (!(await isHeld(captivity, level))) return
    await captivity.start(level)
    const mark = `captive${process.pid}x${Math.random().toString(36).slice(2)}`
    await captivity.attempt(
      `fs.writeFileSync('/tmp/' + given, 'sleep 300'); fs.chmodSync('/tmp/' + given, 0o755)
      for (const options of [{ detached: true }, { detached: true, env: {} }])
        childProcess.spawn('/bin/sh', [given], { ...options, cwd: '/tmp', stdio: 'ignore' }).unref()
      return sh('cd /tmp; (setsid sh ' + given + ' </dev/null >/dev/null 2>&1 &)')`,
      mark,
    )
    await until(() => running(mark))
    await captivity.fleet.servers.stop('it')
    await until(() => !running(mark))
    expect(running(mark)).toBe(false)
  })
})

describe('a socket', () => {
  /** A program that listens on a name without a folder, in this one. */
  async function listeningIn(folder: string, name: string): Promise<void> {
    mkdirSync(folder, { recursive: true })
    const code = `require('net').createServer().listen(${JSON.stringify(name)}, () => console.log('listens'))`
    const program = spawn(process.execPath, ['-e', code], { cwd: folder, stdio: ['ignore', 'pipe', 'inherit'] })
    onTestFinished(() => void program.kill('SIGKILL'))
    await once(program.stdout, 'data')
  }

  test.each(['limited', 'sealed'] as const)(
    '[CNT-36] can’t be reached by a %s server, whatever its name, in a folder that it only reads',
    async (level) => {
      if (!(await isHeld(captivity, level))) return
      const project = path.join(captivity.home, 'project')
      await listeningIn(project, './s')
      await listening(path.join(project, 'full'))
      const readable = level === 'sealed' ? [project, path.resolve('test/support/servers')] : []
      await captivity.start(level, { readable })
      for (const name of ['s', 'full']) {
        const found = await captivity.attempt('return await connect({ path: given })', path.join(project, name))
        expect([name, found.value]).not.toEqual([name, 'connected'])
      }
    },
  )

  test('[CNT-36] can’t be reached by a limited server beside hundreds of others', async () => {
    if (!(await isHeld(captivity, 'limited'))) return
    const folder = path.join(captivity.home, 'many')
    mkdirSync(folder)
    const files = Array.from({ length: 250 }, (_, number) => path.join(folder, `s${number}`))
    await Promise.all(files.map((file) => listening(file)))
    await captivity.start('limited')
    const code = 'const all = []; for (const file of given) all.push(await connect({ path: file })); return all'
    const { value } = await captivity.attempt(code, files)
    expect((value as string[]).filter((it) => it === 'connected')).toEqual([])
    expect(value).toHaveLength(files.length)
  })

  test('[CNT-36] in a folder that a server can change is meant to be used', async () => {
    if (!(await isHeld(captivity, 'sealed'))) return
    const file = path.join(captivity.home, 'given/s')
    await listening(file)
    await captivity.start('sealed')
    const found = await captivity.attempt('return await connect({ path: given })', file)
    expect(found).toEqual({ value: 'connected' })
  })
})

describe('the network', () => {
  test('[CNT-19] leads nowhere for a sealed server', async () => {
    if (!(await isHeld(captivity, 'sealed'))) return
    await captivity.start('sealed')
    const here = await listening({ host: '127.0.0.1' })
    const six = await captivity.attempt('return await connect({ host: "::1", port: given })', here)
    const local = await captivity.attempt('return await connect({ host: "127.0.0.1", port: given })', here)
    const far = await captivity.attempt('return await connect({ host: "192.0.2.1", port: 443 })')
    for (const { value } of [six, local, far]) expect(['ENETUNREACH', 'EADDRNOTAVAIL', 'ECONNREFUSED']).toContain(value)
    if (outward !== undefined) {
      const there = await listening({ host: outward })
      const { value } = await captivity.attempt('return await connect(given)', { host: outward, port: there })
      expect(value).toBe('ENETUNREACH')
    }
    const names = await captivity.attempt(`return Object.keys(os.networkInterfaces())`)
    expect(names).toEqual({ value: [] })
  })

  test('[CNT-19] is the computer’s for a limited server', async () => {
    if (!(await isHeld(captivity, 'limited'))) return
    await captivity.start('limited')
    const here = await listening({ host: '127.0.0.1' })
    expect(await captivity.attempt('return await connect({ host: "127.0.0.1", port: given })', here)).toEqual({
      value: 'connected',
    })
  })
})

describe('a contained server', () => {
  test.each([
    ['limited', words.impossible.leaks],
    ['sealed', words.impossible.unbuilt],
  ] as const)('[CNT-20] doesn’t start as %s if that doesn’t hold here, and says why', async (level, why) => {
    await captivity.close()
    const found: Levels = { limited: 'leaks', sealed: 'unbuilt', hosts: 'perl', sockets: 'perl' }
    captivity = new Captivity({ levels: () => Promise.resolve(found) })
    await expect(captivity.start(level)).rejects.toThrow(words.cannotStart(level, why))
    expect(captivity.fleet.states()).not.toContain('starting')
  })

  test('[CNT-20] doesn’t start without its named hosts if nothing can carry connections here', async () => {
    await captivity.close()
    const found: Levels = { limited: 'holds', sealed: 'holds', hosts: 'perl', sockets: 'perl' }
    captivity = new Captivity({ levels: () => Promise.resolve(found) })
    const start = captivity.start('sealed', { hosts: ['example.com'] })
    await expect(start).rejects.toThrow(words.cannotStart('sealed', words.impossible.perl))
  })

  test('[CNT-20] gets variables that change what loads only once it is contained', async () => {
    if (!(await isHeld(captivity, 'limited'))) return
    const given = path.join(captivity.home, 'given')
    const env = { LD_LIBRARY_PATH: given, PERL5OPT: '-Mplanted', BASH_ENV: `${given}/planted`, PATH: given }
    await captivity.fleet.ready(peer('captive.mjs', env, { containment: 'limited', writable: [given] }))
    const got = await captivity.attempt(
      `return Object.fromEntries(given.map((it) => [it, process.env[it]]))`,
      Object.keys(env),
    )
    expect(got).toEqual({ value: env })
  })
})
