import type { Launch } from '../asks/asks.ts'
import { diffLines, type MarkedLine } from '../text/diff-lines.ts'
import { riskWords } from './words.ts'

const words = riskWords.differences

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
    environment: { configuration: names('configuration'), secret: names('secret') },
    inherited: namesFrom(now, 'inherited'),
  }
  return { ...parts, differences: before ? differencesIn(parts) : [] }
}

function differencesIn({
  command,
  args,
  path,
  sha256,
  cwd,
  environment,
}: Omit<LaunchDiff, 'differences'>): Difference[] {
  const compared: [string, MarkedLine[]][] = [
    [words.command, command],
    [words.args, args],
    [words.path, path],
    [words.sha256, sha256],
    [words.cwd, cwd],
    [words.names, [...environment.configuration, ...environment.secret]],
  ]
  const found = compared
    .map(([what, lines]) => ({ what, lines: lines.filter(({ mark }) => mark !== 'same') }))
    .filter(({ lines }) => lines.length > 0)
  // The question doesn't contain the values, but they're part of what is trusted.
  return found.length > 0 ? found : [{ what: words.value, lines: [] }]
}

const listOf = (value: string | undefined): string[] => (value === undefined ? [] : [value])

const namesFrom = ({ environment }: Launch, from: From): string[] =>
  environment
    .filter((variable) => variable.from === from)
    .map(({ name }) => name)
    .toSorted()
