import { isObject, type JsonObject, type JsonValue } from '../../../../shared/schema/json.ts'
import { listingTool, loadingTool, readingTool } from '../../../../shared/content/reading.ts'
import type { ModelTool } from '../../llm/llm.ts'
import { loading, reading } from '../../mcp/requests/reading.ts'
import { readResultName } from '../resources/given-results.ts'
import { readResultTool } from '../resources/read-result.ts'
import { toolModelWords as words } from './model-words.ts'

const findToolsName = 'atrium__find_tools'

const loadSkillName = 'atrium__load_skill'

const hostToolNames = [
  'atrium__list_resources',
  'atrium__read_resource',
  readResultName,
  findToolsName,
  loadSkillName,
] as const
type HostToolName = (typeof hostToolNames)[number]

/** The kinds of Atrium's own tools; only reading and loading contact a server. */
export type HostKind = 'listing' | 'reading' | 'result' | 'finding' | 'loading'

/** The names of Atrium's own tools in the log, next to those of the server concerned. */
const own: Record<HostToolName, { kind: HostKind; tool: string }> = {
  atrium__list_resources: { kind: 'listing', tool: listingTool },
  atrium__read_resource: { kind: 'reading', tool: readingTool },
  [readResultName]: { kind: 'result', tool: readResultName },
  [findToolsName]: { kind: 'finding', tool: findToolsName },
  [loadSkillName]: { kind: 'loading', tool: loadingTool },
}

/** A skill that the user approved, on a server that is ready. */
export type ApprovedSkill = { server: string; uri: string; name: string }

/**
 * The reasons to offer Atrium's own tools in a conversation: servers with resources, approved skills, partly given
 * results, and the servers whose tools the model has to find, in words.
 */
export type OwnNeeds = {
  servers: string[]
  skills: ApprovedSkill[]
  hasCutResults: boolean
  searched: string | undefined
}

const listing: JsonObject = {
  query: {
    type: 'string',
    maxLength: 1000,
    description: words.query,
  },
  page: { type: 'integer', minimum: 1, description: words.page },
}

/**
 * The tools for finding and reading resources, for continuing to read results, and for finding tools. Leaves out those
 * whose name the conversation uses for something else.
 */
export const hostTools = ({ servers, skills, hasCutResults, searched }: OwnNeeds, known: object): ModelTool[] =>
  [
    ...resourceTools(servers),
    ...skillTools(skills),
    ...(hasCutResults ? [readResultTool] : []),
    ...(searched === undefined ? [] : [findToolOf(searched)]),
  ].filter(({ name }) => !Object.hasOwn(known, name))

const findToolOf = (servers: string): ModelTool => ({
  name: findToolsName,
  description: words.findTool(servers),
  inputSchema: {
    type: 'object',
    properties: { query: { type: 'string', maxLength: 1000, description: words.task } },
    required: ['query'],
    additionalProperties: false,
  },
})

function skillTools(skills: ApprovedSkill[]): ModelTool[] {
  if (skills.length === 0) return []
  const { properties = {} } = isObject(loading.raw['inputSchema']) ? loading.raw['inputSchema'] : {}
  const servers = [...new Set(skills.map(({ server }) => server))].toSorted()
  const uris = [...new Set(skills.map(({ uri }) => uri))].toSorted()
  const named = skills.map((skill) => words.skillOf(labelOf(skill, skills), JSON.stringify(skill.server)))
  const { uri } = isObject(properties) ? properties : {}
  return [
    {
      name: loadSkillName,
      description: words.skillTool(named.join(', ')),
      inputSchema: {
        type: 'object',
        properties: {
          server: { type: 'string', enum: servers, description: words.skillServer },
          ...(isObject(properties) && properties),
          uri: { ...(isObject(uri) && uri), enum: uris },
        },
        required: ['server', 'uri'],
        additionalProperties: false,
      },
    },
  ]
}

/** A skill's name, or its URI if its server has another one with that name. */
const labelOf = ({ name, server, uri }: ApprovedSkill, skills: ApprovedSkill[]): string =>
  skills.some((it) => it.server === server && it.name === name && it.uri !== uri) ? JSON.stringify(uri) : name

function resourceTools(servers: string[]): ModelTool[] {
  if (servers.length === 0) return []
  const server = { type: 'string', enum: servers.toSorted(), description: words.server }
  const wanting = (properties: JsonValue, required: string[]): JsonValue => ({
    type: 'object',
    properties: { server, ...(isObject(properties) && properties) },
    required: ['server', ...required],
    additionalProperties: false,
  })
  const { properties = {} } = isObject(reading.raw['inputSchema']) ? reading.raw['inputSchema'] : {}
  return [
    {
      name: 'atrium__list_resources',
      description: words.listTool,
      inputSchema: wanting(listing, []),
    },
    {
      name: 'atrium__read_resource',
      description: words.readTool,
      inputSchema: wanting(properties, ['uri']),
    },
  ]
}

/** Whether it is a name that no server's tool gets. */
export const isHostTool = (name: string): boolean => hostToolNames.some((it) => it === name)

/** A model's call to one of Atrium's own tools. */
export type HostCall = { server: string | undefined; tool: string; input: JsonObject; host: HostKind }

/** The call to one of Atrium's own tools by this name; undefined if there is no such tool. */
export function hostCallOf(name: string, given: JsonObject): HostCall | undefined {
  const found = hostToolNames.find((it) => it === name)
  if (found === undefined) return undefined
  const { kind: host, tool } = own[found]
  if (host === 'result' || host === 'finding') return { server: undefined, tool, input: given, host }
  const { server, ...input } = given
  return { server: typeof server === 'string' ? server.slice(0, 200) : undefined, tool, input, host }
}
