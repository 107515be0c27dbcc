import { spawnSync } from 'node:child_process'
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import path from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { SecretFile } from '../../../main/shells/web/secret-file.ts'
import { announcement, signIn, start } from './process.ts'
import { temporaryFolder } from './site.ts'

const built = path.resolve(import.meta.dirname, '../../../out/main')
/** Root obeys a folder's mode only without these capabilities. */
const obeying = process.getuid?.() === 0 ? ['setpriv', '--bounding-set', '-dac_override,-dac_read_search', '--'] : []

function run(program: string, args: string[], env: NodeJS.ProcessEnv = {}) {
  const [command = '', ...rest] = [...obeying, process.execPath, path.join(built, program), ...args]
  const options = { encoding: 'utf8', env: { ...process.env, DISPLAY: '', ...env } } as const
  const { status, stdout, stderr } = spawnSync(command, rest, options)
  return { status, stdout, stderr }
}

/** A folder that can't be used, and what its sentence says. */
const places: [what: string, prepare: (base: string) => string, says: RegExp][] = [
  ['a file', (base) => path.join(base, 'file'), /file: it’s a file, not a folder\. Choose another/],
  ['below a file', (base) => path.join(base, 'file', 'a', 'b'), /b: \S+file is a file, not a folder\. Choose another/],
  ['without rights', (base) => path.join(base, 'shut'), /shut: your account has no right/],
  ['below one without rights', (base) => path.join(base, 'shut', 'new'), /create \S+new: your account has no right/],
]

function prepared(): string {
  const base = temporaryFolder()
  writeFileSync(path.join(base, 'file'), 'mine')
  mkdirSync(path.join(base, 'shut'))
  chmodSync(path.join(base, 'shut'), 0)
  onTestFinished(() => chmodSync(path.join(base, 'shut'), 0o700))
  return base
}

describe.skipIf(process.platform === 'win32')('a data folder that can’t be used', () => {
  test.each(places)('[WEB-28] is refused by every shell and named by the check: %s', (_what, prepare, says) => {
    const base = prepared()
    const folder = prepare(base)
    const starts = [
      run('web.js', ['--json', '--data-dir', folder]),
      run('cli.js', ['tools', 'x', '--data-dir', folder]),
      run('cli.js', ['serve', '--json', '--data-dir', folder]),
    ]
    for (const { status, stdout, stderr } of starts) {
      expect({ status, stdout }).toEqual({ status: 2, stdout: '' })
      expect(stderr).toMatch(says)
      expect(stderr).toMatch(/^[^\n]+\.\n$/)
    }
    const doctor = run('cli.js', ['doctor', '--data-dir', folder])
    expect(doctor.status).toBe(1)
    expect(doctor.stdout.replaceAll(/\s+/g, ' ')).toMatch(says)
    expect(doctor.stdout).not.toContain('doesn’t exist yet')
    expect(readFileSync(path.join(base, 'file'), 'utf8')).toBe('mine')
    expect(statSync(path.join(base, 'shut')).mode & 0o777).toBe(0)
    expect(readdirSync(base).toSorted()).toEqual(['file', 'shut'])
  })

  test('[WEB-28] is refused if an environment variable names it, and by the audit commands', () => {
    const base = prepared()
    const file = path.join(base, 'file')
    if (process.platform === 'linux') {
      const { status, stderr } = run('web.js', ['--json'], { XDG_DATA_HOME: file })
      expect(status).toBe(2)
      expect(stderr).toMatch(/file is a file, not a folder\. Choose another folder with --data-dir\.\n$/)
    }
    const audit = run('audit.js', ['verify', '--data-dir', file])
    expect(audit.status).toBe(1)
    expect(audit.stderr).toMatch(/it’s a file, not a folder\. Choose another folder with --data-dir\.\n$/)
  })
})

