import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, describe, expect, test } from 'vitest'
import { contain, findContainment } from '../../../../main/host/mcp/process/containment.ts'
import { resolveCommand } from '../../../../main/host/mcp/process/command-path.ts'
import { RunFile } from '../../../../main/host/mcp/process/run-file.ts'
import type { Containment } from '../../../../shared/events/events.ts'
import { alive, Fleet, peer } from '../../../support/fleet.ts'
import { until } from '../../../support/waiting.ts'
import { lastIfQuick } from '../../../../tools/quick.mjs'

/** A level this system doesn't support can't be forced. */
const levels: Containment[] = [
  'none',
  'guard',
  ...((await findContainment()) === 'namespace' ? ['namespace' as const] : []),
]

const all = ['bare', 'child', 'daemon', 'server', 'session']

/** A family's running members, with their process numbers in the host. */
function family(mark: string): Map<string, number> {
  const found = new Map<string, number>()
  for (const entry of readdirSync('/proc').filter((it) => /^\d+$/.test(it))) {
    const name = lastArgument(entry)
    if (name?.startsWith(`${mark}-`) && alive(Number(entry))) found.set(name.slice(mark.length + 1), Number(entry))
  }
  return found
}

/** Of a Node program; the wrappers name it too. */
function lastArgument(pid: string): string | undefined {
  try {
    const words = readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0').filter(Boolean)
    return words[0] === process.execPath ? words.at(-1) : undefined
  } catch {
    return undefined
  }
}

const names = (mark: string): string[] => [...family(mark).keys()].toSorted()

let marks: string[] = []
let directories: string[] = []
let fleet: Fleet | undefined
afterEach(async () => {
  await fleet?.close()
  fleet = undefined
  for (const pid of marks.flatMap((mark) => [...family(mark).values()])) process.kill(pid, 'SIGKILL')
  for (const directory of directories) rmSync(directory, { recursive: true, force: true })
  marks = []
  directories = []
})

function newMark(): string {
  const mark = `orphan${process.pid}x${Math.random().toString(36).slice(2)}`
  marks.push(mark)
  return mark
}

function newDirectory(): string {
  const directory = mkdtempSync(path.join(tmpdir(), 'atrium-contain-'))
  directories.push(directory)
  return directory
}

/** Starts a host with a family, kills it with -9 and returns who is left once that is down to the given number. */
async function killHost(
  level: Containment,
  survivors: number,
): Promise<{ mark: string; directory: string; left: string[] }> {
  const [mark, directory] = [newMark(), newDirectory()]
  const script = fileURLToPath(new URL('small-host.ts', import.meta.url))
  const host = spawn(process.execPath, [script, directory, level, mark], { stdio: ['ignore', 'pipe', 'inherit'] })
  await once(host.stdout, 'data')
  await until(() => names(mark).length === all.length)
  host.kill('SIGKILL')
  await once(host, 'exit')
  await until(() => names(mark).length <= survivors)
  return { mark, directory, left: names(mark) }
}

const detached = ['bare', 'daemon', 'session']

describe('a process family after kill -9 of the host', () => {
  const expected: Record<Containment, string[]> = { namespace: [], guard: detached, none: all }
  test.each(lastIfQuick(levels))('[CNT-1] has exactly the survivors that level %s promises', async (level) => {
    const survivors = expected[level]
    const { mark, directory, left } = await killHost(level, survivors.length)
    expect(left).toEqual(survivors)
    // The next host ends what it finds in the run file, and nothing else.
    new RunFile(directory).reap()
    await until(() => names(mark).every((name) => detached.includes(name)))
    expect(names(mark)).toEqual(survivors.filter((name) => detached.includes(name)))
    expect(JSON.parse(readFileSync(path.join(directory, 'running.json'), 'utf8'))).toEqual([])
  })
})

