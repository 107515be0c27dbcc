import type { Launch } from '../../shared/asks.ts'
import { strings } from '../strings/strings.ts'
import { diffLines, type Marked } from '../ui/diff-lines.ts'

const words = strings.inbox.differences

type From = Launch['environment'][number]['from']

/** A launch as it is read: every part of it, beside what was trusted before where that differs. */
export type LaunchDiff = {
  command: Marked[]
  args: Marked[]
  path: Marked[]
  /** Empty where the file cannot be read. */
  sha256: Marked[]
  cwd: Marked[]
  environment: Record<Exclude<From, 'inherited'>, Marked[]>
  /** Names only: what is inherited is not part of what is trusted. */
  inherited: string[]
  /** What differs, in words; empty without a launch before. */
  differences: string[]
}

/** Compares what would run with what was trusted. */
export function diffLaunch(now: Launch, before: Launch | undefined): LaunchDiff {
  const one = (read: (launch: Launch) => string | undefined): Marked[] =>
    diffLines(before && listOf(read(before)), listOf(read(now)))
  const names = (from: From): Marked[] => diffLines(before && namesFrom(before, from), namesFrom(now, from))
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

function differencesIn({ command, args, path, sha256, cwd, environment }: Omit<LaunchDiff, 'differences'>): string[] {
  const compared: [string, Marked[]][] = [
    [words.command, command],
    [words.args, args],
    [words.path, path],
    [words.sha256, sha256],
    [words.cwd, cwd],
    [words.names, [...environment.configuration, ...environment.secret]],
  ]
  const found = compared.filter(([, lines]) => lines.some(({ mark }) => mark !== 'same')).map(([what]) => what)
  // The values are not in the question, but they are part of what is trusted.
  return found.length > 0 ? found : [words.value]
}

const listOf = (value: string | undefined): string[] => (value === undefined ? [] : [value])

const namesFrom = ({ environment }: Launch, from: From): string[] =>
  environment
    .filter((variable) => variable.from === from)
    .map(({ name }) => name)
    .toSorted()
