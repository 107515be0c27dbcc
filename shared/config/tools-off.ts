import { z } from 'zod'
import { serverId } from './server-config.ts'

/** Tools the user turned off in a conversation, by server: all, including future ones, or some by name. */
export const toolsOff = z
  .record(serverId, z.union([z.literal('all'), z.array(z.string().min(1).max(128)).max(5000)]))
  .refine((off) => Object.keys(off).length <= 500, 'may name 500 servers at most')
export type ToolsOff = z.infer<typeof toolsOff>

const offIn = (off: ToolsOff | undefined, server: string): 'all' | string[] =>
  (off && Object.hasOwn(off, server) ? off[server] : undefined) ?? []

/** Whether this tool is hidden from the conversation's model. */
export function isOff(off: ToolsOff | undefined, server: string, tool: string): boolean {
  const these = offIn(off, server)
  return these === 'all' || these.includes(tool)
}

export const isServerOff = (off: ToolsOff | undefined, server: string): boolean => offIn(off, server) === 'all'

/** Turns a server off or on; turning it on offers all its tools. */
export function switchServer(off: ToolsOff | undefined, server: string, isOn: boolean): ToolsOff {
  const { [server]: _before, ...others } = off ?? {}
  return isOn ? others : { ...others, [server]: 'all' }
}

/**
 * Turns one tool on or off. `all` are the server's current tools: if the whole server is off, turning one tool on
 * leaves the rest of `all` off.
 */
export function switchTool(
  off: ToolsOff | undefined,
  { server, tool, all }: { server: string; tool: string; all: string[] },
  isOn: boolean,
): ToolsOff {
  const before = offIn(off, server)
  const names = before === 'all' ? all : before
  const after = isOn ? names.filter((name) => name !== tool) : [...new Set([...names, tool])]
  const { [server]: _before, ...others } = off ?? {}
  return after.length === 0 ? others : { ...others, [server]: after }
}
