import type { Input } from '../../shared/commands.ts'
import { serverId, stdioConfig, type StdioConfig } from '../../shared/server-config.ts'

/** One environment variable in the form. `kept` is the name under which the secret store has its value already. */
export type Variable = { key: number; name: string; value: string; secret: boolean; kept?: string | undefined }

/** A server as the form holds it: text, whether it makes sense or not. */
export type ServerDraft = {
  id: string
  name: string
  command: string
  /** One argument on each line. */
  args: string
  cwd: string
  env: Variable[]
}

/** What is wrong, by field; variables by their key. `other` has no field of its own. */
export type DraftProblems = {
  id?: string
  name?: string
  command?: string
  args?: string
  cwd?: string
  env?: Record<number, string>
  other?: string
}

type ProgramInput = Input<'addServer'> & { config: StdioConfig }

export type ReadDraft = { input: ProgramInput } | { problems: DraftProblems }

let lastKey = 0
export const newVariable = (given: Partial<Omit<Variable, 'key'>> = {}): Variable => ({
  key: ++lastKey,
  name: '',
  value: '',
  secret: true,
  ...given,
})

export const emptyDraft = (): ServerDraft => ({ id: '', name: '', command: '', args: '', cwd: '', env: [] })

/** An existing server in the form, which knows programs only. */
export const draftOf = (id: string, config: StdioConfig): ServerDraft => ({
  id,
  name: config.name ?? '',
  command: config.command,
  args: config.args.join('\n'),
  cwd: config.cwd ?? '',
  env: Object.entries(config.env).map(([name, value]) =>
    typeof value === 'string'
      ? newVariable({ name, value, secret: false })
      : newVariable({ name, secret: true, kept: value.secret }),
  ),
})

/** Where the store keeps a server's secret variable. */
const secretName = (id: string, variable: string): string => `server/${id}/env/${variable}`

/**
 * Reads the form. `before` is the server as it was, which keeps what the form does not show; `taken` are the ids of
 * the others.
 */
export function readDraft(draft: ServerDraft, before: StdioConfig | undefined, taken: string[]): ReadDraft {
  const id = draft.id.trim()
  const problems = { ...nameProblems(id, before ? [] : taken), ...commandProblems(draft) }
  const env = envProblems(draft.env)
  if (Object.keys(env).length > 0) problems.env = env
  if (Object.keys(problems).length > 0) return { problems }

  const config = stdioConfig.safeParse(configOf({ ...draft, id }, before))
  if (!config.success) return { problems: problemsOf(config.error.issues) }
  const secrets = draft.env.flatMap(({ name, value, secret }) =>
    secret && value !== '' ? [[secretName(id, name.trim()), value] as const] : [],
  )
  return { input: { id, config: config.data, secrets: Object.fromEntries(secrets) } }
}

function configOf(draft: ServerDraft, before: StdioConfig | undefined): object {
  const name = draft.name.trim()
  const cwd = draft.cwd.trim()
  const { name: _name, cwd: _cwd, ...kept }: Partial<StdioConfig> = before ?? {}
  const env = draft.env.map((variable) => {
    const key = variable.name.trim()
    if (!variable.secret) return [key, variable.value] as const
    const stays = variable.kept !== undefined && variable.value === ''
    return [key, { secret: stays ? variable.kept : secretName(draft.id, key) }] as const
  })
  return {
    ...kept,
    ...(name !== '' && name !== draft.id && { name }),
    command: draft.command.trim(),
    args: before && draft.args === before.args.join('\n') ? before.args : splitLines(draft.args),
    ...(cwd !== '' && { cwd }),
    env: Object.fromEntries(env),
  }
}

const splitLines = (text: string): string[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')

function nameProblems(id: string, taken: string[]): DraftProblems {
  if (id === '') return { id: 'Give the server a name.' }
  if (taken.includes(id)) return { id: `There is a server with the name ${id} already.` }
  const parsed = serverId.safeParse(id)
  return parsed.success ? {} : { id: `${parsed.error.issues[0]?.message ?? 'This name cannot be used'}.` }
}

function commandProblems({ command }: ServerDraft): DraftProblems {
  if (command.trim() === '') return { command: 'Name the program to start.' }
  if (/^https?:/i.test(command.trim()))
    return {
      command: 'This is an address. This form describes programs; write {"url": "…"} for it in servers.json.',
    }
  return {}
}

function envProblems(env: Variable[]): Record<number, string> {
  const seen = new Set<string>()
  const problems: Record<number, string> = {}
  for (const { key, name, value, secret, kept } of env) {
    const trimmed = name.trim()
    if (trimmed === '') problems[key] = 'Name the variable, or remove the row.'
    else if (trimmed.includes('=')) problems[key] = 'A name has no equals sign; the value has its own field.'
    else if (seen.has(trimmed)) problems[key] = `${trimmed} is given twice.`
    else if (secret && value === '' && kept === undefined) problems[key] = 'Enter the secret value.'
    seen.add(trimmed)
  }
  return problems
}

function problemsOf(issues: { path: PropertyKey[]; message: string }[]): DraftProblems {
  const problems: DraftProblems = {}
  for (const { path, message } of issues) {
    const field = path[0]
    const known = field === 'name' || field === 'command' || field === 'args' || field === 'cwd' ? field : 'other'
    problems[known] ??= known === 'other' ? `${path.map(String).join('.')}: ${message}.` : `${message}.`
  }
  return problems
}
