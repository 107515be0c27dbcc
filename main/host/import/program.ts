import path from 'node:path'
import type { LaunchTemplate, NamedTemplate, Template } from '../../../shared/config/candidate.ts'
import type { SkipReason } from '../../../shared/config/imported.ts'
import { isObject, parseJson, type JsonValue } from '../../../shared/schema/json.ts'
import { splitCommandLine } from '../../../shared/text/command-line.ts'
import type { ImportFacts, Gaps } from './gaps.ts'
import { asText, isBlankMember, type Members } from './members.ts'

/** A server that an import found as a program. */
export type ImportedProgram = Extract<LaunchTemplate, { type: 'stdio' }>

/** A program with its arguments, variables and folder; or why it can't be one. */
export function readProgram(
  members: Members,
  gaps: Gaps,
  facts: ImportFacts,
): { launch: ImportedProgram; wasText: boolean } | { why: SkipReason; detail?: string } {
  const words = wordsOf(members)
  if (typeof words === 'string') return { why: words }
  const env = variablesOf(members)
  const own = new Map(env.map(([name, value]) => [name, asText(value)]))
  const isProxy = words.words.some((word) => /(^|\/)mcp-remote(@|$)/.test(word))
  const tidy = tidied(words.words, members)
  const given = members.text('cwd', 'working_directory') ?? ''
  const cwd = given === '' ? undefined : folderOf(given, { members, gaps, facts })
  const [command = '', ...args] = tidy.map((word, index) => (index === 0 ? atHome(word, facts, members) : word))
  const knows = gaps.takesOwn || isProxy ? { own } : {}
  const launch: ImportedProgram = {
    type: 'stdio',
    command: gaps.read(command),
    args: args.map((arg, at) => gaps.read(arg, { ...knows, isScript: isScript(command, args[at - 1]) })),
    env: [...named(env, { members, gaps }), ...forwarded(members, gaps)],
  }
  const project = needsProject(launch, gaps) ? facts.project : undefined
  if (cwd === undefined && project !== undefined) members.changes.push('cwd-set-to-project')
  const folder = cwd ?? (project === undefined ? undefined : [project])
  return { launch: { ...launch, ...(folder && { cwd: folder }) }, wasText: words.wasText }
}

/** Whether the argument after this one is a line that a shell reads. */
const isScript = (command: string, before = ''): boolean =>
  /(^|[\\/])(ba|z|da|k)?sh$/.test(command) && /^-\w*c$/.test(before)

/** The command and its arguments, split if they were written as one text. */
function wordsOf(members: Members): { words: string[]; wasText: boolean } | SkipReason {
  const given = members.take('command', 'cmd', 'executable')
  const line = members.text('arguments')
  const list = members.take('args')
  if (Array.isArray(given)) {
    const words = [...given, ...(Array.isArray(list) ? list : [])]
    return words.length === 0 ? 'no-command' : textsOf(words)
  }
  if (typeof given !== 'string' || given.trim() === '') return 'no-command'
  if (line !== undefined && line.trim() !== '') {
    members.changes.push('command-line-split')
    return textsOf([given.trim(), ...splitCommandLine(line)])
  }
  if (Array.isArray(list)) return textsOf([given.trim(), ...list])
  if (!isBlankMember(list)) return 'arguments-are-no-list'
  const words = lineOf(given)
  if (words) members.changes.push('command-line-split')
  return textsOf(words ?? [given.trim()])
}

/**
 * A whole command line in the command's place. A path can contain spaces, so after one only an option or a quote shows
 * that arguments follow.
 */
