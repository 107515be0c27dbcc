import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { createServer, type AddressInfo } from 'node:net'
import path from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { commonWords } from '../../../main/shells/common/words.ts'
import { webWords } from '../../../main/shells/web/words.ts'
import { announcement, signIn, start as startProcess, type Shell, type Start } from './process.ts'
import { temporaryFolder } from './site.ts'
import { leaveTime } from '../../support/waiting.ts'
import { lastIfQuick } from '../../../tools/quick.mjs'

function start(how: Start): Shell {
  const shell = startProcess(how)
  onTestFinished(() => void shell.process.kill('SIGKILL'))
  return shell
}

const portStart = '/proc/sys/net/ipv4/ip_unprivileged_port_start'

const json = (folder: string, ...more: string[]): Shell => start({ args: ['--json', '--data-dir', folder, ...more] })
/** An MCP server that neither closing its stdin nor SIGTERM ends; it writes the given file once started. */
const stubborn = `process.on('SIGTERM', () => {})
process.stdin.resume()
setTimeout(() => process.exit(), 290_000)
require('node:fs').writeFileSync(process.argv[1], '')`

test('[WEB-15] gives a script one line of JSON, and a session that can use the host but not administer it', async () => {
  const shell = json(temporaryFolder())
  const { address, code, pid } = await announcement(shell)
  expect(pid).toBe(shell.pid)
  expect(address).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/$/)
  const visit = await signIn({ address, code })
  for await (const message of visit.events()) {
    expect(message).toMatchObject({ session: { right: 'use' }, snapshot: { health: { state: 'ok' } } })
    break
  }
  expect(await visit.call('listConversations', {})).toMatchObject({ rows: [] })
  const forbidden = await visit.post('setModelKey', { endpoint: 'anthropic', key: 'x' })
  expect([forbidden.status, (await forbidden.json()).error.code]).toEqual([403, 'forbidden'])
  const unknown = await visit.post('dropEverything', {})
  expect([unknown.status, (await unknown.json()).error.code]).toEqual([404, 'not-found'])
  shell.process.kill()
  await shell.exited
  expect(shell.stdout().trim().split('\n')).toHaveLength(1)
})

test('[WEB-15] lets a script administer the host with --admin, and logs its actor @all', async () => {
  const { address, code } = await announcement(json(temporaryFolder(), '--admin'))
  const visit = await signIn({ address, code })
  await visit.call('setModelKey', { endpoint: 'anthropic', key: 'not-a-real-key' })
  const { rows } = await visit.call('listAudit', { limit: 10 })
  expect(rows.find((row) => row.type === 'secret.changed')?.actor).toMatch(/^web:[0-9a-f]{6}$/)
})

test('[WEB-15] gives the user an address with a code for every right', async () => {
  const shell = start({ args: ['--data-dir', temporaryFolder()] })
  const [, address = '', code = ''] = /^Atrium is at (http.*\/)#launch=([\w-]{43})$/.exec(await shell.firstLine) ?? []
  const visit = await signIn({ address, code })
  expect((await visit.post('deleteModelKey', { endpoint: 'anthropic' })).status).toBe(200)
  await vi.waitFor(() => expect(shell.stdout()).toMatch(/signed in as web:[0-9a-f]{6} \(admin\)/))
})

test('[WEB-16] reports a taken port in a sentence, and takes no other @all', async () => {
  const squatter = createServer()
  onTestFinished(() => void squatter.close())
  await new Promise<void>((resolve) => void squatter.listen(0, '127.0.0.1', resolve))
  const { port } = squatter.address() as AddressInfo
  const shell = json(temporaryFolder(), '--port', String(port))
  expect(await shell.exited).toBe(3)
  expect(shell.stdout()).toBe('')
  expect(shell.stderr()).toMatch(new RegExp(`^Port ${port} is in use by another program\\. .*\n$`))
})

/** Linux's first port that every account can use; 0 on other systems. */
const firstFree = existsSync(portStart) ? Number(readFileSync(portStart, 'utf8')) : 0

test.runIf(firstFree > 80)('[WEB-16] reports a port that the account can’t use in a sentence', async () => {
  const args = ['--json', '--data-dir', temporaryFolder(), '--port', '80']
  const isRoot = process.getuid?.() === 0
  const shell = start({ args, ...(isRoot && { as: ['setpriv', '--bounding-set', '-net_bind_service', '--'] }) })
  expect(await shell.exited).toBe(3)
  expect(shell.stderr()).toBe(`${webWords.portForbidden(80)}\n`)
})

test('[WEB-27] takes the last run’s port again, or another if it is taken, and knows no earlier session @all', async () => {
  const folder = temporaryFolder()
  const first = json(folder)
  const before = await announcement(first)
  const visit = await signIn(before)
  first.process.kill('SIGKILL')
  await first.exited
  const second = json(folder)
  expect((await announcement(second)).address).toBe(before.address)
  expect((await visit.post('listConversations', {})).status).toBe(401)
  second.process.kill('SIGKILL')
  await second.exited
  const squatter = createServer()
  onTestFinished(() => void squatter.close())
  await new Promise<void>((resolve) => void squatter.listen(Number(new URL(before.address).port), '127.0.0.1', resolve))
  expect((await announcement(json(folder))).address).not.toBe(before.address)
})

test('[WEB-16] reports a data folder in use by another Atrium in a sentence, and the other continues @all', async () => {
  const folder = temporaryFolder()
  const first = json(folder)
  const { address, code } = await announcement(first)
  const second = json(folder)
  expect(await second.exited).toBe(3)
  expect(second.stderr()).toMatch(/^[A-Z][^\n]+\.\n$/)
  expect((await (await signIn({ address, code })).post('listConversations', {})).status).toBe(200)
})

