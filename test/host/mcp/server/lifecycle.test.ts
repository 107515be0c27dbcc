import { chmodSync, readFileSync, realpathSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { afterEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { inheritedEnvironment } from '../../../../main/host/mcp/process/environment.ts'
import { startFolder } from '../../../../main/host/mcp/process/bounds.ts'
import { StderrRing } from '../../../../main/host/mcp/wire/stderr-ring.ts'
import { isObject, type JsonObject } from '../../../../shared/schema/json.ts'
import { alive, Fleet, node, peer } from '../../../support/fleet.ts'
import { forProgram, storedName } from '../../../../shared/risk/secret-names.ts'
import { leaveTime } from '../../../support/waiting.ts'

let fleet: Fleet
afterEach(() => fleet.close())

const structure = async (): Promise<JsonObject> => {
  const reply = await fleet.call('probe')
  const seen = reply.status === 'answered' ? reply.result['structuredContent'] : undefined
  return isObject(seen) ? seen : {}
}

describe('a started server', () => {
  test('[LIF-1] has only the listed and configured variables, its own folder, and a separate process group', async () => {
    fleet = new Fleet()
    for (const name of ['ANTHROPIC_API_KEY', 'NODE_OPTIONS_CANARY', 'AWS_SECRET', 'LC_CANARY'])
      vi.stubEnv(name, 'canary')
    onTestFinished(() => void vi.unstubAllEnvs())
    fleet.secrets.set(storedName('server/it/token', forProgram), 's3cret-value')
    await fleet.ready(
      peer(
        'env-probe.mjs',
        {},
        {
          args: [...peer('env-probe.mjs').args, '--flag', 'a b'],
          env: { OWN: 'mine', TOKEN: { secret: 'server/it/token' } },
        },
      ),
    )
    const { env, cwd, args, openFiles, group } = await structure()
    const names = Object.keys(isObject(env) ? env : {}).toSorted()
    const expected = [...Object.keys(inheritedEnvironment(process.env)), 'OWN', 'TOKEN'].toSorted()
    expect(names).toEqual(expected)
    expect(names).toContain('LC_CANARY')
    expect(names).not.toContain('ANTHROPIC_API_KEY')
    expect(env).toMatchObject({ OWN: 'mine', TOKEN: '[secret server/it/token]' })
    const own = startFolder(peer('env-probe.mjs'), fleet.directory, 'it')
    expect({ cwd, args, openFiles }).toEqual({ cwd: realpathSync(own), args: ['--flag', 'a b'], openFiles: [] })
    // In its own namespace it can't even see the host's process numbers.
    expect(group).not.toBe(readFileSync('/proc/self/stat', 'utf8').split(' ')[4])
    const starting = fleet.of('server.changed').find((it) => it.to.state === 'starting')
    expect(starting?.to).toMatchObject({ environment: expected, cwd: own })
    expect(own.startsWith(fleet.directory)).toBe(true)
    expect(JSON.stringify(fleet.events)).not.toContain('s3cret')
  })

  test('[LIF-1] has the variables listed for Windows, whatever their case', () => {
    fleet = new Fleet()
    const from = { Path: 'p', SystemRoot: 'r', NODE_OPTIONS: '--x', LC_ALL: 'C', HOME: 'h', PATHEXT: '() { evil; }' }
    expect(inheritedEnvironment(from, 'win32')).toEqual({
      Path: 'p',
      SystemRoot: 'r',
      LC_ALL: 'C',
      NoDefaultCurrentDirectoryInExePath: '1',
    })
  })

  test('[WIN-16] has the common folders that programs of Windows look for', () => {
    fleet = new Fleet()
    const common = {
      ALLUSERSPROFILE: 'a',
      CommonProgramFiles: 'b',
      'CommonProgramFiles(x86)': 'c',
      CommonProgramW6432: 'f',
      PUBLIC: 'd',
    }
    expect(inheritedEnvironment({ ...common, PSModulePath: 'e' }, 'win32')).toEqual({
      ...common,
      NoDefaultCurrentDirectoryInExePath: '1',
    })
  })

  test('[LIF-3] has the last lines of its stderr kept, whole and bounded, without its secrets', () => {
    fleet = new Fleet()
    const ring = new StderrRing((line) => line.replaceAll('hunter22', '•••'))
    const bytes = Buffer.from('first 🦊\r\nthe key is hunter22 you see\n' + 'x'.repeat(10_000) + '\nlast')
    for (const byte of bytes) ring.push(Buffer.from([byte]))
    const lines = ring.lines()
    expect(lines.slice(0, 2)).toEqual(['first 🦊', 'the key is ••• you see'])
    expect(lines[2]).toHaveLength(4096)
    expect(lines[3]).toBe('last')
    ring.push(Buffer.from('y'.repeat(200).concat('\n').repeat(10_000)))
    expect(ring.lines().join('\n').length).toBeLessThan(300_000)
    expect(ring.lines().at(-1)).toBe('y'.repeat(200))
  })
})

describe('a server that can’t be used', () => {
  test('[LIF-3] says why in one sentence', async () => {
    fleet = new Fleet({ limits: { quiet: 3000, probe: 1500 } })
    const plain = path.join(fleet.directory, 'plain.txt')
    writeFileSync(plain, 'not a program')
    chmodSync(plain, 0o644)
    await fleet.add({
      missing: node([], { command: 'no-such-command-anywhere' }),
      plain: node([], { command: plain }),
      folder: peer('good.mjs', {}, { cwd: '/no/such/folder' }),
      secret: peer('good.mjs', {}, { env: { TOKEN: { secret: 'server/secret/unknown' } } }),
      exits: node(['-e', 'console.error("no API key"); process.exit(2)']),
      loop: peer('crash-loop.mjs', { PHASE: 'init', LIVE_MS: '0' }),
      version: peer('odd-handshake.mjs', { MODE: 'bad-version' }),
      newer: peer('odd-handshake.mjs', { MODE: 'newer-only' }),
      error: peer('odd-handshake.mjs', { MODE: 'newer-error' }),
      nothing: peer('odd-handshake.mjs', { MODE: 'null-result' }),
      refuses: peer('odd-handshake.mjs', { MODE: 'refuses' }),
      silent: peer('never-initialize.mjs'),
    })
    expect(fleet.reason('missing')).toBe(
      'No command named no-such-command-anywhere: check its spelling, or enter its full path.',
    )
    expect(fleet.reason('plain')).toBe(`Can’t run ${plain}: check that it’s a program and has permission to execute.`)
    expect(fleet.reason('folder')).toBe(
      'No folder named /no/such/folder: choose another working folder for this server.',
    )
    expect(fleet.reason('secret')).toBe(
      'The secret for TOKEN isn’t on this computer: enter it again in this server’s setup.',
    )
    expect(fleet.reason('exits')).toBe(
      'The server ended with exit code 2 before it responded and wrote “no API key”: fix the cause, or see its error output.',
    )
    expect(fleet.status('exits')).toMatchObject({ stderr: ['no API key'] })
    expect(fleet.reason('loop')).toBe('The server ended with exit code 14.')
    const only = (revision: string) =>
      `The server only supports protocol version ${revision}, which Atrium doesn’t: use an older version of this server, or a newer Atrium.`
    expect(fleet.reason('version')).toBe(only('9999-01-01'))
    expect(fleet.reason('newer')).toBe(only('2099-01-01'))
    expect(fleet.reason('error')).toBe(only('2099-01-01'))
    expect(fleet.reason('nothing')).toContain('Can’t read its handshake')
    expect(fleet.reason('refuses')).toBe(
      'The server refused the handshake with error -32000 (Set API_KEY first): check its setup.',
    )
    expect(fleet.reason('silent')).toMatch(
      /^The server didn’t respond and made no progress for 3 s: run .*never-initialize.mjs once in a terminal to see what it waits for\. Atrium retries automatically\.$/,
    )
    expect([fleet.starts('exits'), fleet.starts('loop')]).toEqual([2, 1])
    await fleet.servers.close()
    expect(Object.keys(fleet.journal.state.servers).map((id) => fleet.status(id).state)).toEqual(Array(12).fill('off'))
  })

  test('[LIF-3] can be restarted by hand, and isn’t started by applying the same configuration', async () => {
    fleet = new Fleet()
    await fleet.ready(peer('crash-on-call.mjs'))
    await fleet.call('exit1')
    await fleet.until(() => fleet.status().state === 'failed')
    expect(fleet.reason()).toBe('The server ended with exit code 1.')
    fleet.apply({ it: peer('crash-on-call.mjs') })
    await fleet.servers.restart('it')
    expect(fleet.starts()).toBe(2)
    expect(await fleet.say('ok')).toBe('ok')
  })
})

describe('a server that disconnects', () => {
  test('[LIF-5] ends each of its calls at once and says how it ended', async () => {
    fleet = new Fleet()
    const how = async (tool: string) => {
      if (fleet.servers.get('it')) await fleet.servers.restart('it')
      else await fleet.ready(peer('crash-on-call.mjs'))
      const [waiting, crashed] = await Promise.all([fleet.call('wait'), fleet.call(tool)])
      expect(waiting).toMatchObject({ status: 'failed', mayHaveRun: true })
      return crashed.status === 'failed' ? crashed.problem : crashed.status
    }
    expect(await how('exit0')).toBe('it ended with exit code 0 before it responded.')
    expect(await how('kill')).toBe('it was ended by SIGKILL before it responded.')
    expect(await how('half')).toBe('it ended with exit code 5 in the middle of a message before it responded.')
    expect(await how('after')).toBe('answered')
    expect(await how('late')).toBe('answered')
  })

  test('[LIF-5] is stopped when it closes its output, even if its process is alive @all', async () => {
    fleet = new Fleet()
    await fleet.ready(peer('odd-handshake.mjs', { MODE: 'mute' }))
    const { status } = fleet.server()
    expect(await fleet.call('stop')).toMatchObject({
      problem: 'it closed its output and was stopped before it responded.',
    })
    await fleet.until(() => status.state === 'ready' && !alive(status.pid ?? 0))
    expect(fleet.reason()).toBe('The server closed its output and was stopped.')
  })

  test('[LIF-5] gets only a bounded amount of data if it no longer reads @all', async () => {
    fleet = new Fleet()
    await fleet.ready(peer('odd-handshake.mjs', { MODE: 'deaf' }, { timeouts: { idle: 1 } }))
    const deaf = fleet.call('stop')
    const big = 'x'.repeat(4 * 1024 * 1024)
    await leaveTime(100)
    const replies = await Promise.all([deaf, ...Array.from({ length: 4 }, () => fleet.call('ok', { big }))])
    expect(replies.map(({ status }) => status)).toEqual(['timed-out', 'timed-out', 'timed-out', 'failed', 'failed'])
    expect(replies[4]).toEqual({
      status: 'failed',
      problem: 'The call wasn’t sent to it: it isn’t reading what it’s sent.',
      mayHaveRun: false,
    })
  })
})

describe('a server that is stopped', () => {
  test('[LIF-2] gets only the end of its input if it exits on that', async () => {
    // Waiting for the grace period would exceed a test's limit.
    fleet = new Fleet({ stopGraceMs: 600_000 })
    await fleet.ready(peer('good.mjs'))
    const call = fleet.call('sleep', { ms: 5000 })
    await fleet.servers.stop('it')
    expect(await call).toEqual({ status: 'failed', problem: 'it was stopped before it responded.', mayHaveRun: true })
    expect(fleet.states()).toEqual(['starting', 'ready', 'stopping', 'off'])
  })

  test('[LIF-2] is killed in bounded time if it ignores the end of its input and SIGTERM', async () => {
    fleet = new Fleet({ limits: { firstList: 100 }, stopGraceMs: 400 })
    const server = await fleet.ready(peer('never-initialize.mjs', { MODE: 'hang-after-init' }))
    const { status } = server
    if (status.state !== 'ready') throw new Error('not ready')
    await fleet.servers.stop('it')
    expect(server.stderr()).toContain('ignoring SIGTERM')
    expect(alive(status.pid ?? 0)).toBe(false)
  })

  test('[LIF-2] gets SIGTERM without waiting if it does nothing after the end of its input', async () => {
    // Waiting for the grace period would exceed a test's limit.
    fleet = new Fleet({ stopGraceMs: 600_000 })
    const server = await fleet.ready(peer('deaf-to-the-end.mjs'))
    await fleet.servers.stop('it')
    expect(server.stderr()).toContain('SIGTERM')
  })

  test('[LIF-2] has time to save what it works on', async () => {
    fleet = new Fleet({ stopGraceMs: 600_000 })
    const server = await fleet.ready(peer('saves-at-the-end.mjs'))
    await fleet.servers.stop('it')
    expect(server.stderr()).toEqual(['saving', 'saved'])
  })

  test('[LIF-2] leaves no children behind, even if it exits by itself @all', async () => {
    // Without a namespace, the numbers it reports are the host's.
    fleet = new Fleet({ containment: 'guard' })
    await fleet.ready(peer('fork-child.mjs'))
    const first = Number(await fleet.say('pid'))
    expect(alive(first)).toBe(true)
    await fleet.servers.restart('it')
    expect(alive(first)).toBe(false)
    const second = Number(await fleet.say('pid'))
    expect(await fleet.call('leave')).toMatchObject({ problem: 'it ended with exit code 9 before it responded.' })
    await fleet.until(() => !alive(second))
  })

  test('[LIF-2] stops even while its start hangs, and closing stops all servers in bounded time @all', async () => {
    fleet = new Fleet()
    fleet.apply({ one: peer('never-initialize.mjs'), two: peer('never-initialize.mjs'), good: peer('good.mjs') })
    await fleet.until(() => fleet.status('good').state === 'ready' && fleet.sent('two').length > 0)
    await fleet.servers.stop('one')
    expect(fleet.status('one')).toEqual({ state: 'off' })
    await fleet.servers.close()
    expect(['two', 'good'].map((id) => fleet.status(id).state)).toEqual(['off', 'off'])
    expect(fleet.servers.get('good')).toBeUndefined()
  })
})
