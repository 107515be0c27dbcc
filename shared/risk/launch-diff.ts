import type { Launch } from '../asks/asks.ts'
import type { Bounds } from '../config/bounds.ts'
import { placeholderOf } from '../config/server-config.ts'
import { diffLines, type MarkedLine } from '../text/diff-lines.ts'
import { riskWords } from './words.ts'

const { differences: words, contained } = riskWords

type From = Launch['environment'][number]['from']

/** A launch for review: each part next to what was trusted before, if different. */
export type LaunchDiff = {
  command: MarkedLine[]
  args: MarkedLine[]
  path: MarkedLine[]
  /** Empty if the file can't be read. */
  sha256: MarkedLine[]
  cwd: MarkedLine[]
  environment: Record<Exclude<From, 'inherited'>, MarkedLine[]>
  /** Its containment, one line per fact. */
  bounds: MarkedLine[]
  /** Names only: inherited values aren't part of what is trusted. */
  inherited: string[]
  /** The differences in words, with their lines; empty without an earlier launch. */
  differences: Difference[]
}

/** `lines` contains only removed and added lines; empty for values, which the question doesn't contain. */
type Difference = { what: string; lines: MarkedLine[] }

/** Compares what would run with what was trusted. */
export function diffLaunch(now: Launch, before: Launch | undefined): LaunchDiff {
  const one = (read: (launch: Launch) => string | undefined): MarkedLine[] =>
    diffLines(before && listOf(read(before)), listOf(read(now)))
  const names = (from: From): MarkedLine[] => diffLines(before && namesFrom(before, from), namesFrom(now, from))
  const parts = {
    command: one(({ command }) => command),
    args: diffLines(before?.args, now.args),
    path: one(({ path }) => path),
    sha256: one(({ sha256 }) => sha256),
    cwd: one(({ cwd }) => cwd),
    bounds: diffLines(before && containmentInWords(before), containmentInWords(now)),
    environment: { configuration: names('configuration'), secret: names('secret') },
    inherited: namesFrom(now, 'inherited'),
  }
  return { ...parts, differences: before ? differencesIn(parts, isLooser(now.bounds, before.bounds)) : [] }
}

function differencesIn(
  { command, args, path, sha256, cwd, bounds, environment }: Omit<LaunchDiff, 'differences'>,
  loosens: boolean,
): Difference[] {
  const compared: [string, MarkedLine[]][] = [
    [words.command, command],
    [words.args, args],
    [words.path, path],
    [words.sha256, sha256],
    [words.cwd, cwd],
    [loosens ? words.looserBounds : words.bounds, bounds],
    [words.names, [...environment.configuration, ...environment.secret]],
  ]
  const found = compared
    .map(([what, lines]) => ({ what, lines: lines.filter(({ mark }) => mark !== 'same') }))
    .filter(({ lines }) => lines.length > 0)
  // The question doesn't contain the values, but they're part of what is trusted.
  return found.length > 0 ? found : [{ what: words.value, lines: [] }]
}

/** A launch's containment, one line per fact. */
export function containmentInWords(
  { bounds, shared = [] }: Pick<Launch, 'bounds' | 'shared'>,
  show = (text: string): string => text,
): string[] {
  if (!bounds) return [contained.open]
  const { level, writable, readable, hosts } = bounds
  const network = hosts.length === 0 ? [contained.noNetwork] : hosts.map(contained.host)
  return [
    contained[level],
    ...writable.map((it) => contained.writable(show(it))),
    ...readable.map((it) => contained.readable(show(it))),
    ...shared.map(({ folder, server }) => contained.shared(show(folder), show(server))),
    ...(level === 'sealed' ? network : []),
  ]
}

/** Whether a program can reach more than before, in any respect. */
export function isLooser(now: Bounds | undefined, before: Bounds | undefined): boolean {
  if (!before) return false
  if (!now) return true
  const adds = (list: 'writable' | 'readable' | 'hosts'): boolean => now[list].some((it) => !before[list].includes(it))
  if (adds('writable')) return true
  // A limited program reads and reaches more than any sealed one.
  return before.level === 'sealed' && (now.level === 'limited' || adds('readable') || adds('hosts'))
}

const listOf = (value: string | undefined): string[] => (value === undefined ? [] : [value])

const namesFrom = ({ environment, secretArguments = [] }: Launch, from: From): string[] => [
  ...environment
    .filter((variable) => variable.from === from)
    .map(({ name }) => name)
    .toSorted(),
  ...(from === 'secret' ? secretArguments.map(({ name }) => placeholderOf(name)) : []),
]
