import { z } from 'zod'
import { serverId } from './server-config.ts'

/** What a person has switched off in a conversation, by server: all of its tools, also those to come, or some by name. */
export const toolsOff = z
  .record(serverId, z.union([z.literal('all'), z.array(z.string().min(1).max(128)).max(5000)]))
  .refine((off) => Object.keys(off).length <= 500, 'may name 500 servers at most')
export type ToolsOff = z.infer<typeof toolsOff>

const offIn = (off: ToolsOff | undefined, server: string): 'all' | string[] =>
  (off && Object.hasOwn(off, server) ? off[server] : undefined) ?? []

/** Whether the model of the conversation is not to see or use this tool. */
export function isOff(off: ToolsOff | undefined, server: string, tool: string): boolean {
  const these = offIn(off, server)
  return these === 'all' || these.includes(tool)
}

export const isServerOff = (off: ToolsOff | undefined, server: string): boolean => offIn(off, server) === 'all'

/** Switches a server; switched on, it offers all of its tools. */
export function switchServer(off: ToolsOff | undefined, server: string, isOn: boolean): ToolsOff {
  const { [server]: _before, ...others } = off ?? {}
  return isOn ? others : { ...others, [server]: 'all' }
}

/** Switches one tool. `all` are the tools its server has now: out of one that is off, this tool alone comes back. */
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
