import { splitCommandLine } from '../text/command-line.ts'
import { readOptions, valuesOf } from './command-options.ts'

/** A program by its bare name in small letters, its words, and the names of the variables that its wrapper sets for it. */
export type Program = { name: string; args: string[]; sets: string[] }

/** More programs inside each other than this are not looked for. */
const deepest = 4

const shells = new Set(['sh', 'bash', 'zsh', 'dash', 'ksh', 'ash', 'fish'])
const powershells = new Set(['powershell', 'pwsh'])
const raisers = new Set(['sudo', 'doas', 'pkexec', 'gsudo'])

/** The program of a command, and those it is only a wrapper for: a shell, `env`, `sudo`. The outermost first. */
export const programsOf = (command: string, args: string[]): Program[] =>
  programsFrom({ words: [command, ...args], sets: [] }, 0)

type Line = { words: string[]; sets: string[] }

function programsFrom({ words: [command = '', ...args], sets }: Line, depth: number): Program[] {
  const program = { name: bareName(command), args, sets }
  const inner = depth < deepest ? innerOf(program) : undefined
  const isNone = inner === undefined || (inner.words.length === 0 && inner.sets.length === 0)
  return isNone ? [program] : [program, ...programsFrom(inner, depth + 1)]
}

const bareName = (command: string): string =>
  (command.split(/[\\/]/).at(-1) ?? '').toLowerCase().replace(/\.(exe|cmd|bat|ps1|com)$/, '')

/** Whether it starts what it is given with the rights of another account. */
export const raisesRights = ({ name }: Program): boolean => raisers.has(name)

/** The text that a shell is given to read; undefined when it is none, or runs a file. */
export function scriptOf({ name, args }: Program): string | undefined {
  if (shells.has(name)) {
    const { options, rest } = readOptions(args, { valued: new Set(['-o', '-O', '--rcfile', '--init-file']) })
    return options.some((option) => /^-[A-Za-z]*c/.test(option.name)) ? rest[0] : undefined
  }
  if (name === 'cmd') {
    const at = args.findIndex((arg) => /^\/[ck]/i.test(arg))
    return at === -1 ? undefined : [args[at]?.slice(2), ...args.slice(at + 1)].join(' ').trim()
  }
  if (!powershells.has(name)) return undefined
  const at = args.findIndex(beginsScript)
  return at === -1 ? undefined : args.slice(at + 1).join(' ')
}

/** PowerShell takes any beginning of an option's name. */
function beginsScript(arg: string): boolean {
  const name = /^[-/]([a-z]+)$/i.exec(arg)?.[1]?.toLowerCase()
  return name !== undefined && ['command', 'encodedcommand', 'ec'].some((option) => option.startsWith(name))
}

function innerOf(program: Program): Line | undefined {
  const script = scriptOf(program)
  if (script !== undefined) return lineOf(splitCommandLine(script))
  if (program.name === 'env') {
    const { options, rest } = readOptions(program.args, {
      valued: new Set(['-u', '--unset', '-C', '--chdir', '-S', '--split-string']),
    })
    return lineOf([...valuesOf(options, '-S', '--split-string').flatMap(splitCommandLine), ...rest])
  }
  if (!raisesRights(program)) return undefined
  const { rest } = readOptions(program.args, {
    valued: new Set(['-u', '-g', '-h', '-p', '-C', '-D', '-r', '-t', '-U']),
  })
  return lineOf(rest)
}

/** A command behind the variables that are set for it alone; `export` sets them for what follows. */
function lineOf(line: string[]): Line {
  const words = line[0] === 'export' ? line.slice(1) : line
  const first = words.findIndex((word) => !/^\w+=/.test(word))
  const count = first === -1 ? words.length : first
  return { words: words.slice(count), sets: words.slice(0, count).map((word) => word.slice(0, word.indexOf('='))) }
}
