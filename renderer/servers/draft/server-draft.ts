import type { ServerConfig } from '../../../shared/config/server-config.ts'
import { clientOf, noClient, type ClientDraft } from './client-draft.ts'
import { rowsOf, type NamedValue } from './named-values.ts'
import { limitsOf, noLimits, type Limits } from './time-limits.ts'

/** A server in the form: text, valid or not. Fields of the other kind keep their values unused. */
export type ServerDraft = {
  id: string
  name: string
  kind: ServerConfig['type']
  command: string
  /** One argument per line. */
  args: string
  cwd: string
  env: NamedValue[]
  network: boolean
  url: string
  headers: NamedValue[]
  client: ClientDraft
  limits: Limits
}

export const emptyDraft = (): ServerDraft => ({
  id: '',
  name: '',
  kind: 'stdio',
  command: '',
  args: '',
  cwd: '',
  env: [],
  network: false,
  url: '',
  headers: [],
  client: noClient,
  limits: noLimits,
})

/** An existing server in the form. */
export const draftOf = (id: string, config: ServerConfig): ServerDraft => ({
  ...emptyDraft(),
  id,
  name: config.name ?? '',
  limits: limitsOf(config.timeouts),
  ...valuesOf(config),
})

function valuesOf(config: ServerConfig): Partial<ServerDraft> {
  if (config.type === 'http')
    return { kind: 'http', url: config.url, headers: rowsOf(config.headers), client: clientOf(config.oauth) }
  // The playground has nothing to fill in, so it has no form.
  if (config.type === 'playground') return {}
  const { command, args, cwd = '', env, networkEnvironment: network = false } = config
  return { kind: 'stdio', command, args: args.join('\n'), cwd, env: rowsOf(env), network }
}

/** The arguments as typed: one per line, ignoring blank lines. */
export const argumentsOf = ({ args }: Pick<ServerDraft, 'args'>): string[] =>
  args
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
