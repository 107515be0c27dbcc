import { spawnSync } from 'node:child_process'
import {
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import type { CheckedPart } from '../../../shared/contract/checkup.ts'
import { SecretFile } from '../../../main/shells/web/secret-file.ts'
import { announcement, signIn, start } from './process.ts'
import { temporaryFolder } from './site.ts'
import { afterMounting } from '../mcp/containment/lone.ts'

const built = path.resolve(import.meta.dirname, '../../../out/main')
/** Root obeys a folder's mode only without these capabilities. */
const obeying = process.getuid?.() === 0 ? ['setpriv', '--bounding-set', '-dac_override,-dac_read_search', '--'] : []

/** Whether this computer lets a program have its own mounts. */
const canMount = spawnSync('unshare', [...afterMounting('true').slice(1), 'true']).status === 0

type Ran = { env?: NodeJS.ProcessEnv; as?: readonly string[] }

function run(program: string, args: string[], { env = {}, as = obeying }: Ran = {}) {
  const [command = '', ...rest] = [...as, process.execPath, path.join(built, program), ...args]
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

/** Every way to start Atrium refuses the folder in one sentence, and the check says the same. */
function expectRefusal(folder: string, says: RegExp, ran: Ran = {}): void {
  const starts = [
    run('web.js', ['--json', '--data-dir', folder], ran),
    run('cli.js', ['tools', 'x', '--data-dir', folder], ran),
    run('cli.js', ['serve', '--json', '--data-dir', folder], ran),
  ]
  const sentences = starts.map(({ status, stdout, stderr }) => {
    expect({ status, stdout }, stderr).toEqual({ status: 2, stdout: '' })
    expect(stderr).toMatch(says)
    expect(stderr).toMatch(/^[^\n]+\.\n$/)
    return stderr.trim()
  })
  const { status, stdout } = run('cli.js', ['doctor', '--json', '--data-dir', folder], ran)
  expect(status).toBe(1)
  const { parts }: { parts: CheckedPart[] } = JSON.parse(stdout)
  const named = parts.filter(
    ({ part }) => part === 'folder' || (part === 'database' && !existsSync(`${folder}/journal.db`)),
  )
  for (const { health, text, advice } of named) {
    expect(health).toBe('problem')
    for (const sentence of sentences) expect(sentence).toBe(`${text} ${advice ?? ''}`)
  }
}

describe.skipIf(process.platform === 'win32')('a data folder that can’t be used', () => {
  test.each(places)('[WEB-28] is refused by every shell and named by the check: %s', (_what, prepare, says) => {
    const base = prepared()
    expectRefusal(prepare(base), says)
    expect(readFileSync(path.join(base, 'file'), 'utf8')).toBe('mine')
    expect(statSync(path.join(base, 'shut')).mode & 0o777).toBe(0)
    expect(readdirSync(base).toSorted()).toEqual(['file', 'shut'])
  })

  test.skipIf(!canMount).each([
    ['itself', 'data'],
    ['the place of its parent', 'data/above/new'],
  ])('[WEB-28] is refused and named on a file system that is read-only: %s', (_what, name) => {
    const base = temporaryFolder()
    const mounted = path.join(base, 'data')
    mkdirSync(mounted)
    const readOnly = afterMounting(
      `mount -n --bind '${mounted}' '${mounted}'; mount -n -o remount,bind,ro '${mounted}'`,
    )
    const says = new RegExp(`${name}: its file system is read-only\\. Choose another folder`)
    expectRefusal(path.join(base, name), says, { as: readOnly })
    expect(readdirSync(mounted)).toEqual([])
  })

  test('[WEB-28] is refused if an environment variable names it, and by the audit commands', () => {
    const base = prepared()
    const file = path.join(base, 'file')
    if (process.platform === 'linux') {
      const { status, stderr } = run('web.js', ['--json'], { env: { XDG_DATA_HOME: file } })
      expect(status).toBe(2)
      expect(stderr).toMatch(/file is a file, not a folder\. Choose another folder with --data-dir\.\n$/)
    }
    const audit = run('audit.js', ['verify', '--data-dir', file])
    expect(audit.status).toBe(1)
    expect(audit.stderr).toMatch(/it’s a file, not a folder\. Choose another folder with --data-dir\.\n$/)
  })
})

/** An account that most systems don't know. */
const ordinary = 64_321
const isRoot = process.getuid?.() === 0
const asOrdinary = ['setpriv', '--reuid', `${ordinary}`, '--regid', `${ordinary}`, '--clear-groups', '--']

/** A temporary folder that other accounts reach too. Those of a whole test run are in one that only its account opens. */
function reachableFolder(): string {
  if (isOpenToAll(tmpdir())) return temporaryFolder()
  const folder = mkdtempSync('/var/tmp/atrium-web-')
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

/** A data folder with a database, and who else can write to it. */
function shared({
  mode,
  owner,
  file,
  fileMode,
}: {
  mode: number
  owner?: number
  file?: string
  fileMode?: number
}): string {
  const folder = path.join(reachableFolder(), 'my data')
  chmodSync(path.dirname(folder), 0o755)
  mkdirSync(folder)
  writeFileSync(path.join(folder, file ?? 'journal.db'), '')
  chmodSync(path.join(folder, file ?? 'journal.db'), fileMode ?? 0o600)
  if (owner !== undefined)
    for (const it of [folder, path.join(folder, file ?? 'journal.db')]) chownSync(it, owner, owner)
  chmodSync(folder, mode)
  return folder
}

describe.skipIf(process.platform === 'win32')('a data folder that another account can write to', () => {
  test.each([
    ['all', { mode: 0o707 }, /my data: all accounts can write to it\. Run chmod 700 \S+my\\ data, or choose/],
    ['a group', { mode: 0o770 }, /my data: its group can write to it\. Run chmod 700 \S+my\\ data, or choose/],
    ['all, but not remove', { mode: 0o1777 }, /my data: all accounts can write to it\. Run chmod 700/],
    [
      'all, to its database',
      { mode: 0o755, fileMode: 0o666 },
      /my data: all accounts can write to \S+my data\/journal\.db\. Run chmod 700 \S+my\\ data, or choose/,
    ],
    [
      'a group, to its servers',
      { mode: 0o710, file: 'servers.json', fileMode: 0o660 },
      /my data: its group can write to \S+my data\/servers\.json\. Run chmod 700 \S+my\\ data, or choose/,
    ],
  ])('[WEB-31] is refused by every shell and named by the check: %s', (_who, made, says) => {
    const folder = shared(made)
    const before = readdirSync(folder)
    expectRefusal(folder, says)
    expect(statSync(folder).mode & 0o7777).toBe(made.mode)
    expect(readdirSync(folder)).toEqual(before)
  })

  test.skipIf(!isRoot)('[WEB-31] is refused to the superuser if an ordinary account owns it', () => {
    const folder = shared({ mode: 0o700, owner: ordinary })
    expectRefusal(folder, /my data belongs to another account\. Start Atrium as the account that owns it/)
    expect(readdirSync(folder)).toEqual(['journal.db'])
  })

  test.skipIf(!isRoot || !isOpenToAll(built)).each([
    ['theirs', ordinary, /my data: all accounts can write to it\. Run chmod 700 \S+my\\ data, or choose/],
    ['the superuser’s', 0, /Run sudo chown 64321 \S+my\\ data && chmod 700 \S+my\\ data, or choose/],
    [
      'a third account’s',
      ordinary + 1,
      /my data belongs to another account\. Start Atrium as the account that owns it/,
    ],
  ])('[WEB-31] is refused to an ordinary account if the folder is %s', (_whose, owner, says) => {
    const folder = shared({ mode: 0o777, owner })
    expectRefusal(folder, says, { as: asOrdinary })
    expect(readdirSync(folder)).toEqual(['journal.db'])
  })

  test('[WEB-31] is used after the command that the sentence names, and one that others only read at once', async () => {
    const folder = shared({ mode: 0o777, fileMode: 0o666 })
    const [, command = ''] =
      /Run (chmod .*), or choose/.exec(run('web.js', ['--json', '--data-dir', folder]).stderr) ?? []
    spawnSync('/bin/sh', ['-c', command])
    expect(statSync(folder).mode & 0o777).toBe(0o700)
    expect(await startedIn(folder)).toMatchObject({ end: 'starts' })
    chmodSync(folder, 0o755)
    expect(await startedIn(folder)).toMatchObject({ end: 'starts' })
  })

  test('[WEB-31] is read by the audit commands', async () => {
    const folder = temporaryFolder()
    await startedIn(folder)
    chmodSync(folder, 0o777)
    const { status, stdout, stderr } = run('audit.js', ['verify', '--data-dir', folder])
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' })
    expect(stdout).toContain('The log is intact')
  })
})

/** Whether every account can read what is at a place. */
function isOpenToAll(place: string): boolean {
  const folder = path.dirname(place)
  return (statSync(place).mode & 0o005) === 0o005 && (folder === place || isOpenToAll(folder))
}

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