test('[WEB-17] ends on an unknown argument before touching anything', async () => {
  const folder = temporaryFolder()
  const data = path.join(folder, 'data')
  const shell = json(data, '--host', '0.0.0.0')
  expect(await shell.exited).toBe(2)
  expect(shell.stderr()).toMatch(/^[^\n]*--host[^\n]*\.\n$/)
  expect(existsSync(data)).toBe(false)
})

test('[WEB-17] lists every argument with --help', async () => {
  const shell = start({ args: ['--help'] })
  expect(await shell.exited).toBe(0)
  for (const name of ['--port', '--data-dir', '--open', '--json', '--admin']) expect(shell.stdout()).toContain(name)
})

test.each(lastIfQuick(['SIGHUP', 'SIGINT', 'SIGTERM'] as const))(
  '[WEB-18] closes the host on %s, and finds everything at the next start',
  async (signal) => {
    const folder = temporaryFolder()
    const first = json(folder, '--admin')
    const visit = await signIn(await announcement(first))
    await visit.call('setModelKey', { endpoint: 'anthropic', key: 'kept-over-restarts' })
    first.process.kill(signal)
    expect(await first.exited).toBe(0)
    const again = await signIn(await announcement(json(folder)))
    const { rows } = await again.call('listAudit', { limit: 200 })
    expect(rows.map((row) => row.type)).toEqual(expect.arrayContaining(['host.stopped', 'secret.changed']))
  },
)

test('[WEB-18] ends despite a server that won’t, and ends at once on a second signal @all', async () => {
  for (const signals of [1, 2]) {
    const folder = temporaryFolder()
    const running = path.join(folder, 'running')
    const servers = { mcpServers: { stubborn: { command: process.execPath, args: ['-e', stubborn, running] } } }
    writeFileSync(path.join(folder, 'servers.json'), JSON.stringify(servers))
    const shell = json(folder, '--admin')
    await (await signIn(await announcement(shell))).trust()
    await vi.waitFor(() => expect(existsSync(running)).toBe(true))
    shell.process.kill('SIGTERM')
    await leaveTime(300)
    expect(shell.process.exitCode).toBeNull()
    if (signals === 2) shell.process.kill('SIGTERM')
    expect(await shell.exited).toBe(signals === 2 ? 1 : 0)
  }
})

test('[WEB-18] reports an internal error in one sentence, and closes the host before ending @all', async () => {
  const folder = temporaryFolder()
  const fault = `data:text/javascript,process.on('SIGUSR2', () => { throw new Error('seeded') })`
  const shell = start({ args: ['--json', '--data-dir', folder], node: ['--import', fault] })
  await announcement(shell)
  shell.process.kill('SIGUSR2')
  expect(await shell.exited).toBe(1)
  expect(shell.stderr()).toBe(`${commonWords.fault('Error: seeded')}\n`)
  const { rows } = await (await signIn(await announcement(json(folder)))).call('listAudit', {})
  expect(rows.map((row) => row.type)).toContain('host.stopped')
})

test('[WEB-22] doesn’t sign in an old tab after a restart on the same port @all', async () => {
  const folder = temporaryFolder()
  const first = json(folder)
  const announced = await announcement(first)
  const old = await signIn(announced)
  first.process.kill()
  await first.exited
  const { address } = await announcement(json(folder, '--port', new URL(announced.address).port))
  expect(address).toBe(announced.address)
  const refused = await old.post('listConversations', {})
  expect([refused.status, (await refused.json()).error.code]).toEqual([401, 'forbidden'])
})

test.runIf(process.platform === 'linux')(
  '[WEB-21] opens the browser with a file, so no command line shows a code',
  async () => {
    const folder = temporaryFolder()
    const seen = path.join(folder, 'seen')
    const door = path.join(folder, 'data', 'open.html')
    writeFileSync(path.join(folder, 'xdg-open'), `#!/bin/sh\necho "$@" > ${seen}\n`, { mode: 0o755 })
    const env = { DISPLAY: ':99', PATH: `${folder}:${process.env.PATH}` }
    const shell = start({ args: ['--open', '--data-dir', path.join(folder, 'data')], env })
    const [, address = '', code = ''] = /(http.*\/)#launch=([\w-]{43})/.exec(await shell.firstLine) ?? []
    await vi.waitFor(() => expect(readFileSync(seen, 'utf8')).toMatch(/^file:.*open\.html\n$/))
    expect(readFileSync(door, 'utf8')).toContain(`${address}#launch=${code}`)
    expect(statSync(door).mode & 0o777).toBe(0o600)
    expect(readFileSync(`/proc/${shell.pid}/cmdline`, 'utf8')).not.toContain(code)
    await signIn({ address, code })
    await vi.waitFor(() => expect(existsSync(door)).toBe(false))
  },
)

test('[WEB-21] says if nothing can open a browser, and continues', async () => {
  const folder = temporaryFolder()
  const env = { DISPLAY: ':99', PATH: folder }
  const shell = start({ args: ['--open', '--data-dir', path.join(folder, 'data')], env })
  const [, address = '', code = ''] = /(http.*\/)#launch=([\w-]{43})/.exec(await shell.firstLine) ?? []
  await vi.waitFor(() => expect(shell.stdout()).toMatch(/Open the URL yourself/))
  expect((await (await signIn({ address, code })).post('listConversations', {})).status).toBe(200)
})

test('[WEB-20] makes the data folder private to its owner at the first start', async () => {
  const data = path.join(temporaryFolder(), 'data')
  await announcement(json(data))
  expect(statSync(data).mode & 0o777).toBe(0o700)
})
