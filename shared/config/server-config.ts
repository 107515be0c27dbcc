import { z } from 'zod'
import { canonical } from '../schema/canonical.ts'
import type { JsonObject } from '../schema/json.ts'
import { oauth } from './oauth-config.ts'
import { logLevels } from '../content/reports.ts'
import { boundsProblems, chosenBounds, host, levels, mostHosts } from './bounds.ts'

const text = z.string().min(1).max(4096)
const seconds = z.number().positive().max(86_400)

/** A value for a server: as written, or the name of a secret in the store. */
const setting = z.union([z.string().max(32_768), z.strictObject({ secret: text })])

/** Limits for one call to this server and for its start; time spent waiting for the user doesn't count. */
const timeouts = z.strictObject({
  /** Seconds without any sign of progress from the server. */
  idle: seconds.optional(),
  /** Total seconds of work. */
  work: seconds.optional(),
  /** Seconds on the wall clock, including questions. */
  wall: seconds.optional(),
  /** Seconds a start can take without a sign of progress. */
  start: seconds.optional(),
})

/** An absolute path, as this or another system writes it. */
export const folder = text.regex(
  /^(?!.*\p{Cc})(\/|[a-z]:[\\/]|\\\\[^\\/])/iu,
  'A folder is written in full, such as /home/me/project',
)

/** Max folders in each list of a server's configuration. */
export const mostRoots = 32

/** Default and max number of a server's tools in use. */
export const usualTools = 500
export const mostTools = 5000

/** Where a server came from. It decides nothing about what runs. */
export const registrySource = z.strictObject({
  /** The registry's. */
  url: z.url({ protocol: /^https?$/ }).max(2000),
  /** The record's name and version. */
  name: z.string().min(3).max(200),
  version: z.string().min(1).max(255),
  package: z
    .strictObject({
      type: z.string().min(1).max(64),
      identifier: text,
      version: z.string().max(255).optional(),
      digest: z.string().max(200).optional(),
    })
    .optional(),
})

/** A bundle's name, or its version: together they are its folder's name. */
export const bundleName = z.string().regex(/^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/)

/** The bundle that a program's files come from. Its folder is found by this, so the data folder can move. */
export const bundleReference = z.strictObject({
  name: bundleName,
  version: z.string().regex(/^[0-9A-Za-z][0-9A-Za-z.+-]{0,99}$/),
  /** Of the whole archive. */
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
  /** As the manifest claims. */
  author: z.string().max(200).optional(),
  /** The user's answers to its questions, without the secret ones. */
  settings: z
    .record(z.string().regex(/^[A-Za-z0-9_.-]{1,64}$/), z.union([z.string(), z.array(z.string()).max(100)]))
    .optional(),
})

export type BundleReference = z.infer<typeof bundleReference>

/** Max tags of a server. */
export const mostTags = 10

/** A word of the user's that groups servers. */
const tag = z
  .string()
  .trim()
  .regex(/^[^\p{Cc},]{1,32}$/u, 'A tag has 1 to 32 characters, and no comma')

const common = {
  /** The user's words for grouping servers. */
  tags: z.array(tag).max(mostTags, 'A server can have 10 tags').optional(),
  /** The user's name for it; the key if absent. */
  name: text.max(64).optional(),
  enabled: z.boolean().default(true),
  /** Leaves it off until one of its tools is called, once its tools are known; absent, it starts with Atrium. */
  startsOn: z.literal('first-call').optional(),
  timeouts: timeouts.optional(),
  /** Folders Atrium lists when the server asks (client/roots). A hint, not a barrier. */
  roots: z.array(folder).max(mostRoots).optional(),
  /**
   * Lets the server ask to use the user's models, each time with a question (client/sampling); absent, it can't ask.
   */
  sampling: z.literal('ask').optional(),
  /**
   * Shows none of its apps, and tells the server so; absent, the user is asked about each app (MCP Apps).
   */
  pages: z.literal('off').optional(),
  /** How many of its tools to use, in list order. */
  mostTools: z.int().min(1).max(mostTools).optional(),
  /** The minimum log level to request; if absent, the server decides. */
  logLevel: z.enum(logLevels).optional(),
}

/** A secret argument's name, which can't be that of the bundle's folder (`__dirname`). */
const argumentName = /^[A-Za-z][\w.-]{0,63}$/

