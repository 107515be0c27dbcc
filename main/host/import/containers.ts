import type { ImportClient, LossReason } from '../../../shared/config/imported.ts'
import { isObject, type JsonObject, type JsonValue } from '../../../shared/schema/json.ts'
import type { Tree } from '../settings/json-tree.ts'

/** One server as written in a file. */
export type Entry = {
  /** Its key in the file, or its name in a list. */
  key: string
  value: JsonValue
  /** The key is an internal number of the application. */
  isNumbered?: true
  label?: string
  place?: string
  isOff?: boolean
  /** The key occurs twice; the last value counts. */
  isTwice?: boolean
  notCarried?: { what: string; why: LossReason }[]
}

/** A file's servers, and the inputs they ask for; undefined if it has no place for servers. */
export type Entries = { entries: Entry[]; inputs: JsonValue[] }

type Reading = Tree & { client: ImportClient }

/** The servers of a text, wherever the applications put them. */
export function entriesIn({ value, ...reading }: Reading): Entries | undefined {
  if (!isObject(value)) return undefined
  const found = containersIn(value, reading.client)
  const entries = found.flatMap((container) => entriesOf(container, reading.twice))
  const { settings } = value
  const inputs = [value, value['mcp'], settings, isObject(settings) ? settings['mcp'] : undefined]
    .filter(isObject)
    .flatMap((it) => (Array.isArray(it['inputs']) ? it['inputs'] : []))
  const all = [...entries, ...ofProjects(value, reading.twice)]
  if (found.length > 0) return { entries: all.map((entry) => switched(entry, value, reading.client)), inputs }
  if (all.length > 0) return { entries: all, inputs }
  return bare(value, reading)
}

/** Members that hold servers, in the order of the applications that read several. */
function containersIn(value: JsonObject, client: ImportClient): JsonValue[] {
  const { mcp, mcpServers, servers, mcp_servers, context_servers, extensions, experimental, settings } = value
  const nested = isObject(mcp) ? (mcp['servers'] ?? (isServers(mcp) ? mcp : undefined)) : undefined
  const inSettings = isObject(settings) && isObject(settings['mcp']) ? settings['mcp']['servers'] : undefined
  const old = isObject(experimental) ? experimental['modelContextProtocolServers'] : undefined
  const amp = client === 'vscode' ? undefined : value['amp.mcpServers']
  const [first, second] = client === 'warp' ? [nested, mcpServers] : [mcpServers, nested]
  const all = [first, second, value['mcp.servers'], servers, mcp_servers, context_servers, amp, inSettings, old]
  const goose = isObject(extensions) && isServers(extensions) ? [extensions] : []
  return [...all, ...goose].filter((it) => isObject(it) || Array.isArray(it))
}

const serverKeys = ['command', 'cmd', 'url', 'uri', 'httpUrl', 'serverUrl', 'type', 'transport', 'enabled']

const isServers = (value: JsonObject): boolean =>
  Object.values(value).some((it) => isObject(it) && serverKeys.some((key) => key in it))

function entriesOf(container: JsonValue, twice: Tree['twice']): Entry[] {
  if (Array.isArray(container)) return container.map((value) => ofList(value))
  if (!isObject(container)) return []
  return Object.entries(container).map(([key, value]) => ({
    ...ofMap(key, value),
    ...(twice.get(container)?.has(key) && { isTwice: true }),
  }))
}

function ofMap(key: string, value: JsonValue): Entry {
  if (!isObject(value)) return { key, value }
  const { name } = value
  if (typeof name !== 'string' || name === '' || name === key) return { key, value }
  // In Cherry Studio, the key is an internal number.
  return 'isActive' in value ? { key: name, label: key, isNumbered: true, value } : { key, label: name, value }
}

function ofList(value: JsonValue): Entry {
  if (!isObject(value)) return { key: '', value }
  const { name, key, label, uuid, uses } = value
  const given = [name, key, label, uses].find((it) => typeof it === 'string' && it !== '')
  if (typeof given === 'string') return { key: given, value: withArguments(value) }
  return { key: typeof uuid === 'string' ? uuid : '', isNumbered: true, value: withArguments(value) }
}

/** In Witsy's list, `url` has a program's arguments. */
function withArguments(value: JsonObject): JsonObject {
  if (value['type'] !== 'stdio' || !('uuid' in value)) return value
  const { url, ...rest } = value
  return { ...rest, arguments: url ?? '' }
}

/** The servers that Claude Code keeps for single projects. */
function ofProjects({ projects }: JsonObject, twice: Tree['twice']): Entry[] {
  if (!isObject(projects)) return []
  return Object.entries(projects).flatMap(([place, project]) => {
    const servers = isObject(project) ? project['mcpServers'] : undefined
    if (!isObject(project) || !isObject(servers)) return []
    const off = textsOf(project['disabledMcpServers'])
    return entriesOf(servers, twice).map((entry) => ({ ...entry, place, isOff: off.includes(entry.key) }))
  })
}

/** Switches that some applications keep apart from the servers. */
function switched(entry: Entry, { mcp, tools }: JsonObject, client: ImportClient): Entry {
  const { allowed, excluded, mcpServersExtra } = isObject(mcp) ? mcp : {}
  if (client === 'gemini') {
    const on = textsOf(allowed)
    return { ...entry, isOff: textsOf(excluded).includes(entry.key) || (on.length > 0 && !on.includes(entry.key)) }
  }
  const extra = isObject(mcpServersExtra) ? mcpServersExtra[entry.key] : undefined
  if (isObject(extra))
    return {
      ...entry,
      isOff: extra['state'] === 'disabled',
      ...(typeof extra['label'] === 'string' && { label: extra['label'] }),
    }
  if (client !== 'opencode' || !isObject(tools)) return entry
  const patterns = Object.keys(tools).filter((pattern) => pattern.startsWith(`${entry.key}_`))
  const why = 'tool-switches-after-first-list' as const
  return { ...entry, notCarried: patterns.map((pattern) => ({ what: `tools.${pattern}`, why })) }
}

/** A map of servers without a container, or one entry alone. */
function bare(value: JsonObject, { twice, client }: Omit<Reading, 'value'>): Entries | undefined {
  const isOne = ['command', 'cmd', 'url', 'uri', 'serverUrl', 'httpUrl'].some((key) => typeof value[key] === 'string')
  if (isOne)
    return { entries: [{ ...ofList(value), ...('uuid' in value ? {} : nameOf(value)) }], inputs: inputsOf(value) }
  const entries = entriesOf(value, twice)
  return client !== 'vscode' && entries.length > 0 && isServers(value) ? { entries, inputs: [] } : undefined
}

const inputsOf = ({ inputs }: JsonObject): JsonValue[] => (Array.isArray(inputs) ? inputs : [])

const nameOf = ({ name }: JsonObject): { key: string } => ({ key: typeof name === 'string' ? name : '' })

const textsOf = (value: JsonValue | undefined): string[] =>
  Array.isArray(value) ? value.filter((it) => typeof it === 'string') : []
