import type { Input } from '../../../../shared/contract/commands.ts'
import { serverConfig, serverId, type ServerConfig } from '../../../../shared/config/server-config.ts'
import { serverForm } from '../../../strings/servers/servers-form.ts'
import { defined } from '../../../../shared/schema/json.ts'
import { clientProblems, settleClient } from './client-draft.ts'
import { joinProblems, problemsOf, type DraftProblems } from './draft-problems.ts'
import { rowProblems, settle, type RowKind } from './named-values.ts'
import { argumentsOf, gapIn, type ServerDraft } from './server-draft.ts'
import { limitProblems, readLimits } from './time-limits.ts'

const words = serverForm.problems

/** The input of the commands that add or change a server. */
export type ServerInput = Input<'addServer'> & { config: ServerConfig }

/** A server to add or change, or a sentence for each field that keeps it from being saved. */
export type ReadDraft = { input: ServerInput } | { problems: DraftProblems }

/**
 * Reads the form. `before` is the existing server, whose members without a field are kept, and of the same kind;
 * `taken` are the other servers' IDs.
 */
export function readDraft(draft: ServerDraft, before: ServerConfig | undefined, taken: string[]): ReadDraft {
  const id = draft.id.trim()
  const settled = draft.kind === 'http' ? settle(draft.headers, 'headers', id) : settle(draft.env, 'env', id)
  const apart = settle(draft.kind === 'http' ? [] : draft.secretArguments, 'secretArguments', id)
  const client = draft.kind === 'http' ? settleClient(draft.client, id) : { secrets: {} }
  const checked = serverConfig.safeParse(
    configOf(draft, before, { values: settled.clear, apart: apart.config, ...client }),
  )
  const problems = joinProblems(
    ownProblems({ ...draft, id }, before, taken),
    checked.success ? {} : problemsOf(checked.error.issues, draft),
  )
  if (Object.keys(problems).length > 0) return { problems }
  const config = serverConfig.parse(configOf(draft, before, { values: settled.config, apart: apart.config, ...client }))
  const secrets = { ...settled.secrets, ...apart.secrets, ...client.secrets }
  const passport = draft.origin?.passport?.text
  return { input: { id, config, secrets, ...defined({ passport }) } }
}

/** Whether saving restarts the server: something about what is started or reached differs. */
export const isNewStart = ({ config, secrets }: ServerInput, before: ServerConfig): boolean =>
  Object.keys(secrets ?? {}).length > 0 || startOf(config) !== startOf(before)

function startOf(config: ServerConfig): string {
  const { name: _name, timeouts: _timeouts, tags: _tags, enabled: _enabled, startsOn: _startsOn, ...start } = config
  return JSON.stringify({ ...start, registry: undefined })
}

type Values = { values: object; apart: object; oauth?: object }

function configOf(draft: ServerDraft, before: ServerConfig | undefined, { values, apart, oauth }: Values): object {
  const { passport: _passport, ...origin } = draft.origin ?? {}
  const {
    name: _name,
    timeouts: _timeouts,
    tags: _tags,
    cwd: _cwd,
    networkEnvironment: _network,
    inherit: _inherit,
    secretArguments: _secretArguments,
    oauth: _oauth,
    ...kept
  }: {
    cwd?: string | undefined
    networkEnvironment?: true | undefined
    inherit?: string[] | undefined
    secretArguments?: object | undefined
    oauth?: object | undefined
  } & Partial<ServerConfig> = before ?? {}
  const name = draft.name.trim()
  const timeouts = readLimits(draft.limits)
  const tags = tagsIn(draft.tags)
  return {
    ...kept,
    ...origin,
    ...(name !== '' && name !== draft.id.trim() && { name }),
    ...(timeouts && { timeouts }),
    ...(tags.length > 0 && { tags }),
    ...(draft.kind === 'http'
      ? { type: 'http', url: draft.url.trim(), headers: values, ...(oauth && { oauth }) }
      : { ...programOf(draft), env: values, ...(Object.keys(apart).length > 0 && { secretArguments: apart }) }),
  }
}

/** Each tag once, as first typed. */
const tagsIn = (text: string): string[] => [
  ...new Set(
    text
      .split(',')
      .map((tag) => tag.trim())
      .filter((tag) => tag !== ''),
  ),
]

function programOf(draft: ServerDraft) {
  const cwd = draft.cwd.trim()
  const inherit = draft.inherit.split(/\s+/).filter((name) => name !== '')
  const untouched = draft.args === draft.given?.join('\n') ? draft.given : undefined
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
  const kinds: RowKind[] = draft.kind === 'http' ? ['headers'] : ['env', 'secretArguments']
  const rows = kinds.map((kind) => [kind, rowProblems(draft[kind], kind)] as const)
  const limits = limitProblems(draft.limits)
  const client = draft.kind === 'http' ? clientProblems(draft.client) : {}
  const gap = draft.origin?.passport && gapIn(draft)
  return {
    ...(gap !== undefined && { other: words.gap(gap) }),
    ...(before ? {} : nameProblem(draft.id, taken)),
    ...(draft.kind === 'stdio' && commandProblem(draft.command, before !== undefined)),
    ...Object.fromEntries(rows.filter(([, problems]) => Object.keys(problems).length > 0)),
    ...(Object.keys(limits).length > 0 && { limits }),
    ...(Object.keys(client).length > 0 && { client }),
  }
}

/** Why a server can't have this ID; empty if it can. `taken` are other servers' IDs. */
export function nameProblem(id: string, taken: string[]): DraftProblems {
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
