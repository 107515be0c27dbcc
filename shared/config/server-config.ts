import { z } from 'zod'
import type { JsonObject } from '../schema/json.ts'
import { logLevels } from '../content/reports.ts'

const text = z.string().min(1).max(4096)
const seconds = z.number().positive().max(86_400)

/** A value given to a server: as written, or the name under which the secret store holds it. */
const setting = z.union([z.string().max(32_768), z.strictObject({ secret: text })])

/** How long one call of this server, and its start, may take; time in which a person is being asked does not count. */
const timeouts = z.strictObject({
  /** Seconds without any sign of life from the server. */
  idle: seconds.optional(),
  /** Seconds of work in total. */
  work: seconds.optional(),
  /** Seconds on the wall clock, questions included. */
  wall: seconds.optional(),
  /** Seconds that a start may go on without a sign of progress. */
  start: seconds.optional(),
})

/** In full, as this or another system writes it. */
const folder = text.regex(
  /^(?!.*\p{Cc})(\/|[a-z]:[\\/]|\\\\[^\\/])/iu,
  'A folder is written in full, such as /home/me/project',
)

/** How many folders a server may know. */
export const mostRoots = 32

/** How many tools of a server are used, and how many may be at most if its configuration says so. */
export const usualTools = 500
export const mostTools = 5000

const common = {
  /** What the person calls it; the key when absent. */
  name: text.max(64).optional(),
  enabled: z.boolean().default(true),
  timeouts: timeouts.optional(),
  /** Folders that it is told of when it asks (client/roots). A hint, not a barrier. */
  roots: z.array(folder).max(mostRoots).optional(),
  /** It may ask to use the person's models, and she is asked each time (client/sampling); without it, it may not ask. */
  sampling: z.literal('ask').optional(),
  /** How many of its tools are used, in the order of its list. */
  mostTools: z.int().min(1).max(mostTools).optional(),
  /** From which level on it is asked to log; a server that is not asked decides itself. */
  logLevel: z.enum(logLevels).optional(),
}

/** A program that Atrium starts. */
export const stdioConfig = z.strictObject({
  type: z.literal('stdio').default('stdio'),
  command: text,
  args: z.array(z.string().max(32_768)).max(256).default([]),
  env: z.record(z.string().regex(/^[^=\0]+$/), setting).default({}),
  cwd: text.optional(),
  /** It is given the variables of Atrium's own environment that lead to the network: proxies and certificates. */
  networkEnvironment: z.literal(true).optional(),
  ...common,
})

/** Hosts that are this machine. */
const loopback = /^(localhost|[a-z0-9.-]+\.localhost|127\.\d{1,3}\.\d{1,3}\.\d{1,3}|\[::1\])$/i

export const isLoopbackHost = (hostname: string): boolean => loopback.test(hostname)

const address = z
  .url('This is not an address; write it in full, with https:// in front')
  .max(4096)
  .superRefine((value, context) => {
    const problem = addressProblem(value)
    if (problem !== undefined) context.addIssue({ code: 'custom', message: problem })
  })

