import { z } from 'zod'

const text = z.string().min(1).max(4096)
const seconds = z.number().positive().max(86_400)

/** A value given to a server: as written, or the name under which the secret store holds it. */
const setting = z.union([z.string().max(32_768), z.strictObject({ secret: text })])

/** How long one call of this server may take; time in which a person is being asked does not count. */
const timeouts = z.strictObject({
  /** Seconds without any sign of life from the server. */
  idle: seconds.optional(),
  /** Seconds of work in total. */
  work: seconds.optional(),
  /** Seconds on the wall clock, questions included. */
  wall: seconds.optional(),
})

/** One entry of `mcpServers` in servers.json; its key there is the server's id. */
export const serverConfig = z.strictObject({
  type: z.literal('stdio').default('stdio'),
  /** What the person calls it; the key when absent. */
  name: text.max(64).optional(),
  command: text,
  args: z.array(z.string().max(32_768)).max(256).default([]),
  env: z.record(z.string().regex(/^[^=\0]+$/), setting).default({}),
  cwd: text.optional(),
  enabled: z.boolean().default(true),
  timeouts: timeouts.optional(),
})

/** The key of a server in servers.json. It never changes; renaming sets `name`. */
export const serverId = z
  .string()
  .regex(
    /^[A-Za-z0-9][A-Za-z0-9 ._-]{0,63}$/,
    'A server id has 1 to 64 letters, digits, spaces, dots, dashes or underscores',
  )
  .refine((id) => !(id in Object.prototype), 'This name is reserved')

export type ServerConfig = z.infer<typeof serverConfig>
export type ServerConfigs = Record<string, ServerConfig>

/** The name people see. */
export const displayName = (id: string, config: Pick<ServerConfig, 'name'> | undefined): string => config?.name ?? id
