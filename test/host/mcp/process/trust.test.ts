import { chmodSync, copyFileSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { afterEach, describe, expect, test } from 'vitest'
import { sha256 } from '../../../../main/host/base/hash.ts'
import { inheritedEnvironment } from '../../../../main/host/mcp/process/environment.ts'
import { programFile } from '../../../../main/host/mcp/process/program-file.ts'
import { serverConfig, type StdioConfig, type StdioEntry } from '../../../../shared/config/server-config.ts'
import { answerTrust, consentsOf } from '../../../support/trusting.ts'
import { Fleet, node, peer, peerFile } from '../../../support/fleet.ts'
import { modernPeer } from '../http/peers.ts'
import { forProgram, storedName } from '../../../../shared/risk/secret-names.ts'
import { leaveTime } from '../../../support/waiting.ts'
import { consentOf } from '../../../../shared/state/consents.ts'

let fleet: Fleet
afterEach(() => fleet.close())

const soon = { firstMs: 20, mostMs: 50, jitter: () => 1 }

/** Writes a replaceable program: it records each start and becomes one of the peers. */
function writeProgram(name: string, mark = '', before = ''): { file: string; starts: () => string[] } {
  const [file, log] = [path.join(fleet.directory, 'prog.mjs'), path.join(fleet.directory, 'prog.log')]
  const lines = [
    `#!${process.execPath}`,
    `import { appendFileSync } from 'node:fs'`,
    `appendFileSync(${JSON.stringify(log)}, 'start ${mark}\\n')`,
    before,
    `await import(${JSON.stringify(peerFile(name))})`,
  ]
  // Another file replaces it, as in an update.
  writeFileSync(`${file}.new`, lines.join('\n'))
  chmodSync(`${file}.new`, 0o755)
  renameSync(`${file}.new`, file)
  writeFileSync(log, '', { flag: 'a' })
  return { file, starts: () => readFileSync(log, 'utf8').split('\n').filter(Boolean) }
}

const program = (command: string, rest: Partial<StdioEntry> = {}): StdioConfig => node([], { command, ...rest })

/** The server is asked about, trusted, and ready. */
async function trusted(config: StdioConfig, id = 'it'): Promise<void> {
  fleet.apply({ [id]: config })
  await fleet.answer('trust', id)
  await fleet.until(() => fleet.status(id).state === 'ready')
}

const hashOfFile = async (file: string): Promise<string | undefined> => (await programFile(file)).sha256

const closings = () => fleet.of('ask.closed').map(({ by }) => by)
const openAsks = () => fleet.journal.state.asks.length

describe('a program before the answer', () => {
  test('[TRU-1] doesn’t run, and its server is off', async () => {
    fleet = new Fleet({ trusts: false })
    const { file, starts } = writeProgram('good.mjs')
    fleet.apply({ it: program(file) })
    await fleet.question()
    await leaveTime(300)
    expect(starts()).toEqual([])
    expect(fleet.status()).toEqual({ state: 'off' })
    expect([fleet.states(), fleet.sent()]).toEqual([[], []])
    expect(JSON.parse(readFileSync(path.join(fleet.directory, 'running.json'), 'utf8'))).toEqual([])
    await fleet.answer('trust')
    await fleet.until(() => fleet.status().state === 'ready')
    expect(starts()).toHaveLength(1)
    expect(fleet.states()).toEqual(['starting', 'ready'])
  })

  test('[TRU-1] doesn’t run until the trust is on disk together with the answer', async () => {
    fleet = new Fleet({ trusts: false })
    const { file, starts } = writeProgram('good.mjs')
    fleet.apply({ it: program(file) })
    await fleet.question()
    const { journal } = fleet
    const durable = journal.durable.bind(journal)
    const early: number[] = []
    journal.durable = async () => {
      await leaveTime(100)
      early.push(starts().length)
      await durable()
    }
    await fleet.answer('trust')
    await fleet.until(() => fleet.status().state === 'ready')
    expect(early.length).toBeGreaterThan(1)
    expect(new Set(early)).toEqual(new Set([0]))
    const at = fleet.events.findIndex(({ event }) => event.type === 'ask.closed')
    const [closed, trust] = fleet.events.slice(at)
    expect(trust?.event).toMatchObject({ type: 'command.trusted', server: 'it', actor: 'test' })
    expect(trust?.seq).toBe((closed?.seq ?? 0) + 1)
  })

  test('[TRU-2] [BND-9] is shown exactly as it will run: path, arguments, folder, hash, and names without values', async () => {
    fleet = new Fleet({ trusts: false })
    const { file, starts } = writeProgram('env-probe.mjs')
    const [bin, folder] = [path.join(fleet.directory, 'bin'), path.join(fleet.directory, 'a folder')]
    mkdirSync(bin)
    mkdirSync(folder)
    renameSync(file, path.join(bin, 'prog'))
    writeFileSync(path.join(bin, 'package.json'), '{"type":"module"}')
    fleet.secrets.set(storedName('server/it/env/TOKEN', forProgram), 's3cret-value')
    fleet.secrets.set(storedName('server/it/argument/key', forProgram), 's3cret-${key}-$&')
    const args = ['--key=${key}', '${other}', '--flag', 'a b', '', '$(x) "quoted"', '\u202e']
    const PATH = `/no/such/folder:${bin}:${path.dirname(process.execPath)}`
    const env = { OWN: 'the-plain-value', PATH, TOKEN: { secret: 'server/it/env/TOKEN' } }
    const secretArguments = { key: { secret: 'server/it/argument/key' } }
    fleet.apply({ it: node(args, { command: 'prog', cwd: folder, env, secretArguments }) })
    const { question } = await fleet.question()
    const inherited = Object.keys(inheritedEnvironment(process.env)).filter((name) => name !== 'PATH')
    const environment = [
      ...inherited.map((name) => ({ name, from: 'inherited' })),
      ...['OWN', 'PATH'].map((name) => ({ name, from: 'configuration' })),
      { name: 'TOKEN', from: 'secret', secret: 'server/it/env/TOKEN' },
    ].toSorted((a, b) => (a.name < b.name ? -1 : 1))
    expect(question).toEqual({
      server: 'it',
      launch: {
        command: 'prog',
        path: path.join(bin, 'prog'),
        args,
        cwd: folder,
        environment,
        secretArguments: [{ name: 'key', secret: 'server/it/argument/key' }],
        sha256: sha256(readFileSync(path.join(bin, 'prog'))),
        hash: expect.stringMatching(/^[0-9a-f]{64}$/),
      },
    })
    await fleet.answer('trust')
    await fleet.until(() => fleet.status().state === 'ready')
    expect(starts()).toHaveLength(1)
    const starting = fleet.of('server.changed')[0]?.to
    const names = environment.map(({ name }) => name)
    expect(starting).toEqual({
      state: 'starting',
      command: [path.join(bin, 'prog'), ...args],
      cwd: folder,
      environment: names,
    })
    const told = JSON.stringify([fleet.of('ask.opened'), fleet.of('command.trusted')])
    expect(told).not.toContain('the-plain-value')
    const reply = await fleet.call('probe')
    const got = reply.status === 'answered' ? reply.result['structuredContent'] : undefined
    expect(got).toMatchObject({ args: ['--key=[secret server/it/argument/key]', ...args.slice(1)] })
    expect(JSON.stringify(fleet.events)).not.toContain('s3cret')
  })

  test('[TRU-2] is shown with its absolute folder, and without a hash if its file can’t be read', async () => {
    fleet = new Fleet({ trusts: false })
    fleet.apply({ it: peer('good.mjs', {}, { cwd: 'test' }) })
    expect((await fleet.question()).question.launch.cwd).toBe(path.resolve('test'))
    expect(await hashOfFile(fleet.directory)).toBeUndefined()
    expect(await hashOfFile(path.join(fleet.directory, 'nothing'))).toBeUndefined()
  })
})

describe('a trusted program', () => {
  test('[TRU-3] starts again without a question after changes that don’t affect what runs', async () => {
    fleet = new Fleet({ trusts: false, restarts: soon })
    const env = { TOKEN: { secret: 'server/it/env/TOKEN' } }
    fleet.secrets.set(storedName('server/it/env/TOKEN', forProgram), 'one')
    const config = peer('crash-on-call.mjs', {}, { env })
    await trusted(config)
    await fleet.call('exit1')
    await fleet.until(() => fleet.starts() === 2 && fleet.status().state === 'ready')
    fleet.secrets.set(storedName('server/it/env/TOKEN', forProgram), 'another')
    await fleet.servers.restart('it')
    fleet.apply({ it: { ...config, enabled: false } })
    await fleet.until(() => fleet.status().state === 'off')
    fleet.apply({ it: { ...config, name: 'Renamed', timeouts: { idle: 5 } } })
    await fleet.until(() => fleet.status().state === 'ready')
    expect([fleet.starts(), fleet.of('ask.opened').length]).toEqual([4, 1])
  })

  test('[TRU-4] is asked about again, with its earlier state, if anything differs, and not once it is restored', async () => {
    fleet = new Fleet({ trusts: false })
    for (const name of ['server/it/one', 'server/it/two'])
      fleet.secrets.set(storedName(name, forProgram), 'the-same-value')
    const { file, starts } = writeProgram('good.mjs')
    const first = program(file, { args: ['a'], env: { A: '1', B: '2', T: { secret: 'server/it/one' } } })
    await trusted(first)
    const elsewhere = path.join(fleet.directory, 'copy.mjs')
    copyFileSync(file, elsewhere)
    const changes: Record<string, Partial<StdioConfig>> = {
      argument: { args: ['b'] },
      'one more argument': { args: ['a', ''] },
      value: { env: { ...first.env, A: '2' } },
      name: { env: { ...first.env, C: '1' } },
      'secret instead of a value': { env: { ...first.env, A: { secret: 'server/it/two' } } },
      'another secret': { env: { ...first.env, T: { secret: 'server/it/two' } } },
      folder: { cwd: fleet.directory },
      program: { command: process.execPath, args: [peerFile('good.mjs')] },
      'the same file elsewhere': { command: elsewhere },
    }
    const before = consentOf(fleet.journal.state, 'it').trusted
    const asked = new Set<string>()
    for (const [what, change] of Object.entries(changes)) {
      const count = starts().length
      fleet.apply({ it: { ...first, ...change } })
      const { question } = await fleet.question()
      expect([what, question.before]).toEqual([what, before])
      asked.add(question.launch.hash)
      expect([what, starts().length, fleet.status().state]).toEqual([what, count, 'off'])
      fleet.apply({ it: first })
      await fleet.until(() => fleet.status().state === 'ready')
    }
    const each = Object.keys(changes).length
    expect([asked.size, asked.has(before?.hash ?? '')]).toEqual([each, false])
    expect([fleet.of('command.trusted').length, fleet.of('ask.opened').length]).toEqual([1, 1 + each])
  })

  test('[TRU-4] is asked about if its file was replaced, on a restart by hand and after a crash', async () => {
    fleet = new Fleet({ trusts: false, restarts: soon })
    const { file, starts } = writeProgram('crash-on-call.mjs')
    await trusted(program(file))
    const first = consentOf(fleet.journal.state, 'it').trusted
    writeProgram('crash-on-call.mjs', 'replaced')
    await fleet.call('exit1')
    const { question } = await fleet.question()
    expect(question.before).toEqual(first)
    expect(question.launch).toEqual({ ...first, sha256: sha256(readFileSync(file)), hash: expect.any(String) })
    expect(fleet.status()).toEqual({ state: 'off' })
    expect(starts()).toEqual(['start '])
    await fleet.answer('trust')
    await fleet.until(() => fleet.status().state === 'ready')
    writeProgram('crash-on-call.mjs', 'again')
    await fleet.servers.restart('it')
    await fleet.question()
    expect(fleet.states().slice(-2)).toEqual(['stopping', 'off'])
    expect(starts()).toEqual(['start ', 'start replaced'])
  })

  test('[TRU-4] is checked once more before the second start of the same attempt', async () => {
    fleet = new Fleet({ trusts: false })
    // It doesn't survive the probe, and becomes another program before it ends.
    const changing = `appendFileSync(process.argv[1], '// changed\\n'); process.exit(1)`
    const { file, starts } = writeProgram('good.mjs', '', changing)
    fleet.apply({ it: program(file) })
    const first = await fleet.question()
    await fleet.answer('trust')
    await fleet.until(() => starts().length === 1 && openAsks() === 1)
    const second = await fleet.question()
    expect(second.question.before).toEqual(first.question.launch)
    expect(fleet.status()).toEqual({ state: 'off' })
    await leaveTime(200)
    expect(starts()).toHaveLength(1)
  })

  test('[TRU-4] is what the user read; if its file was replaced before the answer, Atrium asks again', async () => {
    fleet = new Fleet({ trusts: false })
    const { file, starts } = writeProgram('good.mjs')
    fleet.apply({ it: program(file) })
    const first = await fleet.question()
    writeProgram('good.mjs', 'slipped in')
    await fleet.answer('trust')
    await fleet.until(() => fleet.of('ask.opened').length === 2)
    const second = await fleet.question()
    expect(second.question.before).toEqual(first.question.launch)
    expect(second.question.launch.sha256).toBe(sha256(readFileSync(file)))
    await leaveTime(200)
    expect(starts()).toEqual([])
  })

  test('[TRU-4] is read once for all servers that use it', async () => {
    fleet = new Fleet()
    const file = path.join(fleet.directory, 'big')
    const size = 20_000_000
    writeFileSync(file, Buffer.alloc(size, 7))
    const bytesRead = () => Number(/^rchar: (\d+)/m.exec(readFileSync('/proc/self/io', 'utf8'))?.[1])
    const before = bytesRead()
    const hashes = await Promise.all(Array.from({ length: 25 }, () => hashOfFile(file)))
    const again = await hashOfFile(file)
    expect(bytesRead() - before).toBeLessThan(1.5 * size)
    expect(new Set([...hashes, again])).toEqual(new Set([sha256(readFileSync(file))]))
    writeFileSync(file, 'another')
    expect(await hashOfFile(file)).toBe(sha256('another'))
    rmSync(file)
    expect(await hashOfFile(file)).toBeUndefined()
  })

  test('[TRU-4] isn’t read while it is the file that was trusted, and is after any change', async () => {
    fleet = new Fleet()
    const [old, once] = ['/bin/sh', path.join(fleet.directory, 'new')]
    const { file, sha256: hash } = await programFile(old)
    expect(file).toEqual(expect.stringMatching(/^\d+ \d+ \d+ \d+ \d+$/))
    expect(hash).toBe(sha256(readFileSync(old)))
    // A hash that it doesn't have: it can only come from the trust.
    const said = { path: old, sha256: 'trusted', file }
    expect(await programFile(old, said)).toEqual({ sha256: 'trusted', file })
    expect(await programFile(old, { ...said, path: '/bin/other' })).toEqual({ sha256: hash, file })
    expect(await programFile(old, { ...said, file: `${file}1` })).toEqual({ sha256: hash, file })
    expect(await programFile(old, { path: old, sha256: 'trusted' })).toEqual({ sha256: hash, file })
    // Another write in the same moment could leave the same times.
    writeFileSync(once, 'just written')
    expect(await programFile(once)).toEqual({ sha256: sha256('just written') })
  })

  test('[TRU-4] is recorded with the trust, so the next run finds it', async () => {
    fleet = new Fleet({ trusts: false })
    await trusted(peer('good.mjs'))
    const { path: found, file } = consentOf(fleet.journal.state, 'it').trusted ?? {}
    expect(await programFile(found ?? '', { path: found ?? '', sha256: 'trusted', file })).toMatchObject({
      sha256: 'trusted',
    })
  })
})

describe('an open trust question', () => {
  test('[TRU-7] is withdrawn when its server is turned off, removed or changed, or Atrium closes', async () => {
    fleet = new Fleet({ trusts: false })
    const { file, starts } = writeProgram('good.mjs')
    fleet.apply({ it: program(file) })
    const first = await fleet.question()
    fleet.apply({ it: program(file, { args: ['new'] }) })
    await fleet.until(() => fleet.of('ask.opened').length === 2)
    const anew = await fleet.question()
    expect(anew.question.launch.args).toEqual(['new'])
    await expect(answerTrust(fleet.inbox, first)).rejects.toMatchObject({ code: 'not-found' })
    fleet.apply({ it: program(file, { args: ['new'], enabled: false }) })
    fleet.apply({ it: program(file, { args: ['new'] }) })
    await fleet.question()
    fleet.apply({})
    expect(openAsks()).toBe(0)
    fleet.apply({ it: program(file) })
    await fleet.question()
    await fleet.servers.close()
    expect(closings()).toEqual(['withdrawn', 'withdrawn', 'withdrawn', 'withdrawn'])
    expect([openAsks(), starts(), fleet.states(), fleet.of('command.trusted')]).toEqual([0, [], [], []])
  })

  test('[TRU-7] comes back without earlier trust if its server was removed and added again', async () => {
    fleet = new Fleet({ trusts: false })
    await trusted(peer('good.mjs'))
    fleet.apply({})
    await fleet.until(() => fleet.journal.state.servers['it'] === undefined)
    fleet.apply({ it: peer('good.mjs') })
    expect((await fleet.question()).question).not.toHaveProperty('before')
  })

  test('[TRU-8] doesn’t hold up another server or a restart by hand', async () => {
    fleet = new Fleet({ trusts: false })
    const waiting = Object.fromEntries(Array.from({ length: 9 }, (_, i) => [`w${i}`, peer('good.mjs', { N: `${i}` })]))
    await hashOfFile(process.execPath)
    fleet.apply({ ...waiting, good: peer('good.mjs') })
    await fleet.answer('trust', 'good')
    await fleet.until(() => fleet.status('good').state === 'ready')
    // Nine servers holding the four start places would hold them for twice three seconds.
    await fleet.servers.restart('w0')
    await fleet.servers.stop('w1')
    await fleet.question('w0')
    expect(openAsks()).toBe(8)
  })

  test('[TRU-8] doesn’t count as time that the server takes to start @all', async () => {
    fleet = new Fleet({ trusts: false, limits: { handshake: 5000 } })
    fleet.apply({ it: peer('slow-handshake.mjs', { SLOW_MS: '1500' }) })
    await fleet.question()
    await leaveTime(5000)
    await fleet.answer('trust')
    await fleet.until(() => ['ready', 'failed'].includes(fleet.status().state))
    expect(fleet.reason()).toBe('(ready)')
  })

  test('[TRU-9] can’t be approved while the log fails, but the server can be left off', async () => {
    let full = false
    fleet = new Fleet({ trusts: false, maxPages: () => (full ? 1 : 1_000_000) })
    const { file, starts } = writeProgram('good.mjs')
    fleet.apply({ it: program(file) })
    await fleet.question()
    full = true
    fleet.journal.keepBlob('x'.repeat(1_000_000))
    fleet.journal.flush()
    await expect(fleet.answer('trust')).rejects.toMatchObject({ code: 'unavailable' })
    expect([openAsks(), consentsOf(fleet.journal.state, 'trusted')]).toEqual([1, {}])
    await fleet.answer('leave-off')
    expect(fleet.journal.state.configured.servers['it']?.enabled).toBe(false)
    full = false
    fleet.journal.flush()
    await leaveTime(200)
    expect([starts(), fleet.status(), openAsks()]).toEqual([[], { state: 'off' }, 0])
  })
})

test('[TRU-10] doesn’t ask about an HTTP server as a program @all', async () => {
  fleet = new Fleet({ trusts: false })
  const remote = await modernPeer()
  try {
    await fleet.ready(serverConfig.parse({ url: remote.url }))
    expect(fleet.of('ask.opened')).toEqual([])
  } finally {
    await remote.stop()
  }
})
