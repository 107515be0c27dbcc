import { createHash } from 'node:crypto'
import { chmodSync, existsSync, lstatSync, mkdirSync, readdirSync, readFileSync, readlinkSync } from 'node:fs'
import { lchownSync, symlinkSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { checkupWords } from '../../../../main/host/checkup/words.ts'
import type { StdioConfig } from '../../../../shared/config/server-config.ts'
import { peerFile } from '../../../support/fleet.ts'
import { stdioConfig } from '../../../../shared/config/server-config.ts'
import { levels } from './captivity.ts'
import { afterMounting, homeOutsideTmp, inLoneHost } from './lone.ts'

/** Another file system is mounted at the system's folders, in a namespace. */
const canTry = levels.limited === 'holds' && levels.sealed === 'holds'
const isRoot = process.getuid?.() === 0
const checkout = path.resolve('.')
/** An account that most systems don't know. */
const ordinary = 64_321

/** Below `/home` as users' are, unless the tests themselves run there. */
const homes = [checkout, process.execPath].some((it) => it.startsWith('/home/')) ? '/srv' : '/home'
const account = `${homes}/ada`

const usual = `${account}/.config/Atrium`
const long = `${account}/${'long'.repeat(25)}`
type Cell = {
  /** The folder for the data folder, as the host sees it. */
  data: string
  home?: string
  shell?: 'bash'
  user?: 'ordinary'
  variables?: Record<string, string>
}

/** The scratch folder that the host sees as homes and system folders, without any file of the machine's. */
class Places {
  readonly scratch = homeOutsideTmp()
  readonly #cell: Cell

  constructor(cell: Cell) {
    this.#cell = cell
    for (const folder of ['opt', 'root']) mkdirSync(path.join(this.scratch, folder))
    for (const folder of [cell.data, cell.home ?? account, long]) mkdirSync(this.at(folder), { recursive: true })
    writeFileSync(path.join(this.scratch, 'passwd'), this.#passwd())
    this.write('.ssh/id', 'canary')
    this.write('.bashrc', 'mine')
    this.write('elsewhere/run', program)
    for (const folder of ['code', 'code/a/b', 'tools', 'code/bin2', 'code/tool']) this.write(`${folder}/run`, program)
    this.write('code/mine.txt', 'mine')
    mkdirSync(this.at(`${account}/code/node_modules/.bin`), { recursive: true })
    symlinkSync('../../tool/run', this.at(`${account}/code/node_modules/.bin/tool`))
    symlinkSync(`${account}/elsewhere/run`, this.at(`${account}/code/link`))
    symlinkSync(`${account}/code`, this.at(`${account}/way`))
    if (cell.user === 'ordinary') for (const file of this.#files(this.scratch)) lchownSync(file, ordinary, ordinary)
    chmodSync(this.scratch, 0o755)
  }

  /** The real place of a path that the host sees. */
  at(seen: string): string {
    return seen.startsWith(`${homes}/`)
      ? path.join(this.scratch, 'home', path.relative(homes, seen))
      : this.scratch + seen
  }

  write(file: string, text: string): void {
    const to = this.at(`${account}/${file}`)
    mkdirSync(path.dirname(to), { recursive: true })
    writeFileSync(to, text, { mode: 0o755 })
  }

  /** The command before the host's: its user, its shell, its folders. */
  before(): string[] {
    const { shell, user } = this.#cell
    const mounts = [
      [homes, 'home'],
      ['/opt', 'opt'],
      ['/root', 'root'],
      ['/etc/passwd', 'passwd'],
    ] as const
    const script = mounts.map(([at, name]) => `mount -n --bind '${path.join(this.scratch, name)}' ${at}`)
    if (shell === 'bash') script.push('mount -n --bind /bin/bash "$(realpath /bin/sh)"')
    const as = ['setpriv', '--reuid', String(ordinary), '--regid', String(ordinary), '--clear-groups', '--']
    return [...(user === 'ordinary' ? as : []), ...afterMounting(script.join('; '))]
  }

  /** Every file outside the data folder: its kind, mode and content. */
  look(): Record<string, string> {
    const data = this.at(this.#cell.data)
    const files = this.#files(this.scratch).filter((it) => it !== data && !it.startsWith(`${data}/`))
    return Object.fromEntries(files.map((file) => [path.relative(this.scratch, file), stateOf(file)]))
  }

  #passwd(): string {
    const own = this.#cell.user === 'ordinary' ? ordinary : (process.getuid?.() ?? 0)
    return `root:x:0:0::${own === 0 ? account : '/root'}:/bin/sh\nada:x:${own}:${own}::${account}:/bin/sh\n`
  }

  #files(folder: string): string[] {
    return [
      folder,
      ...readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => path.join(folder, name)),
    ]
  }
}

function stateOf(file: string): string {
  const found = lstatSync(file)
  const content = found.isFile() ? readFileSync(file) : found.isSymbolicLink() ? readlinkSync(file) : ''
  return `${found.mode.toString(8)} ${createHash('sha256').update(content).digest('hex')}`
}

const program = `#!/bin/sh\nexec '${process.execPath}' '${peerFile('captive.mjs')}'\n`
const runtime = path.dirname(path.dirname(process.execPath))
const own = [path.dirname(path.dirname(peerFile('captive.mjs'))), ...(runtime.startsWith('/usr') ? [] : [runtime])]

const server = (command: string, bounds: Partial<StdioConfig>): StdioConfig =>
  stdioConfig.parse({ command: `${account}/${command}`, ...bounds })

const sealed = (command: string, writable: string[], readable: string[] = [], hosts: string[] = []): StdioConfig =>
  server(command, {
    containment: 'sealed',
    writable: writable.map((it) => `${account}/${it}`),
    readable: [...readable.map((it) => `${account}/${it}`), ...own],
    hosts,
  })

/** By the place of its program, each server as it can be configured. All of them start. */
const all = {
  limited: server('tools/run', { containment: 'limited', writable: [`${account}/code`] }),
  'limited in its folder': server('code/run', { containment: 'limited', writable: [`${account}/code`] }),
  outside: sealed('tools/run', ['code']),
  'in a writable folder': sealed('code/run', ['code']),
  'below a writable folder': sealed('code/a/b/run', ['code']),
  'behind a relative link': sealed('code/node_modules/.bin/tool', ['code']),
  'behind a link to another folder': sealed('code/link', ['code']),
  'behind a link on its way': sealed('way/run', ['code']),
  'in a readable folder': sealed('code/run', [], ['code']),
  'in both': sealed('code/bin2/run', ['code'], ['code/bin2']),
  'with a host': sealed('code/run', ['code'], [], ['example.com']),
}

const few = {
  limited: all.limited,
  'in a writable folder': all['in a writable folder'],
  'behind a relative link': all['behind a relative link'],
  'in a readable folder': all['in a readable folder'],
}

/** Tries to get out, and what it may do. Names each attempt that ended otherwise than it must. */
const attempts = (data: string): string => `
const home = ${JSON.stringify(account)}
const wrong = []
const must = (name, isAllowed, act) => {
  try { act(); if (!isAllowed) wrong.push(name) } catch (error) { if (isAllowed) wrong.push(name + ' ' + error.code) }
}
must('secret', false, () => fs.readFileSync(home + '/.ssh/id'))
must('data', false, () => { if (fs.readdirSync(${JSON.stringify(data)}).some((it) => it.startsWith('atrium-mcp-') && fs.readdirSync(${JSON.stringify(data)} + '/' + it).length)) return; throw new Error('') })
must('account', false, () => { fs.writeFileSync('/etc/passwd', '') })
must('own', true, () => fs.readFileSync(home + '/code/mine.txt'))
must('program', true, () => { if (!fs.readFileSync(home + '/code/run', 'utf8').includes('exec')) throw new Error('') })
must('cache', true, () => fs.writeFileSync(process.env.XDG_CACHE_HOME + '/kept', ''))
must('temporary', true, () => fs.writeFileSync('/tmp/kept', ''))
return wrong`

/** Files that the starts made, removed or changed, how each server and its attempts ended, and the doctor's words. */
async function outcomeOf(cell: Cell, servers: Record<string, StdioConfig> = all) {
  const places = new Places(cell)
  const before = places.look()
  const { data, home = account, variables } = cell
  const wanted = { home, servers, code: attempts(data), level: 'namespace', place: data, variables } as const
  const { results, doctor } = await inLoneHost(places.before(), wanted)
  const after = places.look()
  const changed = Object.keys({ ...before, ...after }).filter((file) => before[file] !== after[file])
  return { changed, results, doctor: doctor.text }
}

/** Every server starts, nothing gets out, and the doctor says so. */
const right = (servers: Record<string, StdioConfig> = all) => ({
  changed: [],
  results: Object.fromEntries(Object.keys(servers).map((id) => [id, { value: [] }])),
  doctor: checkupWords.containment.all(checkupWords.containment.ends.namespace),
})

const shells = existsSync('/bin/bash') ? ([undefined, 'bash'] as const) : [undefined]

describe('contained servers', () => {
  test.skipIf(!canTry)(
    '[CNT-41] [CNT-42] [CNT-43] start with the data folder in its usual place, and change no file by it',
    async () => {
      const cell: Cell = { data: usual, ...(isRoot && { user: 'ordinary' }) }
      expect(await outcomeOf(cell, few)).toEqual(right(few))
    },
  )

  const cells: [string, Cell][] = [
    ['in its usual place', { data: usual }],
    ['in the home folder', { data: `${account}/atrium` }],
    ['in another program’s folder', { data: '/opt/atrium' }],
    ['in another home', { data: '/root/atrium' }],
    ['in a temporary folder', { data: '/var/tmp' }],
    ['in shared memory', { data: '/dev/shm' }],
    ['below a home in the account’s own', { data: `${account}/inner/data`, home: `${account}/inner` }],
    ['beside a home in a hidden folder', { data: usual, home: `${account}/snap/app/common` }],
    ['with a long path of temporary files', { data: usual, variables: { TMPDIR: long } }],
  ]
  const users = isRoot ? ([undefined, 'ordinary'] as const) : [undefined]
  const rows = cells.flatMap(([place, cell]) =>
    shells.flatMap((shell) =>
      users.map((user) => ({
        place,
        shell: shell ?? 'sh',
        user: user ?? 'this account',
        cell: { ...cell, ...(shell && { shell }), ...(user && { user }) },
      })),
    ),
  )
  test.skipIf(!canTry).each(rows)(
    '[CNT-41] [CNT-42] [CNT-43] start with the data folder $place, with $shell, as $user @all',
    async ({ cell }) => expect(await outcomeOf(cell)).toEqual(right()),
  )
})
