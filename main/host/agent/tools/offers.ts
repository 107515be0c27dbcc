import type { OfferedTool } from '../../../../shared/contract/commands.ts'
import { isModelTool } from '../../../../shared/events/events.ts'
import { displayName } from '../../../../shared/config/server-config.ts'
import type { Journal } from '../../journal/journal.ts'
import { mapTools } from '../../llm/request/tools.ts'
import type { Servers } from '../../mcp/server/servers.ts'
import { skillOfItem } from '../../../../shared/state/pins.ts'
import { type ApprovedSkill, hostTools, type OwnNeeds } from './host-tools.ts'
import { isInQuarantine } from './quarantine.ts'
import { packToolbox, type ToolNames, type Offer } from './toolbox.ts'

/** The tools for models of all servers that are ready or start on a call, in their pinned definitions. */
export function offersOf({ journal: { state }, servers }: { journal: Journal; servers: Servers }): Offer[] {
  return Object.entries(state.servers).flatMap(([id, { status, tools }]): Offer[] => {
    const known = servers.get(id)
    const server = status.state === 'ready' || known?.standby.isOn ? known : undefined
    const serverName = displayName(id, state.configured.servers[id])
    return Object.keys(tools).flatMap((tool) => {
      const definition = server?.definition(tool)
      if (
        !definition ||
        !isModelTool(definition.entry) ||
        isInQuarantine({ server: id, tool, definition: definition.hash }, state)
      )
        return []
      return [{ server: id, serverName, tool, definition: definition.raw }]
    })
  })
}

/** The ready servers that have resources. */
export const readableServers = ({ journal: { state }, servers }: { journal: Journal; servers: Servers }): string[] =>
  Object.keys(state.servers).filter((id) => servers.get(id)?.running?.connection.offers('resources'))

/** Max approved skills that a model learns of. */
const mostSkills = 100

/** The approved skills of ready servers. No server is asked. */
export const approvedSkills = ({
  journal: { state },
  servers,
}: {
  journal: Journal
  servers: Servers
}): ApprovedSkill[] =>
  Object.entries(state.consents)
    .filter(([id]) => servers.get(id)?.running?.connection.offers('skills'))
    .flatMap(([server, { pins = {} }]) =>
      Object.keys(pins).flatMap((item) => {
        const uri = skillOfItem(item)
        const name = uri?.split('/').at(-2)
        return uri === undefined || !name ? [] : [{ server, uri, name }]
      }),
    )
    .slice(0, mostSkills)

/** The name and size of each server tool as a model would get it. Stores nothing. */
export function describeOffers(offers: Offer[], known: ToolNames): OfferedTool[] {
  const { tools, added } = packToolbox(offers, known)
  const names: ToolNames = { ...known, ...added }
  return mapTools(tools).tools.flatMap((tool) => {
    const whose = names[tool.name]
    return whose ? [{ ...whose, name: tool.name, bytes: Buffer.byteLength(JSON.stringify(tool)) }] : []
  })
}

/** Describes Atrium's own tools in the same way. */
export const describeOwn = (needs: OwnNeeds, known: ToolNames): Omit<OfferedTool, 'server' | 'tool'>[] =>
  mapTools(hostTools(needs, known)).tools.map((tool) => ({
    name: tool.name,
    bytes: Buffer.byteLength(JSON.stringify(tool)),
  }))
