import type { Input } from '../../../shared/contract/commands.ts'
import { serverConfig, serverId, type ServerConfig } from '../../../shared/config/server-config.ts'
import { serverForm } from '../../strings/servers/servers-form.ts'
import { clientProblems, settleClient } from './client-draft.ts'
import { joinProblems, problemsOf, type DraftProblems } from './draft-problems.ts'
import { rowProblems, settle } from './named-values.ts'
import { argumentsOf, type ServerDraft } from './server-draft.ts'
import { limitProblems, readLimits } from './time-limits.ts'

const words = serverForm.problems

/** The input of the commands that add or change a server. */
export type ServerInput = Input<'addServer'> & { config: ServerConfig }

export type ReadDraft = { input: ServerInput } | { problems: DraftProblems }

/**
 * Reads the form. `before` is the existing server, whose members without a field are kept, and of the same kind;
 * `taken` are the other servers' IDs.
 */
export function readDraft(draft: ServerDraft, before: ServerConfig | undefined, taken: string[]): ReadDraft {
  const id = draft.id.trim()
  const settled = draft.kind === 'http' ? settle(draft.headers, 'headers', id) : settle(draft.env, 'env', id)
  const client = draft.kind === 'http' ? settleClient(draft.client, id) : { secrets: {} }
  const checked = serverConfig.safeParse(configOf(draft, before, settled.clear, client.oauth))
  const problems = joinProblems(
    ownProblems({ ...draft, id }, before, taken),
    checked.success ? {} : problemsOf(checked.error.issues, draft),
  )
  if (Object.keys(problems).length > 0) return { problems }
  const config = serverConfig.parse(configOf(draft, before, settled.config, client.oauth))
  return { input: { id, config, secrets: { ...settled.secrets, ...client.secrets } } }
}

/** Whether saving restarts the server: something about what is started or reached differs. */
export const isNewStart = ({ config, secrets }: ServerInput, before: ServerConfig): boolean =>
  Object.keys(secrets ?? {}).length > 0 || startOf(config) !== startOf(before)

function startOf(config: ServerConfig): string {
  const { name: _name, timeouts: _timeouts, enabled: _enabled, ...start } = config
  return JSON.stringify({ ...start, registry: undefined })
}

function configOf(draft: ServerDraft, before: ServerConfig | undefined, values: object, oauth?: object): object {
  const {
    name: _name,
    timeouts: _timeouts,
    cwd: _cwd,
    networkEnvironment: _network,
    inherit: _inherit,
    oauth: _oauth,
    ...kept
  }: {
    cwd?: string | undefined
    networkEnvironment?: true | undefined
    inherit?: string[] | undefined
    oauth?: object | undefined
  } & Partial<ServerConfig> = before ?? {}
  const name = draft.name.trim()
  const timeouts = readLimits(draft.limits)
  return {
    ...kept,
    ...(name !== '' && name !== draft.id.trim() && { name }),
    ...(timeouts && { timeouts }),
    ...(draft.kind === 'http'
      ? { type: 'http', url: draft.url.trim(), headers: values, ...(oauth && { oauth }) }
      : { ...programOf(draft, before), env: values }),
  }
}

function programOf(draft: ServerDraft, before: ServerConfig | undefined) {
  const cwd = draft.cwd.trim()
  const inherit = draft.inherit.split(/\s+/).filter((name) => name !== '')
  const given = before?.type === 'stdio' ? before.args : draft.given
  const untouched = draft.args === given?.join('\n') ? given : undefined
  return {
    type: 'stdio',
    command: draft.command.trim(),
    args: untouched ?? argumentsOf(draft),
    ...(cwd !== '' && { cwd }),
    ...(draft.network && { networkEnvironment: true }),
    ...(inherit.length > 0 && { inherit }),
  }
}

/** Problems the schema doesn't know, or that a form can word better. */
function ownProblems(draft: ServerDraft, before: ServerConfig | undefined, taken: string[]): DraftProblems {
  const kind = draft.kind === 'http' ? 'headers' : 'env'
  const rows = rowProblems(draft[kind], kind)
  const limits = limitProblems(draft.limits)
  const client = draft.kind === 'http' ? clientProblems(draft.client) : {}
  return {
    ...(before ? {} : nameProblem(draft.id, taken)),
    ...(draft.kind === 'stdio' && commandProblem(draft.command, before !== undefined)),
    ...(Object.keys(rows).length > 0 && { [kind]: rows }),
    ...(Object.keys(limits).length > 0 && { limits }),
    ...(Object.keys(client).length > 0 && { client }),
  }
}

function nameProblem(id: string, taken: string[]): DraftProblems {
  if (id === '') return { id: words.noName }
  if (taken.includes(id)) return { id: words.nameTaken(id) }
  const parsed = serverId.safeParse(id)
  return parsed.success ? {} : { id: `${parsed.error.issues[0]?.message ?? words.nameUnusable}.` }
}

function commandProblem(command: string, isThere: boolean): DraftProblems {
  if (command.trim() === '') return { command: words.noCommand }
  if (!/^https?:/i.test(command.trim())) return {}
  return { command: isThere ? words.addressAsCommand : words.addressAsCommandOfNew }
}