function lineOf(given: string): string[] | undefined {
  const line = given.trim()
  const [first = ''] = line.split(/\s/)
  if (!/\s/.test(line) || (/^[^"']*[\\/]/.test(first) && !/\s-|["']/.test(line))) return undefined
  return splitCommandLine(line)
}

const textsOf = (words: JsonValue[]): { words: string[]; wasText: boolean } => ({
  words: words.map(asText),
  wasText: words.every((word) => typeof word === 'string'),
})

/** Wrappers that only Windows needs are left out: Atrium finds programs like npx itself. */
function tidied([command = '', ...args]: string[], members: Members): string[] {
  const [flag = '', program = '', ...rest] = args
  if (/^cmd(\.exe)?$/i.test(command) && /^\/c$/i.test(flag) && /^[\w.@:\\/-]+$/.test(program)) {
    members.changes.push('cmd-wrapper-removed')
    return tidied([program, ...rest], members)
  }
  const [, plain] = /^(npx|npm|uvx|uv|bunx|pnpm|yarn)\.cmd$/i.exec(command) ?? []
  if (plain === undefined) return [command, ...args]
  members.changes.push('cmd-suffix-removed')
  return [plain.toLowerCase(), ...args]
}

/** Other applications don't read `~`, users write it. */
function atHome(text: string, { home }: ImportFacts, members: Members): string {
  if (!/^~[\\/]/.test(text)) return text
  members.changes.push('home-expanded')
  return path.join(home, text.slice(2))
}

type Folders = { members: Members; gaps: Gaps; facts: ImportFacts }

function folderOf(given: string, { members, gaps, facts }: Folders): Template {
  const expanded = atHome(given, facts, members)
  const isWhole = /^([\\/]|[a-z]:[\\/]|\$\{)/i.test(expanded)
  if (isWhole) return gaps.read(expanded)
  return facts.project === undefined ? gaps.folder(given) : [path.resolve(facts.project, expanded)]
}

const needsProject = ({ command, args }: ImportedProgram, { usesProject }: Gaps): boolean =>
  usesProject || [command, ...args].some((word, index) => isRelative(startOf(word), index))

const startOf = ([first = '']: Template): string => (typeof first === 'string' ? first : '')

/** A path that depends on the folder in which the program starts. */
export const isRelative = (word: string, index: number): boolean =>
  /^\.\.?([\\/]|$)/.test(word) || (index > 0 && /^[\w-][\w.-]*([\\/][\w.-]+)*\.([cm]?[jt]s|py|rb|jar|sh)$/.test(word))

/** Some applications keep the variables as a JSON text. */
function variablesOf(members: Members): [string, JsonValue][] {
  const given = members.take('env', 'envs', 'environment')
  const env = typeof given === 'string' ? parseJson(given) : given
  return isObject(env) ? Object.entries(env) : []
}

function named(env: [string, JsonValue][], { members, gaps }: Omit<Folders, 'facts'>): NamedTemplate[] {
  return env.flatMap(([name, value]) => {
    if (!/^[^=\0]+$/.test(name)) members.lose(`env.${name.slice(0, 90)}`, 'not-a-variable-name')
    else if (value === null) members.lose(`env.${name}`, 'null-removes-a-variable')
    else return [gaps.named(name, asText(value))]
    return []
  })
}

/** Variables whose values stay in the other application's environment or store. */
function forwarded(members: Members, gaps: Gaps): NamedTemplate[] {
  const fromEnvironment = listOf(members.take('env_vars')).flatMap((it) => {
    if (!isObject(it)) return typeof it === 'string' ? [it] : []
    const { name, source } = it
    if (typeof name !== 'string') return []
    if (source !== 'remote') return [name]
    members.lose(`env_vars.${name.slice(0, 90)}`, 'variable-of-a-remote-executor')
    return []
  })
  const stored = listOf(members.take('env_keys')).filter((it) => typeof it === 'string')
  return [
    ...fromEnvironment.map((name) => variable(name, gaps, false)),
    ...stored.map((name) => variable(name, gaps, true)),
  ]
}

function variable(name: string, gaps: Gaps, isStored: boolean): NamedTemplate {
  const gap = gaps.variable(name, { isStored })
  return { name, value: [gap], secret: gaps.questions.some(({ id, secret }) => id === gap.ask && secret) }
}

const listOf = (value: JsonValue | undefined): JsonValue[] => (Array.isArray(value) ? value : [])
