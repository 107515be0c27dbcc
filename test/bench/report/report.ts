import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import type { HostTable } from '../hosts/host-rows.ts'
import { figure, isMissed, ratioText, targetOf, type Row } from '../measure.ts'
import { plotOf, type Theme } from './plot.ts'
import { reasons } from './reasons.ts'
import type { Series } from '../scales.ts'

/** One group of rows, or why there are none. */
export type Measured = { what: string; rows: Row[] } | { what: string; because: string }

/** A run's conditions: the load is that of the machine in the last minute. */
export type Conditions = { began: Date; minutes: number; load: { before: number; after: number } }

const root = path.resolve(import.meta.dirname, '../../..')
const page = path.join(root, 'docs/benchmarks.md')
const plots = path.join(root, 'docs/plots')

/** Writes `docs/benchmarks.md` and its plot. Nothing in it names this machine. */
export function writeReport(
  measured: Measured[],
  series: Series[],
  hosts: HostTable | undefined,
  conditions: Conditions,
): void {
  for (const theme of ['light', 'dark'] satisfies Theme[])
    if (series.length > 0) writeFileSync(path.join(plots, `growth-${theme}.svg`), plotOf(series, theme))
  const parts = [
    heading,
    conditionsOf(conditions),
    ...measured.map(groupOf),
    hostsPart(hosts),
    missedIn(measured),
    plotPart,
  ]
  writeFileSync(page, `${parts.filter((part) => part !== '').join('\n\n')}\n`)
  execFileSync(process.execPath, [path.join(root, 'node_modules/oxfmt/bin/oxfmt'), page])
}

const heading = `# Benchmarks

Atrium beside what people would use instead, measured in one run. \`npm run bench\` measures again and rewrites this page.
Each row is the median of interleaved rounds, so other load affects both sides; the middle half of the rounds is in
brackets. A ratio is Atrium divided by the other side. No test depends on a time:
the suite counts work instead (commits, messages to threads, bytes, nodes).`

function conditionsOf({ began, minutes, load }: Conditions): string {
  const cpus = os.cpus()
  const { version } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')) as { version: string }
  const facts = [
    ['Date', began.toISOString().slice(0, 10)],
    ['Machine', `${cpus.length} processors, ${Math.round(os.totalmem() / 2 ** 30)} GB, ${os.platform()} ${os.arch()}`],
    ['Load', `${load.before.toFixed(1)} before, ${load.after.toFixed(1)} after, on ${cpus.length} processors`],
    [
      'Versions',
      `Atrium ${version}, Node.js ${process.versions.node}, SQLite of better-sqlite3 ${dependency('better-sqlite3')}, client library ${dependency('@modelcontextprotocol/client')}, Inspector ${dependency('@modelcontextprotocol/inspector')}`,
    ],
    ['Duration', `${minutes.toFixed(1)} minutes`],
  ]
  const busy =
    load.before > cpus.length || load.after > cpus.length
      ? '\n\nThe machine was busy with other work. Only the ratios are worth something, not the times.'
      : ''
  return `## This run\n\n${table(['', ''], facts)}${busy}`
}

function dependency(name: string): string {
  const { version } = JSON.parse(readFileSync(path.join(root, 'node_modules', name, 'package.json'), 'utf8')) as {
    version: string
  }
  return version
}

function groupOf(group: Measured): string {
  const title = `## ${group.what.charAt(0).toUpperCase()}${group.what.slice(1)}`
  if ('because' in group) return `${title}\n\nNot measured: ${group.because}`
  const lines = group.rows.map((row) => [
    row.name,
    withSpread(row.ours, row.unit, row.spread?.ours),
    Number.isNaN(row.bare) ? '–' : withSpread(row.bare, row.unit, row.spread?.bare),
    row.beside ?? '',
    ratioText(row),
    `${targetOf(row)}${isMissed(row) ? ', missed' : ''}`,
  ])
  return `${title}\n\n${table(['What', 'Atrium', 'Other side', 'Which is', 'Ratio', 'Target'], lines)}`
}

const withSpread = (value: number, unit: string, spread: readonly [number, number] | undefined): string =>
  spread && spread[0] !== spread[1]
    ? `${figure(value, unit)} (${figure(spread[0], '').trim()}–${figure(spread[1], '').trim()})`
    : figure(value, unit)

/** Every missed target with what its profile shows. */
function missedIn(measured: Measured[]): string {
  const missed = measured.flatMap((group) => ('rows' in group ? group.rows.filter(isMissed) : []))
  if (missed.length === 0) return ''
  const lines = missed.map((row) => {
    const [, reason] = reasons.find(([pattern]) => pattern.test(row.name)) ?? []
    const result = row.limit === undefined ? ratioText(row) : figure(row.ours, row.unit)
    return `- **${row.name}** (${result}, target ${targetOf(row)}): ${reason ?? 'not profiled yet.'}`
  })
  return `## Missed targets\n\n${lines.join('\n')}`
}

const plotPart = `## Growth, drawn

<picture>
  <source media="(prefers-color-scheme: dark)" srcset="plots/growth-dark.svg">
  <img src="plots/growth-light.svg" width="900" alt="Cost over size of events, messages, tools and servers, as multiples of the first step.">
</picture>`

/** All programs of the last group side by side. */
const hostsPart = (hosts: HostTable | undefined): string =>
  hosts ? `### Side by side\n\n${hosts.about}\n\n${table(hosts.head, hosts.lines)}` : ''

const table = (head: string[], rows: string[][]): string =>
  [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n')
