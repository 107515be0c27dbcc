import { execFileSync, spawn } from 'node:child_process'
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { text } from 'node:stream/consumers'
import { isSmoke, median, rowOf, type Row } from '../measure.ts'
import { figuresSchema, type Figures } from './figures.ts'
import { bareLoop, folderOf, otherHosts } from './programs.ts'
import { atrium } from './atrium.ts'

const root = path.resolve(import.meta.dirname, '../../..')
const modules = path.join(root, '.cache/hosts')
const inside = path.join(import.meta.dirname, 'inside.ts')

/** Puts the other hosts into a folder each, from npm, without running their install scripts. They take 1.2 GB. */
export function installHosts(): void {
  for (const program of otherHosts) {
    const folder = path.join(modules, folderOf(program))
    mkdirSync(folder, { recursive: true })
    writeFileSync(path.join(folder, 'package.json'), '{ "private": true }')
    console.log(`Installing ${program.packages}`)
    const args = ['install', '--ignore-scripts', '--no-audit', '--no-fund', '--save-exact', program.packages ?? '']
    execFileSync('npm', args, { cwd: folder, stdio: 'inherit' })
  }
}

/** A table of all programs: its head, and its lines. */
export type HostTable = { head: string[]; lines: string[][]; about: string }

const notInstalled = `Other hosts aren’t installed: \`npm run bench -- --install-hosts\` puts them into \`.cache/hosts\` (1.2 GB), and the next run measures them.`

const isInstalled = (): boolean => otherHosts.every((program) => existsSync(path.join(modules, folderOf(program))))

/** Atrium beside a bare loop, and beside the other hosts if they are installed; the table has every program’s figures. */
export async function hostRows(): Promise<{ rows: Row[]; table: HostTable }> {
  if (!isSmoke && !isInstalled()) console.log(notInstalled)
  const figures = await measured()
  const rows = Object.entries(figures.runs).flatMap(([count, runs]) =>
    beside(`launch until the first call is answered, ${count === '1' ? '1 server' : `${count} servers`}`, (program) =>
      (runs[program] ?? []).map(({ answered }) => answered),
    ),
  )
  const of = (key: 'inARow' | 'atOnce') => (program: string) =>
    (figures.runs['1']?.[program] ?? []).flatMap((run) => run[key] ?? [])
  rows.push(...beside('20 calls in a row, each', of('inARow')))
  rows.push(...beside('20 calls of 300 ms in one message', of('atOnce')))
  return { rows, table: tableOf(figures) }
}

/** A row beside the bare loop, and one beside the fastest of the other hosts. */
function beside(name: string, figuresOf: (program: string) => number[]): Row[] {
  const ours = figuresOf(atrium.name)
  const row = (other: string, most?: number): Row =>
    rowOf(name, 'ms', { ours, bare: figuresOf(other) }, { beside: other, ...(most !== undefined && { most }) })
  const others = otherHosts.filter((program) => figuresOf(program.name).length > 0)
  const fastest = others.toSorted((a, b) => median(figuresOf(a.name)) - median(figuresOf(b.name)))[0]
  return [row(bareLoop.name), ...(fastest ? [row(fastest.name, 1.1)] : [])]
}

/** Runs the measurement in new namespaces: no host reaches anything but loopback, and no process outlives it. */
async function measured(): Promise<Figures> {
  const own = process.getuid?.() === 0 ? [] : ['--user', '--map-root-user']
  const contained = [
    'unshare',
    ...own,
    '--net',
    '--pid',
    '--fork',
    '--mount-proc',
    '--kill-child',
    'sh',
    '-c',
    'ip link set lo up && exec "$@"',
    'sh',
  ]
  const isAlone = isInstalled() && !isSmoke
  const [program = '', ...args] = [
    ...(isAlone ? contained : []),
    process.execPath,
    inside,
    ...(isSmoke ? ['--smoke'] : []),
  ]
  const env = { ...process.env, ...(isAlone && { MODULES: modules }) }
  const child = spawn(program, args, { env, stdio: ['ignore', 'pipe', 'inherit'] })
  process.once('exit', () => child.kill('SIGKILL'))
  return figuresSchema.parse(JSON.parse(await text(child.stdout)))
}

function tableOf(figures: Figures): HostTable {
  const programs = [atrium, bareLoop, ...(isInstalled() ? otherHosts : [])].map(({ name }) => name)
  const line = <Figure>(
    what: string,
    all: Record<string, Figure[]> | undefined,
    say: (figures: Figure[]) => string,
  ) => [what, ...programs.map((name) => (all?.[name]?.length ? say(all[name]) : '–'))]
  const middle =
    <Figure>(of: (figure: Figure) => number, digits = 0) =>
    (all: Figure[]): string => {
      const known = all.map(of).filter((figure) => !Number.isNaN(figure))
      return known.length === 0 ? '–' : median(known).toFixed(digits)
    }
  const one = figures.runs['1']
  return {
    head: ['', ...programs],
    lines: [
      ...Object.entries(figures.runs).flatMap(([count, runs]) => [
        line(
          `launch to first request, small servers: ${count} (ms)`,
          runs,
          middle(({ first }) => first),
        ),
        line(
          `launch to first result, small servers: ${count} (ms)`,
          runs,
          middle(({ answered }) => answered),
        ),
      ]),
      line(
        'processor until then, 1 server (s)',
        one,
        middle(({ seconds }) => seconds, 1),
      ),
      line(
        'peak memory until then, 1 server (MB)',
        one,
        middle(({ memory }) => memory),
      ),
      line(
        '20 calls in a row, each (ms)',
        one,
        middle(({ inARow = Number.NaN }) => inARow, 1),
      ),
      line(
        '20 calls of 300 ms in one message (ms)',
        one,
        middle(({ atOnce = Number.NaN }) => atOnce),
      ),
      line('servers’ processes left 3 s after kill -9', figures.left, (all) => String(all[0])),
      line('good tools beside a definition that is no schema', figures.besideBad, ([it]) =>
        it?.keepsSound ? 'kept' : 'lost',
      ),
      line('first result beside a server that never answers (s)', figures.besideBad, ([it]) =>
        ((it?.answered ?? Number.NaN) / 1000).toFixed(1),
      ),
    ],
    about: isInstalled()
      ? `Versions: ${otherHosts.map(({ packages }) => `\`${packages}\``).join(', ')}. All run in a network with nothing but loopback, and each allows all calls in its own way. “–” means that it didn’t do it within 20 s, or that it wasn’t tried with many servers because its start takes more than 2.5 s. The last three lines are measured with all hosts at the same time. Atrium waits up to 15 s for a server that starts, and shows that with a button to send now, which nobody presses here. Atrium is driven over its own HTTP link and keeps its signed log; the others keep session files at most.`
      : notInstalled,
  }
}