/** Why an address cannot be that of a server; without a full stop. It is judged as it is written, whatever a parser would make of it. */
function addressProblem(value: string): string | undefined {
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

const headerName = z
  .string()
  .regex(/^[!#$%&'*+.^_`|~0-9A-Za-z-]{1,256}$/, 'This is not the name of a header')
  .refine((name) => !ownHeaders.test(name), 'Atrium sets this header itself')

const headerValue = z.union([
  z
    .string()
    .max(32_768)
    .regex(/^[\t\x20-\x7e\x80-\xff]*$/, 'A header holds one line of Latin letters'),
  z.strictObject({ secret: text }),
])

const clientText = z.string().regex(/^[\x21-\x7e]{1,2048}$/, 'This is one word of Latin letters and signs')

/** How Atrium is known to the authorization server of a server, where it neither can register itself nor is known by a document. */
const oauth = z.strictObject({
  /** As whoever runs the authorization server gave it. */
  clientId: clientText.optional(),
  clientSecret: z.strictObject({ secret: text }).optional(),
  /** The authorization server that the two are for; else the first one that they are used with. */
  issuer: z
    .url({ protocol: /^https?$/ })
    .max(1000)
    .optional(),
  /** What to ask for, with spaces between; else what the server says. */
  scopes: z.string().max(4096).optional(),
  /** The port of this computer that the browser is sent back to, where one was registered; else a random one. */
  callbackPort: z.int().min(1024).max(65_535).optional(),
})

/** A server at an address, over Streamable HTTP or the older HTTP with SSE; which of the two is found out. */
const httpConfig = z.strictObject({
  type: z.literal('http'),
  url: address,
  /** Sent with every request to this server, and never to another. */
  headers: z.record(headerName, headerValue).default({}),
  oauth: oauth.optional(),
  ...common,
})

/** The server that comes with Atrium, to try things with. It runs inside Atrium and reaches nothing outside it. */
const playgroundConfig = z.strictObject({
  type: z.literal('playground'),
  /** What it speaks: the revision 2026-07-28, or the older ones. */
  era: z.enum(['modern', 'legacy']).default('modern'),
  ...common,
})

/** What other applications call a server at an address. */
const otherNames = new Set<unknown>(['sse', 'streamable-http', 'streamableHttp', 'streamable_http'])

/** An entry without `type` is a program, or an address where it has only a `url`. */
function typed(entry: unknown): unknown {
  if (typeof entry !== 'object' || entry === null) return entry
  const { type } = { type: undefined, ...entry }
  if (otherNames.has(type)) return { ...entry, type: 'http' }
  if (type !== undefined) return entry
  return { ...entry, type: 'url' in entry && !('command' in entry) ? 'http' : 'stdio' }
}

/** An entry as it is written: `type` may be absent, and so may whatever has a default. */
export type StdioEntry = z.input<typeof stdioConfig>
export type HttpEntry = Omit<z.input<typeof httpConfig>, 'type'> & { type?: 'http' | undefined }
export type PlaygroundEntry = z.input<typeof playgroundConfig>

/** One entry of `mcpServers` in servers.json; its key there is the server's id. */
export const serverConfig = z.preprocess(
  (entry: StdioEntry | HttpEntry | PlaygroundEntry) => typed(entry),
  z.discriminatedUnion('type', [stdioConfig, httpConfig, playgroundConfig]),
)

/** The key of a server in servers.json. It never changes; renaming sets `name`. */
export const serverId = z
  .string()
  .regex(
    /^[A-Za-z0-9][A-Za-z0-9 ._-]{0,63}$/,
    'A server id has 1 to 64 letters, digits, spaces, dots, dashes or underscores',
  )
  .refine((id) => !(id in Object.prototype), 'This name is reserved')

export type StdioConfig = z.infer<typeof stdioConfig>
export type HttpConfig = z.infer<typeof httpConfig>
export type PlaygroundConfig = z.infer<typeof playgroundConfig>
export type ServerConfig = StdioConfig | HttpConfig | PlaygroundConfig
export type ServerConfigs = Record<string, ServerConfig>

/** The name people see. */
export const displayName = (id: string, config: Pick<ServerConfig, 'name'> | undefined): string => config?.name ?? id

/** What of a configuration decides what runs or is reached: a change of anything else leaves the server what it was. */
export function launchOf(config: ServerConfig): JsonObject {
  if (config.type === 'playground') return { type: config.type, era: config.era }
  if (config.type === 'http') return { type: config.type, url: config.url, headers: config.headers }
  const { type, command, args, env, cwd, networkEnvironment } = config
  return { type, command, args, env, cwd: cwd ?? null, ...(networkEnvironment && { networkEnvironment }) }
}
