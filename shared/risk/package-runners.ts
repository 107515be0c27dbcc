import { type CommandOption, readOptions, optionValues } from './command-options.ts'
import type { NamedProgram } from './wrapped-program.ts'

/** Packages a runner fetches before it starts one of them, and whether each is pinned to one version. */
export type Fetched = { runner: string; packages: { spec: string; isFixed: boolean }[] }

const npmValued = new Set([
  '-p',
  '--package',
  '-c',
  '--call',
  '-w',
  '--workspace',
  '--registry',
  '--cache',
  '--prefix',
  '-C',
  '--dir',
  '--userconfig',
  '--allow-build',
])
const pythonValued = new Set([
  '--from',
  '--spec',
  '--with',
  '--with-editable',
  '--with-requirements',
  '-p',
  '--python',
  '--directory',
  '--project',
  '--index',
  '--index-url',
  '--extra-index-url',
  '--default-index',
  '-i',
  '-f',
  '--find-links',
  '--cache-dir',
  '--config-file',
  '--env-file',
  '--extra',
  '--group',
  '--pip-args',
])
/** Flags that restrict a runner to installed packages. */
const offline = new Set(['--no-install', '--no', '--offline'])

/** The packages a program fetches from a registry when it starts; undefined if it isn't a package runner. */
export function fetchedBy({ name, args }: NamedProgram): Fetched | undefined {
  const runner = runnerOf(name, args)
  if (!runner) return undefined
  const { options, rest } = readOptions(runner.args, { valued: runner.kind === 'python' ? pythonValued : npmValued })
  if (options.some((option) => offline.has(option.name))) return undefined
  const isFixed = runner.kind === 'python' ? isFixedInPython : isFixedInNpm
  const specs = runner.kind === 'deno' ? rest.slice(0, 1).filter(isRemote) : specsOf(runner, options, rest)
  if (runner.kind === 'deno' && specs.length === 0) return undefined
  return { runner: runner.name, packages: specs.map((spec) => ({ spec, isFixed: isLocal(spec) || isFixed(spec) })) }
}

type Runner = { name: string; kind: 'npm' | 'python' | 'deno'; args: string[]; runsFile?: boolean }

const alone: Record<string, Runner['kind']> = { npx: 'npm', pnpx: 'npm', bunx: 'npm', uvx: 'python' }

/** By program, the subcommands that fetch. */
const subcommands: Record<string, { kind: Runner['kind']; words: string[][] }> = {
  npm: { kind: 'npm', words: [['exec'], ['x']] },
  pnpm: { kind: 'npm', words: [['dlx']] },
  yarn: { kind: 'npm', words: [['dlx']] },
  bun: { kind: 'npm', words: [['x']] },
  uv: { kind: 'python', words: [['tool', 'run'], ['run']] },
  pipx: { kind: 'python', words: [['run']] },
  deno: { kind: 'deno', words: [['run']] },
}

function runnerOf(name: string, args: string[]): Runner | undefined {
  const kind = Object.hasOwn(alone, name) ? alone[name] : undefined
  if (kind) return { name, kind, args }
  const known = Object.hasOwn(subcommands, name) ? subcommands[name] : undefined
  if (!known) return undefined
  const { rest } = readOptions(args, { valued: known.kind === 'python' ? pythonValued : npmValued })
  const words = known.words.find((parts) => parts.every((part, index) => rest[index] === part))
  if (!words) return undefined
  const runsFile = name === 'uv' && words.length === 1
  return { name: [name, ...words].join(' '), kind: known.kind, args: rest.slice(words.length), runsFile }
}

/** The packages named by options; else the first word, unless it's a file or a command. */
function specsOf(runner: Runner, options: CommandOption[], rest: string[]): string[] {
  const extra = runner.kind === 'python' ? optionValues(options, '--with') : []
  const named =
    runner.kind === 'python' ? optionValues(options, '--from', '--spec') : optionValues(options, '-p', '--package')
  if (named.length > 0) return [...named, ...extra]
  const isCalled = runner.kind === 'npm' && optionValues(options, '-c', '--call').length > 0
  return runner.runsFile || isCalled ? extra : [...rest.slice(0, 1), ...extra]
}

const isRemote = (spec: string): boolean => /^(npm|jsr|https?):/i.test(spec)
const isLocal = (spec: string): boolean => /^(\.{1,2}$|\.{0,2}[\\/]|~|file:|[a-z]:[\\/])/i.test(spec)

const commit = /[#@][0-9a-f]{40}(#|$)/i

/** An exact version after the last `@`, or a commit. */
function isFixedInNpm(spec: string): boolean {
  const version = /.@v?(\d+\.\d+\.\d+[\w.+-]*)(\/[\w./-]*)?$/.test(spec)
  return version || commit.test(spec)
}

/** `==` with a version without a star, its short form (`name@1.2.3`), or a commit. */
const isFixedInPython = (spec: string): boolean =>
  /={2,3}\s*\d[\w.!+-]*$/.test(spec) || /^[\w.-]+(\[[^\]]*\])?@\d[\w.!+-]*$/.test(spec) || commit.test(spec)
