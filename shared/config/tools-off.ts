import { z } from 'zod'
import { serverId } from './server-config.ts'

/**
 * Tools the user turned off in a conversation: all of every server, or by server: all, or some by name. "All" includes
 * future ones.
 */
export const toolsOff = z.union([
  z.literal('all'),
  z
    .record(serverId, z.union([z.literal('all'), z.array(z.string().min(1).max(128)).max(5000)]))
    .refine((off) => Object.keys(off).length <= 500, 'may name 500 servers at most'),
])
export type ToolsOff = z.infer<typeof toolsOff>

const offIn = (off: ToolsOff | undefined, server: string): 'all' | string[] => {
  if (off === undefined || off === 'all') return off ?? []
  return (Object.hasOwn(off, server) ? off[server] : undefined) ?? []
}

/** The choice by server: if everything is off, with an entry for each of these servers. */
const byServer = (off: ToolsOff | undefined, servers: string[]): Exclude<ToolsOff, 'all'> =>
  off === 'all' ? Object.fromEntries(servers.map((server) => [server, 'all'])) : (off ?? {})

/** The choice as stored: undefined if nothing is off. */
export const someOff = (off: ToolsOff): ToolsOff | undefined =>
  off !== 'all' && Object.keys(off).length === 0 ? undefined : off

/** Whether this tool is hidden from the conversation's model. */
export function isOff(off: ToolsOff | undefined, server: string, tool: string): boolean {
  const these = offIn(off, server)
  return these === 'all' || these.includes(tool)
}

/** Whether all of a server's tools are hidden from the conversation's model. */
export const isServerOff = (off: ToolsOff | undefined, server: string): boolean => offIn(off, server) === 'all'

/** A server to switch, and all servers: if every tool is off, the other servers stay off. */
type Switched = { server: string; servers: string[] }

/** Turns a server off or on; turning it on offers all its tools. */
export function switchServer(off: ToolsOff | undefined, { server, servers }: Switched, isOn: boolean): ToolsOff {
  const { [server]: _before, ...others } = byServer(off, servers)
  return isOn ? others : { ...others, [server]: 'all' }
}

/**
 * Turns one tool on or off. `all` are the server's current tools: if the whole server is off, turning one tool on
 * leaves the rest of `all` off.
 */
export function switchTool(
  off: ToolsOff | undefined,
  { server, tool, all, servers }: Switched & { tool: string; all: string[] },
  isOn: boolean,
): ToolsOff {
  const before = offIn(off, server)
  const names = before === 'all' ? all : before
  const after = isOn ? names.filter((name) => name !== tool) : [...new Set([...names, tool])]
  const { [server]: _before, ...others } = byServer(off, servers)
  return after.length === 0 ? others : { ...others, [server]: after }
}
