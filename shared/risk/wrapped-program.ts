import { splitCommandLine } from '../text/command-line.ts'
import { readOptions, optionValues } from './command-options.ts'

/** A program by its lower-case base name, its words, and the names of the variables its wrapper sets. */
export type NamedProgram = { name: string; args: string[]; sets: string[] }

/** Max programs nested inside each other. */
const deepest = 4

const shells = new Set(['sh', 'bash', 'zsh', 'dash', 'ksh', 'ash', 'fish'])
const powershells = new Set(['powershell', 'pwsh'])
const raisers = new Set(['sudo', 'doas', 'pkexec', 'gsudo'])

/** A command's program, and those inside it if it's a wrapper: a shell, `env`, `sudo`. Outermost first. */
export const programsOf = (command: string, args: string[]): NamedProgram[] =>
  programsFrom({ words: [command, ...args], sets: [] }, 0)

type Line = { words: string[]; sets: string[] }

function programsFrom({ words: [command = '', ...args], sets }: Line, depth: number): NamedProgram[] {
  const program = { name: bareName(command), args, sets }
  const inner = depth < deepest ? innerOf(program) : undefined
  const isNone = inner === undefined || (inner.words.length === 0 && inner.sets.length === 0)
  return isNone ? [program] : [program, ...programsFrom(inner, depth + 1)]
}

const bareName = (command: string): string =>
  (command.split(/[\\/]/).at(-1) ?? '').toLowerCase().replace(/\.(exe|cmd|bat|ps1|com)$/, '')

/** Whether it runs its command with another account's rights. */
export const raisesRights = ({ name }: NamedProgram): boolean => raisers.has(name)

/** The script text passed to a shell; undefined if it isn't a shell, or runs a file. */
export function scriptOf({ name, args }: NamedProgram): string | undefined {
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

/** PowerShell accepts any unambiguous prefix of an option's name. */
function beginsScript(arg: string): boolean {
  const name = /^[-/]([a-z]+)$/i.exec(arg)?.[1]?.toLowerCase()
  return name !== undefined && ['command', 'encodedcommand', 'ec'].some((option) => option.startsWith(name))
}

function innerOf(program: NamedProgram): Line | undefined {
  const script = scriptOf(program)
  if (script !== undefined) return lineOf(splitCommandLine(script))
  if (program.name === 'env') {
    const { options, rest } = readOptions(program.args, {
      valued: new Set(['-u', '--unset', '-C', '--chdir', '-S', '--split-string']),
    })
    return lineOf([...optionValues(options, '-S', '--split-string').flatMap(splitCommandLine), ...rest], /^[^=]+=/)
  }
  if (!raisesRights(program)) return undefined
  const { rest } = readOptions(program.args, {
    valued: new Set(['-u', '-g', '-h', '-p', '-C', '-D', '-r', '-t', '-U']),
  })
  return lineOf(rest, /^[^=]+=/)
}

/**
 * A command after its own variable assignments; `export` sets variables for the rest of the script. `env` and `sudo`
 * take any name, shells only some.
 */
function lineOf(line: string[], assignment = /^\w+=/): Line {
  const words = line[0] === 'export' ? line.slice(1) : line
  const first = words.findIndex((word) => !assignment.test(word))
  const count = first === -1 ? words.length : first
  return { words: words.slice(count), sets: words.slice(0, count).map((word) => word.slice(0, word.indexOf('='))) }
}
