import type { CandidateOrigin } from '../../../../shared/config/candidate.ts'
import type { ServerConfig } from '../../../../shared/config/server-config.ts'
import { splitCommandLine } from '../../../../shared/text/command-line.ts'
import { isSecretName, isSecretValue } from '../../../../shared/text/secret-signs.ts'
import { clientOf, noClient, type ClientDraft } from './client-draft.ts'
import { newNamedValue, rowsOf, type NamedValue } from './named-values.ts'
import { limitsOf, noLimits, type Limits } from './time-limits.ts'

/** A server in the form: text, valid or not. Fields of the other kind keep their values unused. */
export type ServerDraft = {
  id: string
  name: string
  kind: ServerConfig['type']
  command: string
  /** One argument per line. */
  args: string
  /** The arguments as they came; they count until the text is edited. */
  given?: string[]
  cwd: string
  env: NamedValue[]
  /** By the name in `${name}`. */
  secretArguments: NamedValue[]
  network: boolean
  /** Names of variables to pass on, separated by spaces. */
  inherit: string
  url: string
  headers: NamedValue[]
  client: ClientDraft
  limits: Limits
  /** Separated by commas. */
  tags: string
  /** Of the candidate that filled in the form. */
  origin?: CandidateOrigin
}

/** The form of a new server: a program, because most servers are one. */
export const emptyDraft = (): ServerDraft => ({
  id: '',
  name: '',
  kind: 'stdio',
  command: '',
  args: '',
  cwd: '',
  env: [],
  secretArguments: [],
  network: false,
  inherit: '',
  url: '',
  headers: [],
  client: noClient,
  limits: noLimits,
  tags: '',
})

/** An existing server in the form. */
export const draftOf = (id: string, config: ServerConfig): ServerDraft => ({
  ...emptyDraft(),
  id,
  name: config.name ?? '',
  limits: limitsOf(config.timeouts),
  tags: (config.tags ?? []).join(', '),
  ...valuesOf(config),
})

function valuesOf(config: ServerConfig): Partial<ServerDraft> {
  if (config.type === 'http')
    return { kind: 'http', url: config.url, headers: rowsOf(config.headers), client: clientOf(config.oauth) }
  // The playground has nothing to fill in, so it has no form.
  if (config.type === 'playground') return {}
  const { command, args, cwd = '', networkEnvironment: network = false, inherit = [] } = config
  const rows = { env: rowsOf(config.env), secretArguments: rowsOf(config.secretArguments ?? {}) }
  return {
    kind: 'stdio',
    command,
    args: args.join('\n'),
    given: args,
    cwd,
    ...rows,
    network,
    inherit: inherit.join(' '),
  }
}

/** The arguments as typed: one per line, ignoring blank lines. */
export const argumentsOf = ({ args }: Pick<ServerDraft, 'args'>): string[] =>
  args
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')

/** A gap that is still in the command, the arguments, the folder or the URL. */
export const gapIn = ({ kind, url, command, args, cwd }: ServerDraft): string | undefined =>
  /<[^<>\n]{1,100}>/.exec(kind === 'http' ? url : [command, args, cwd].join('\n'))?.[0]

/** The fields that a pasted command line fills. */
export type SplitDraft = Pick<ServerDraft, 'command' | 'args' | 'env'>

/**
 * A whole command line typed as the command, as command, arguments and variables; undefined if it may be one program.
 * A path can contain spaces, so after one only an option or a quote shows that arguments follow.
 */
export function splitCommand({ command: line, args, env }: SplitDraft): SplitDraft | undefined {
  const typed = line.trim().replace(/^\$\s+/, '')
  const [first = ''] = typed.split(/\s/)
  if (args.trim() !== '' || !/\s/.test(typed)) return undefined
  if (/[\\/]/.test(first) && !/\s-|["']/.test(typed)) return undefined
  const words = splitCommandLine(typed)
  if (words.some((word) => /^([|<>;&]|\|\||&&|>>)$/.test(word))) return undefined
  const from = words.findIndex((word) => !/^[A-Za-z_]\w*=/.test(word))
  const [command, ...rest] = from < 0 ? [] : words.slice(from)
  if (command === undefined || command === line.trim()) return undefined
  const variables = words.slice(0, from).map((assignment) => {
    const [name = '', value = ''] = assignment.split(/=(.*)/s)
    return newNamedValue({ name, value, secret: isSecretName(name) || isSecretValue(value) })
  })
  return { command, args: rest.join('\n'), env: [...env, ...variables] }
}