describe('a process family after a stop', () => {
  const expected: Record<Containment, string[]> = { namespace: [], guard: detached, none: detached }
  test.each(lastIfQuick(levels))('[CNT-2] has exactly the survivors that level %s promises', async (containment) => {
    const survivors = expected[containment]
    const mark = newMark()
    fleet = new Fleet({ containment })
    const config = peer('orphans.mjs', { MARK: mark })
    await fleet.ready({ ...config, args: [...config.args, `${mark}-server`] })
    expect(fleet.status()).toMatchObject({ state: 'ready', containment })
    await until(() => names(mark).length === all.length)
    await fleet.servers.stop('it')
    await until(() => names(mark).length <= survivors.length)
    expect(names(mark)).toEqual(survivors)
  })

  test.each(lastIfQuick(levels))(
    '[CNT-2] gets SIGTERM at level %s, and Atrium knows how its server ended',
    async (containment) => {
      fleet = new Fleet({ containment })
      await fleet.ready(peer('crash-on-call.mjs'))
      expect(await fleet.call('kill')).toMatchObject({ problem: 'it was ended by SIGKILL before it responded.' })
      await fleet.servers.restart('it')
      expect(await fleet.call('exit0')).toMatchObject({ problem: 'it ended with exit code 0 before it responded.' })
      await fleet.ready(peer('deaf-to-the-end.mjs'), 'deaf')
      await fleet.servers.stop('deaf')
      // It ends itself on SIGTERM and reports it: no kill was necessary.
      expect(fleet.server('deaf').stderr()).toContain('SIGTERM')
    },
  )
})

describe('the containment level', () => {
  test('[CNT-3] is found by trying, once', async () => {
    const first = findContainment()
    expect(findContainment()).toBe(first)
    expect(['namespace', 'guard']).toContain(await first)
  })

  test('[CNT-3] passes a wrapped command its arguments and folder unchanged', async () => {
    for (const level of levels) {
      const printed = ['-c', 'printf "%s|" "$@" "$PWD"', 'sh', 'a b', '$x', '']
      const { command, args, env, leash } = contain(level, '/bin/sh', printed, {})
      const child = spawn(command, args, { cwd: '/', env, stdio: ['pipe', 'pipe', 'pipe', leash ? 'pipe' : 'ignore'] })
      let text = ''
      child.stdout?.on('data', (chunk: Buffer) => (text += chunk.toString()))
      await once(child, 'close')
      expect(text).toBe('a b|$x||/|')
    }
  })
})

describe('the run file', () => {
  test('[CNT-4] never ends a stranger: a process of another start or boot isn’t the noted one', async () => {
    const directory = newDirectory()
    const stranger = spawn(process.execPath, ['-e', 'setTimeout(() => {}, 30000)'], { detached: true, stdio: 'ignore' })
    const pid = stranger.pid ?? 0
    new RunFile(directory).add('it', pid)
    const file = path.join(directory, 'running.json')
    const [noted] = JSON.parse(readFileSync(file, 'utf8')) as { started: string; boot: string }[]
    expect(noted).toMatchObject({ server: 'it', pid })
    for (const forged of [{ started: '1' }, { boot: 'another' }, { pid: 1 }, { pid: -1 }, { pid: 'x' }]) {
      writeFileSync(file, JSON.stringify([{ ...noted, ...forged }, null, 7]))
      new RunFile(directory).reap()
      expect(alive(pid)).toBe(true)
    }
    writeFileSync(file, 'torn {')
    new RunFile(directory).reap()
    expect(alive(pid)).toBe(true)
    writeFileSync(file, JSON.stringify([noted]))
    new RunFile(directory).reap()
    await once(stranger, 'exit')
    expect(alive(pid)).toBe(false)
  })

  test('[CNT-4] names only what runs', async () => {
    fleet = new Fleet()
    const file = path.join(fleet.directory, 'running.json')
    const noted = () => (JSON.parse(readFileSync(file, 'utf8')) as { pid: number }[]).map(({ pid }) => pid)
    const { status } = await fleet.ready(peer('good.mjs'))
    expect(noted()).toEqual([status.state === 'ready' && status.pid])
    await fleet.servers.stop('it')
    expect(noted()).toEqual([])
  })
})

test('[CNT-5] finds a command by its server’s PATH, and shows its absolute path', async () => {
  fleet = new Fleet()
  const folder = path.dirname(process.execPath)
  const config = peer('good.mjs', { PATH: `/no/such/folder:${folder}` }, { command: path.basename(process.execPath) })
  await fleet.ready(config)
  const starting = fleet.of('server.changed').find((it) => it.to.state === 'starting')
  expect(starting?.to).toMatchObject({ command: [process.execPath, ...config.args] })
  expect(resolveCommand('./sh', { PATH: '/nowhere' }, '/bin')).toBe('/bin/sh')
  expect(() => resolveCommand('sh', { PATH: '/nowhere' }, '/bin')).toThrow('ENOENT')
  expect(() => resolveCommand('passwd', { PATH: '/etc' }, '/')).toThrow('EACCES')
})