describe('a secret store that can’t be read', () => {
  test.each(['secrets.key', 'secrets.enc'])('[WEB-29] is locked, named and unchanged: %s', async (name) => {
    const folder = temporaryFolder()
    const other = name === 'secrets.key' ? 'secrets.enc' : 'secrets.key'
    mkdirSync(path.join(folder, name))
    writeFileSync(path.join(folder, other), 'kept')
    const refused = { code: 'unavailable', message: expect.stringContaining(`${name} in the data folder`) }
    const store = new SecretFile(folder)
    await expect(store.get('a')).rejects.toMatchObject(refused)
    await expect(store.set('a', 'b')).rejects.toMatchObject(refused)
    await expect(store.delete('a')).rejects.toMatchObject(refused)
    expect(await store.keep('a', 'b')).toBe(false)
    expect(await store.check()).toMatchObject({ isReadable: false, locked: refused.message })
    const shell = start({ args: ['--json', '--data-dir', folder] })
    onTestFinished(() => void shell.process.kill('SIGKILL'))
    const visit = await signIn(await announcement(shell))
    const answer = await visit.post('listConversations', {})
    expect(answer.status).toBe(200)
    expect(readFileSync(path.join(folder, other), 'utf8')).toBe('kept')
    expect(readdirSync(path.join(folder, name))).toEqual([])
    expect(readdirSync(folder).filter((it) => it.includes('unreadable'))).toEqual([])
    expect(existsSync(path.join(folder, 'journal.db'))).toBe(true)
  })
})

/** The files that a start reads, and those that only cost it something. */
const files = {
  'audit.heads.jsonl': 'starts',
  'journal.db': 'ends',
  'lock.db': 'ends',
  'port.json': 'starts',
  'running.json': 'starts',
  'secrets.enc': 'starts',
  'secrets.key': 'starts',
  'servers.json': 'starts',
  'settings.json': 'starts',
} as const

/** The ways in which a file can't be read: its content afterwards, if a start must leave it. */
const ways = {
  'a folder': (file: string) => mkdirSync(file),
  'without rights': (file: string) => writeFileSync(file, 'mine', { mode: 0 }),
} as const

/** Starts Atrium as an account that obeys rights, and ends it once it is there: its exit code and what it said. */
async function startedIn(folder: string): Promise<{ end: 'starts' | 'ends'; stderr: string }> {
  const shell = start({ args: ['--json', '--data-dir', folder], as: obeying })
  const isThere = await shell.firstLine.then(
    () => true,
    () => false,
  )
  shell.process.kill('SIGTERM')
  await shell.exited
  return { end: isThere ? 'starts' : 'ends', stderr: shell.stderr() }
}

test.skipIf(process.platform === 'win32')(
  '[WEB-30] starts, or refuses in one sentence, whichever file of the data folder can’t be read, and leaves it @all',
  async () => {
    const seed = temporaryFolder()
    await startedIn(seed)
    for (const [name, content] of [
      ['servers.json', '{"mcpServers":{}}'],
      ['settings.json', '{}'],
    ] as const)
      writeFileSync(path.join(seed, name), content)
    for (const [file, expected] of Object.entries(files))
      for (const [way, spoil] of Object.entries(ways)) {
        const what = `${file} ${way}`
        const folder = path.join(temporaryFolder(), 'data')
        cpSync(seed, folder, { recursive: true })
        chmodSync(folder, 0o700)
        const at = path.join(folder, file)
        rmSync(at, { force: true })
        spoil(at)
        const { end, stderr } = await startedIn(folder)
        expect(end, `${what}: ${stderr}`).toBe(expected)
        expect(stderr, what).not.toMatch(/close because of an error|\n {4}at /)
        if (end === 'ends') expect(stderr, what).toMatch(/^[^\n]+\.\n$/)
        if (way === 'a folder') expect(readdirSync(at), what).toEqual([])
        // A note of this run that Atrium replaces as a whole.
        else if (file !== 'running.json') {
          expect(statSync(at).mode & 0o777, what).toBe(0)
          chmodSync(at, 0o600)
          expect(readFileSync(at, 'utf8'), what).toBe('mine')
        }
      }
  },
  120_000,
)
