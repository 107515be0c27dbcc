import type { ImportClient, ImportedServer, SkippedEntry, SkipReason } from '../../../shared/config/imported.ts'
import type { LaunchTemplate } from '../../../shared/config/candidate.ts'
import type { ServerConfigs } from '../../../shared/config/server-config.ts'
import { defined, isObject, type JsonValue } from '../../../shared/schema/json.ts'
import { clientDialectOf, type ClientDialect } from './clients.ts'
import type { Entry } from './containers.ts'
import { Gaps, type ImportFacts } from './gaps.ts'
import { identifyEntry, templateText, twinOf } from './identity.ts'
import { loseTheRest } from './left-out.ts'
import { isBlankMember, Members } from './members.ts'
import { readProgram } from './program.ts'
import { readRemote } from './remote.ts'
import { suggestionsFor } from './suggestions.ts'
import { warningsOf } from './warnings.ts'

/** The facts that every server of one import is read with. */
export type ImportContext = {
  client: ImportClient
  facts: ImportFacts
  inputs: JsonValue[]
  existing: Readonly<ServerConfigs>
  /** IDs of configured servers and of those read so far. */
  taken: Set<string>
}

/** Max characters of an argument or a value, as in servers.json; and of a name. */
const mostText = 32_768
const mostName = 200
const mostArguments = 256

/** One entry as a server, or why it can't be one. */
export function readEntry(entry: Entry, around: ImportContext): ImportedServer | SkippedEntry {
  const sourceName = entry.key.slice(0, mostName)
  const skip = (why: SkipReason, detail?: string): SkippedEntry => ({
    sourceName,
    why,
    ...defined({ detail }),
  })
  if (entry.key in Object.prototype) return skip('reserved-name')
  if (!isObject(entry.value)) return skip('not-an-object')
  const members = new Members(entry.value)
  const dialect = clientDialectOf(around.client)
  const gaps = new Gaps(dialect, around.facts, {
    inputs: around.inputs,
    stored: entry.value['env_keys'],
    userVariables: entry.value['customUserVars'],
  })
  const kind = kindOf(members, around.client, dialect)
  if ('why' in kind) return skip(kind.why, kind.detail)
  const isOff = [
    members.take('disabled') === true,
    members.take('enabled') === false,
    members.take('isActive') === false,
    members.take('disable') === true,
    members.take('state') === 'disabled',
  ].includes(true)
  const read = kind.type === 'http' ? readRemote(kind.url, members, gaps) : readProgram(members, gaps, around.facts)
  if ('why' in read) return skip(read.why, read.detail)
  const { launch } = read
  const unusable = unusableText(launch)
  if (unusable) return skip(unusable)
  const timeoutSeconds = timeoutOf(members, around.client, dialect)
  loseOtherKind(members, launch)
  loseTheRest(members)
  for (const id of gaps.commandInputs) members.lose(`input:${id}`, 'runs-an-editor-command')
  const identity = identifyEntry(entry, launch, around.taken)
  around.taken.add(identity.id)
  const twin = twinOf(launch, around.existing)
  return {
    candidate: {
      id: identity.id,
      ...defined({ name: identity.name }),
      launch,
      questions: gaps.questions,
    },
    sourceName,
    ...defined({ place: entry.place }),
    isOn: !isOff && entry.isOff !== true,
    ...defined({ timeoutSeconds }),
    fromEnvironment: gaps.fromEnvironment,
    notCarried: [...members.lost, ...(entry.notCarried ?? [])],
    changes: [...identity.changes, ...members.changes],
    suggestions: suggestionsFor(launch),
    warnings: [
      ...(entry.isTwice ? (['key-stood-twice'] as const) : []),
      ...(twin === undefined ? [] : (['already-there'] as const)),
      ...('wasText' in read && !read.wasText ? (['values-were-not-text'] as const) : []),
      ...warningsOf(launch, gaps, around.facts),
    ],
    ...defined({ twin }),
  }
}

type Kind = { type: 'stdio' } | { type: 'http'; url: string } | { why: SkipReason; detail?: string }

const remoteTypes = /^(http|sse|remote|streamable[-_]?http)$/i
const parts = /^(in-?memory|builtin|platform|frontend|inline_python|playground)$/i
const unsupported = /^(ws|wss|websocket|tcp|grpc|unix|pipe)$/i

