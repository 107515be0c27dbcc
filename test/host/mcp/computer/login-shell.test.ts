import { chmodSync, existsSync, mkdirSync, readFileSync, realpathSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { afterEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { LoginShell } from '../../../../main/host/mcp/computer/login-shell.ts'
import { Atrium, peer } from '../../../support/atrium.ts'
import { sampleBundles } from '../../../support/bundles/bundles.mjs'
import { openBundle } from '../../../support/bundles/open-bundle.ts'
import { temporaryFolder } from '../../web/site.ts'

/** The PATH of an app that a launcher started. */
const minimal = '/usr/bin:/bin'

afterEach(() => vi.unstubAllEnvs())

/** A program that does what these lines of a shell say. */
function program(file: string, ...lines: string[]): string {
  mkdirSync(path.dirname(file), { recursive: true })
  writeFileSync(file, ['#!/bin/sh', ...lines].join('\n'))
  chmodSync(file, 0o755)
  return file
}

/** A computer whose user has this shell. */
function computerWith(shell: string, home = temporaryFolder(), limit = 60_000) {
  const environment: NodeJS.ProcessEnv = { SHELL: shell, PATH: minimal }
  return { platform: process.platform, home, environment, limits: { program: 1000, shell: limit } }
}

/** PATH as servers then get it. */
async function pathWith(computer: ReturnType<typeof computerWith>, patience?: number): Promise<string | undefined> {
  const shell = new LoginShell(computer, patience)
  onTestFinished(() => shell.close())
  await shell.complete(computer.environment)
  return computer.environment['PATH']
}

/** A shell that first does what these lines say and then what it is asked. */
const fakeShell = (...lines: string[]): string =>
  program(path.join(temporaryFolder(), 'zsh'), ...lines, 'PATH="/opt/tools/bin:$PATH" exec /bin/sh -c "$2"')

/** Shells on this system, the file by which each sets PATH, and how. */
const real = [
  ['bash', '.bash_profile', 'export PATH="/opt/tools/bin:$PATH"'],
  ['bash', '.profile', 'export PATH="/opt/tools/bin:$PATH"'],
  ['zsh', '.zshrc', 'export PATH="/opt/tools/bin:$PATH"'],
  ['fish', '.config/fish/config.fish', 'set -gx PATH /opt/tools/bin $PATH'],
  ['dash', '.profile', 'export PATH="/opt/tools/bin:$PATH"'],
] as const

describe.skipIf(process.platform === 'win32')('the login shell', () => {
  for (const [name, file, line] of real) {
    const shell = ['/usr/bin', '/bin'].map((folder) => path.join(folder, name)).find((it) => existsSync(it))
    test.skipIf(shell === undefined)(`[ELE-73] is asked for the PATH that ${file} of ${name} sets`, async () => {
      const home = realpathSync(temporaryFolder())
      mkdirSync(path.dirname(path.join(home, file)), { recursive: true })
      writeFileSync(path.join(home, file), `echo welcome back\n${line}\n`)
      expect((await pathWith(computerWith(shell ?? '', home)))?.split(':')).toContain('/opt/tools/bin')
    })
  }

  test('[ELE-73] comes first in PATH, with each absolute folder once', async () => {
    const shell = program(path.join(temporaryFolder(), 'zsh'), 'PATH="/opt/a:.::/bin:/opt/a" exec /bin/sh -c "$2"')
    expect(await pathWith(computerWith(shell))).toBe('/opt/a:/bin:/usr/bin')
  })

  test('[ELE-73] costs nothing if it prints noise, or starts something that stays', async () => {
    expect(await pathWith(computerWith(fakeShell('yes noise')))).toBe(minimal)
    const chatty = fakeShell('echo noise; echo more >&2; printf "\\033]0;title\\007"', 'sleep 600 &')
    expect(await pathWith(computerWith(chatty))).toBe(`/opt/tools/bin:${minimal}`)
  })

  test.each([
    ['fails', 'exit 3'],
    ['prints nothing useful', 'echo hello; exit 0'],
  ])('[ELE-73] leaves PATH as it is if it %s', async (_what, line) => {
    expect(await pathWith(computerWith(fakeShell(line)))).toBe(minimal)
  })

  test('[ELE-73] isn’t run if it is unknown or isn’t there', async () => {
    const mark = path.join(temporaryFolder(), 'ran')
    const unknown = program(path.join(temporaryFolder(), 'company-shell'), `: > ${mark}`)
    expect(await pathWith(computerWith(unknown))).toBe(minimal)
    expect(existsSync(mark)).toBe(false)
    expect(await pathWith(computerWith('/nowhere/zsh'))).toBe(minimal)
  })

  test.each([
    ['is below a file', '/etc/passwd/bash', undefined],
    ['has a name that is too long', `/${'a'.repeat(300)}/bash`, undefined],
    ['has a name with a zero byte', '/bin/\0/bash', undefined],
    ['would run in a home that is a file', '/bin/sh', '/dev/null'],
  ])('[ELE-73] leaves PATH as it is if the shell %s', async (_what, shell, home) => {
    const computer = computerWith(shell, home)
    expect(await pathWith(computer)).toBe(minimal)
    expect(await new LoginShell(computer).path()).toBeUndefined()
  })

  test.skipIf(!existsSync('/bin/bash')).each([
    ['a trap that prints each command', `trap 'echo "$BASH_COMMAND"' DEBUG`],
    ['commands printed as they run', 'exec 2>&1; set -x'],
    ['commands printed as they run, by Bash’s own variable', 'BASH_XTRACEFD=1; set -x'],
    ['commands printed as they are read', 'exec 2>&1; set -v'],
    ['another printenv', 'printenv() { echo /elsewhere; }'],
    ['an end at the first fault', 'set -eu'],
  ])('[ELE-73] is understood with %s', async (_what, line) => {
    const home = realpathSync(temporaryFolder())
    writeFileSync(path.join(home, '.bash_profile'), `export PATH=/opt/tools/bin:/usr/bin:/bin\n${line}\n`)
    expect(await pathWith(computerWith('/bin/bash', home))).toBe(`/opt/tools/bin:${minimal}`)
  })

  test('[ELE-73] gives no folder with a control character', async () => {
    const shell = program(
      path.join(temporaryFolder(), 'zsh'),
      `PATH="$(printf '/opt/a\\nb:/x\\033[31m:/opt/c')" exec /bin/sh -c "$2"`,
    )
    expect(await pathWith(computerWith(shell))).toBe('/opt/c:/usr/bin:/bin')
  })

  test('[ELE-76] is asked for the user’s own certificates, which a variable of Atrium’s own replaces', async () => {
    const computer = computerWith(fakeShell('export NODE_EXTRA_CA_CERTS=/opt/company.pem'))
    await pathWith(computer)
    expect(computer.environment['NODE_EXTRA_CA_CERTS']).toBe('/opt/company.pem')
    const own = computerWith(fakeShell('export NODE_EXTRA_CA_CERTS=/opt/company.pem'))
    own.environment['NODE_EXTRA_CA_CERTS'] = '/own.pem'
    await pathWith(own)
    expect(own.environment['NODE_EXTRA_CA_CERTS']).toBe('/own.pem')
    const relative = computerWith(fakeShell('export NODE_EXTRA_CA_CERTS=company.pem'))
    await pathWith(relative)
    expect(relative.environment['NODE_EXTRA_CA_CERTS']).toBeUndefined()
  })

  test('[ELE-73] delays servers for a bounded time if it hangs', async () => {
    const hangs = computerWith(fakeShell('sleep 600'), undefined, 300)
    const shell = new LoginShell(hangs, 10)
    await shell.complete(hangs.environment)
    expect(await shell.path()).toBeUndefined()
    expect(hangs.environment['PATH']).toBe(minimal)
  })

  test('[ELE-73] ends with Atrium', async () => {
    const note = path.join(temporaryFolder(), 'pid')
    const shell = new LoginShell(computerWith(fakeShell(`echo $$ > ${note}.new; mv ${note}.new ${note}`, 'sleep 600')))
    const asked = shell.path()
    await expect.poll(() => existsSync(note), { timeout: 30_000 }).toBe(true)
    shell.close()
    expect(await asked).toBeUndefined()
    await expect.poll(() => isRunning(Number(readFileSync(note, 'utf8'))), { timeout: 30_000 }).toBe(false)
  })

  test('[ELE-73] is asked once, and a late answer counts from then on', async () => {
    const [gate, count] = [path.join(temporaryFolder(), 'gate'), path.join(temporaryFolder(), 'count')]
    const slow = computerWith(fakeShell(`echo x >> ${count}`, `while [ ! -e ${gate} ]; do sleep 0.02; done`))
    const shell = new LoginShell(slow, 10)
    await shell.complete(slow.environment)
    expect(slow.environment['PATH']).toBe(minimal)
    writeFileSync(gate, '')
    expect(await shell.path()).toBe(`/opt/tools/bin:${minimal}`)
    expect(slow.environment['PATH']).toBe(`/opt/tools/bin:${minimal}`)
    expect(readFileSync(count, 'utf8')).toBe('x\n')
  })
})

const isRunning = (pid: number): boolean => {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

describe.skipIf(process.platform === 'win32')('a host that a launcher started', () => {
  const fuses = () => Promise.resolve(undefined)

  async function start(isPacked: boolean, ...lines: string[]): Promise<{ atrium: Atrium; folder: string }> {
    const folder = realpathSync(temporaryFolder())
    const { command, args = [] } = peer('good.mjs')
    program(path.join(folder, 'npx'), `exec ${command} ${args.join(' ')}`)
    program(path.join(folder, 'node'), 'echo v99.1.0')
    const last = `PATH="${folder}:$PATH" exec /bin/sh -c "$2"`
    vi.stubEnv('SHELL', program(path.join(temporaryFolder(), 'zsh'), ...lines, last))
    vi.stubEnv('PATH', minimal)
    const atrium = await Atrium.start({ window: { isPacked, fuses } })
    onTestFinished(() => atrium.close())
    return { atrium, folder }
  }

  test('[ELE-74] finds npx where the user’s terminal does, for servers and in the review of a bundle', async () => {
    const { atrium, folder } = await start(true)
    const { person } = atrium
    await person.link.call('addServer', { id: 'runner', config: { command: 'npx', args: ['good'], env: {} } })
    const asked = await person.ask('trust', 'runner')
    expect(asked.kind === 'trust' && asked.question.launch.path).toBe(path.join(folder, 'npx'))
    await person.trust('runner')
    await person.until('it is ready', () => person.state.servers['runner']?.status.state === 'ready')
    const sample = sampleBundles()['good-node']?.bytes ?? Buffer.alloc(0)
    const review = await person.link.call('reviewBundle', { sha256: await openBundle(person.link, sample, 700) })
    expect(review).toMatchObject({ runtimes: [{ command: 'node', path: path.join(folder, 'node') }] })
  })

  test('[ELE-74] waits for the shell before the first server starts, and asks it once', async () => {
    const [gate, count] = [path.join(temporaryFolder(), 'gate'), path.join(temporaryFolder(), 'count')]
    const wait = `while [ ! -e ${gate} ]; do sleep 0.02; done`
    const { atrium, folder } = await start(true, `echo x >> ${count}`, wait)
    const { person } = atrium
    await person.link.call('addServer', { id: 'runner', config: { command: 'npx', args: ['good'], env: {} } })
    writeFileSync(gate, '')
    const asked = await person.ask('trust', 'runner')
    expect(asked.kind === 'trust' && asked.question.launch.path).toBe(path.join(folder, 'npx'))
    expect(readFileSync(count, 'utf8')).toBe('x\n')
  })

  test('[ELE-74] asks no shell if it wasn’t packaged', async () => {
    const { atrium } = await start(false)
    const { person } = atrium
    await person.link.call('addServer', { id: 'runner', config: { command: 'npx-of-nobody', args: [], env: {} } })
    await person.until('it fails', () => person.state.servers['runner']?.status.state === 'failed')
    expect(process.env['PATH']).toBe(minimal)
  })
})