/** A secret's place in an argument. */
export const placeholderOf = (name: string): string => `\${${name}}`

/** Arguments with values in the place of their `${name}`. Nothing in a value is expanded. */
export const withArguments = (args: string[], values: Readonly<Record<string, string>>): string[] =>
  args.map((arg) =>
    arg.replaceAll(/\$\{([^{}]+)\}/g, (whole, name: string) =>
      Object.hasOwn(values, name) ? (values[name] ?? whole) : whole,
    ),
  )

/** A program that Atrium starts. */
export const stdioConfig = z
  .strictObject({
    type: z.literal('stdio').default('stdio'),
    command: text,
    args: z.array(z.string().max(32_768)).max(256).default([]),
    env: z.record(z.string().regex(/^[^=\0]+$/), setting).default({}),
    cwd: text.optional(),
    /** Put in the place of `${name}` in the arguments, when the program starts. */
    secretArguments: z.record(z.string().regex(argumentName), z.strictObject({ secret: text })).optional(),
    /** Passes on the variables of Atrium's environment for network access: proxies and certificates. */
    networkEnvironment: z.literal(true).optional(),
    /** Names of variables of Atrium's environment to pass on. */
    inherit: z
      .array(z.string().regex(/^[A-Za-z_][A-Za-z0-9_]{0,127}$/, 'This is not the name of a variable'))
      .max(32)
      .optional(),
    registry: registrySource.optional(),
    /** Where its files come from. Then `${__dirname}` is their folder, and `$$` is a `$`. */
    bundle: bundleReference.optional(),
    /** How much it can reach; open if absent. */
    containment: z.enum(levels).optional(),
    /** Folders it can change if it is limited or sealed. */
    writable: z.array(folder).max(mostRoots).optional(),
    /** Folders it can read if it is sealed; those it can change aren't repeated. */
    readable: z.array(folder).max(mostRoots).optional(),
    /** Hosts it can reach if it is sealed. */
    hosts: z.array(host).max(mostHosts).optional(),
    ...common,
  })
  .superRefine((config, context) => {
    for (const problem of boundsProblems(config)) context.addIssue({ code: 'custom', ...problem })
  })

/** Hosts that mean this computer. */
const loopback = /^(localhost|[a-z0-9.-]+\.localhost|127\.\d{1,3}\.\d{1,3}\.\d{1,3}|\[::1\])$/i

/** Whether a host name or address is this computer. */
export const isLoopbackHost = (hostname: string): boolean => loopback.test(hostname)

/** The URL of a server: complete, HTTP or HTTPS, without credentials. */
export const address = z
  .url('This is not an address; write it in full, with https:// in front')
  .max(4096)
  .superRefine((value, context) => {
    const problem = addressProblem(value)
    if (problem !== undefined) context.addIssue({ code: 'custom', message: problem })
  })

/**
 * Why a URL can't be a server's; without a full stop. Judges the text as written, whatever a parser would make of it.
 */