function kindOf(members: Members, client: ImportClient, { needsType }: ClientDialect): Kind {
  const type = members.text('type', 'transport', 'transportType')
  const hasCommand = members.has('command', 'cmd', 'executable')
  const hasUrl = members.has('url', 'httpUrl', 'serverUrl', 'uri', 'baseUrl', 'server_url')
  if (type !== undefined && parts.test(type)) return { why: 'part-of-that-client' }
  if (type !== undefined && unsupported.test(type)) return { why: 'transport-not-supported', detail: type }
  if (members.has('tcp') && !hasUrl && !hasCommand) return { why: 'transport-not-supported', detail: 'tcp' }
  if (members.has('uses')) return { why: 'reference-to-elsewhere' }
  if (!hasCommand && !hasUrl) return nothingToUse(members, client, type)
  const isRemote = type !== undefined && remoteTypes.test(type)
  const isLocal = type !== undefined && /^(stdio|local)$/i.test(type)
  if (hasUrl && !isLocal && (isRemote || !hasCommand)) {
    const url = members.text('httpUrl') ?? members.text('url', 'serverUrl', 'uri', 'baseUrl', 'server_url') ?? ''
    const isAssumed = type === undefined ? needsType && !members.has('httpUrl') : !isRemote
    if (isAssumed) members.changes.push('type-assumed-http')
    return { type: 'http', url }
  }
  if (isRemote) return { why: 'no-address' }
  if (!hasCommand) return { why: 'no-command' }
  if (type !== undefined && !isLocal) members.changes.push('type-assumed-stdio')
  return { type: 'stdio' }
}

function nothingToUse(members: Members, client: ImportClient, type: string | undefined): Kind {
  if (client === 'zed' && (members.take('source') === 'extension' || members.has('settings')))
    return { why: 'comes-with-an-extension' }
  if (type !== undefined) return { why: remoteTypes.test(type) ? 'no-address' : 'no-command' }
  const rest = members
    .rest()
    .filter(([, value]) => !isBlankMember(value))
    .map(([name]) => name)
  const isSwitch = rest.length > 0 && rest.every((name) => /^(enabled|disabled|name|env|allowedToolsNames)$/.test(name))
  return { why: isSwitch ? 'only-a-switch' : 'no-command-or-address' }
}

/** Members of a program's entry that belong to a URL, and the other way round. */
function loseOtherKind(members: Members, { type }: LaunchTemplate): void {
  const others = type === 'stdio' ? ['url', 'httpUrl', 'serverUrl', 'headers'] : ['command', 'cmd']
  for (const name of others) {
    if (members.has(name) && members.rest().some(([it]) => it === name)) members.lose(name, 'program-and-address')
    members.take(name)
  }
}

function unusableText(launch: LaunchTemplate): SkipReason | undefined {
  const texts =
    launch.type === 'http'
      ? [launch.url, ...launch.headers.map(({ value }) => value)]
      : [launch.command, ...launch.args, ...launch.env.map(({ value }) => value), launch.cwd ?? []]
  const all = texts.map(templateText)
  // Line ends and tabs occur in keys and texts.
  if (all.some((text) => /[^\P{Cc}\t\n\r\x80-\x9f]/u.test(text))) return 'control-character'
  const [first = ''] = all
  if (first.length > 4096 || all.some((text) => text.length > mostText)) return 'too-long'
  return launch.type === 'stdio' && launch.args.length > mostArguments ? 'too-long' : undefined
}

/** In seconds. Without a known unit, a number from 1,000 on must be milliseconds. */
function timeoutOf(members: Members, client: ImportClient, dialect: ClientDialect): number | undefined {
  const precise = members.take('tool_timeout_sec')
  if (client === 'opencode') {
    if (members.take('timeout') !== undefined) members.lose('timeout', 'limits-only-the-listing')
    return undefined
  }
  const given = precise ?? members.take('timeout')
  if (typeof given !== 'number' || !Number.isFinite(given) || given <= 0) return undefined
  if (given < (dialect.leastMilliseconds ?? 0)) {
    members.lose('timeout', 'below-a-second')
    return undefined
  }
  const isInSeconds = precise !== undefined || dialect.inSeconds || (client === 'any' && given < 1000)
  const seconds = isInSeconds ? given : given / 1000
  const most = Math.min(dialect.mostSeconds ?? 86_400, 86_400)
  if (seconds > most) members.changes.push('timeout-limited')
  return Math.min(seconds, most)
}
