import type { ServerConfig } from '../../../shared/config/server-config.ts'
import { clientOf, noClient, type ClientDraft } from './client-draft.ts'
import { rowsOf, type NamedValue } from './named-values.ts'
import { limitsOf, noLimits, type Limits } from './time-limits.ts'

/** A server as the form holds it: text, whether it makes sense or not. What belongs to the other kind waits unused. */
export type ServerDraft = {
  id: string
  name: string
  kind: ServerConfig['type']
  command: string
  /** One argument on each line. */
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
  // The playground has nothing to fill in, and no form is opened for it.
  if (config.type === 'playground') return {}
  const { command, args, cwd = '', env, networkEnvironment: network = false } = config
  return { kind: 'stdio', command, args: args.join('\n'), cwd, env: rowsOf(env), network }
}

/** The arguments as they are typed: one on each line, blank lines are none. */
export const argumentsOf = ({ args }: Pick<ServerDraft, 'args'>): string[] =>
  args
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