export function addressProblem(value: string): string | undefined {
  const [, protocol, authority = ''] = /^(https?):\/\/([^/?#\\\s]+)[^\s\\]*$/i.exec(value) ?? []
  if (protocol === undefined) return 'The address must begin with https://'
  if (authority.includes('@')) return 'The address must not hold a password; use a header for it'
  if (protocol.toLowerCase() === 'http' && !isLoopbackHost(authority.replace(/:\d*$/, '')))
    return 'Without encryption only servers on this computer can be used; begin the address with https://'
  return undefined
}

/** Set by the protocol or the connection itself. */
const ownHeaders =
  /^(accept|accept-encoding|connection|content-.*|expect|host|keep-alive|last-event-id|mcp-.*|proxy-.*|te|trailer|transfer-encoding|upgrade)$/i

/** Whether only the protocol or the connection can set this header. */
export const isOwnHeader = (name: string): boolean => ownHeaders.test(name)

/** A header that a user can set; those that Atrium sets itself are refused. */
export const headerName = z
  .string()
  .regex(/^[!#$%&'*+.^_`|~0-9A-Za-z-]{1,256}$/, 'This is not the name of a header')
  .refine((name) => !isOwnHeader(name), 'Atrium sets this header itself')

const headerValue = z.union([
  z
    .string()
    .max(32_768)
    .regex(/^[\t\x20-\x7e\x80-\xff]*$/, 'A header holds one line of Latin letters'),
  z.strictObject({ secret: text }),
])

/** A server at a URL, over Streamable HTTP or the older HTTP with SSE; Atrium detects which. */
const httpConfig = z.strictObject({
  type: z.literal('http'),
  url: address,
  /** Sent with every request to this server, and to no other. */
  headers: z.record(headerName, headerValue).default({}),
  oauth: oauth.optional(),
  registry: registrySource.optional(),
  ...common,
})

/** The server built into Atrium, for trying things out. It runs inside Atrium and reaches nothing outside. */
const playgroundConfig = z.strictObject({
  type: z.literal('playground'),
  /** Its protocol era: revision 2026-07-28, or the older ones. */
  era: z.enum(['modern', 'legacy']).default('modern'),
  ...common,
})

/** Other applications' names for a server at a URL. */
const otherNames = new Set<unknown>(['sse', 'streamable-http', 'streamableHttp', 'streamable_http'])

/** An entry without `type` is a program, or an address if it has only a `url`. */
function typed(entry: unknown): unknown {
  if (typeof entry !== 'object' || entry === null) return entry
  const { type } = { type: undefined, ...entry }
  if (otherNames.has(type)) return { ...entry, type: 'http' }
  if (type !== undefined) return entry
  return { ...entry, type: 'url' in entry && !('command' in entry) ? 'http' : 'stdio' }
}

/** An entry as written: `type` and members with defaults can be absent. */
export type StdioEntry = z.input<typeof stdioConfig>
export type HttpEntry = Omit<z.input<typeof httpConfig>, 'type'> & { type?: 'http' | undefined }
export type PlaygroundEntry = z.input<typeof playgroundConfig>

/** One entry of `mcpServers` in servers.json; its key there is the server ID. */
export const serverConfig = z.preprocess(
  (entry: StdioEntry | HttpEntry | PlaygroundEntry) => typed(entry),
  z.discriminatedUnion('type', [stdioConfig, httpConfig, playgroundConfig]),
)

/** A server's key in servers.json. It changes only by `server.renamed`; `name` is what users see. */
export const serverId = z
  .string()
  .regex(
    /^[A-Za-z0-9][A-Za-z0-9 ._-]{0,63}$/,
    'A server id has 1 to 64 letters, digits, spaces, dots, dashes or underscores',
  )
  .refine((id) => !(id in Object.prototype), 'This name is reserved')

export type RegistrySource = z.infer<typeof registrySource>
export type StdioConfig = z.infer<typeof stdioConfig>
export type HttpConfig = z.infer<typeof httpConfig>
export type PlaygroundConfig = z.infer<typeof playgroundConfig>
/** One server as configured, by its transport. */
export type ServerConfig = StdioConfig | HttpConfig | PlaygroundConfig
/** The content of `servers.json`, by ID. */
export type ServerConfigs = Record<string, ServerConfig>

/** Whether a server is reached through the user's company. */
export const isThroughCompany = (config: ServerConfig | undefined): boolean =>
  config?.type === 'http' && config.oauth?.grant === 'enterprise-managed'

/** The name users see. */
export const displayName = (id: string, config: Pick<ServerConfig, 'name'> | undefined): string => config?.name ?? id

/**
 * The part of a configuration that decides what runs or is reached; changing anything else keeps the server's identity.
 */
export function launchOf(config: ServerConfig): JsonObject {
  if (config.type === 'playground') return { type: config.type, era: config.era }
  if (config.type === 'http') return { type: config.type, url: config.url, headers: config.headers }
  const { type, command, args, env, cwd, secretArguments, networkEnvironment, inherit, bundle } = config
  return {
    type,
    command,
    args,
    env,
    cwd: cwd ?? null,
    ...(secretArguments && { secretArguments }),
    ...(networkEnvironment && { networkEnvironment }),
    ...(inherit && { inherit }),
    ...(bundle && { bundle: bundle.sha256 }),
    ...chosenBounds(config),
  }
}

/** Whether the same runs, or answers, as this server; not if there was or is none. */
export const isSameLaunch = (before: ServerConfig | undefined, after: ServerConfig | undefined): boolean =>
  before !== undefined && after !== undefined && canonical(launchOf(before)) === canonical(launchOf(after))
