import { consentOf } from '../../../../shared/state/consents.ts'
import { isPinned, templateItem } from '../../../../shared/state/pins.ts'
import { displayName } from '../../../../shared/config/server-config.ts'
import type { CallOutcome } from '../../../../shared/events/turn-events.ts'
import type { JsonObject } from '../../../../shared/schema/json.ts'
import { pageOfResources } from './resource-listing.ts'
import type { Journal } from '../../journal/journal.ts'
import type { Servers } from '../../mcp/server/servers.ts'
import { resourceWords } from './words.ts'
import { notRunning } from '../../mcp/process/reasons.ts'
import { resourceModelWords as words } from './model-words.ts'

/**
 * Lists a server's resources for a model, from the existing list: Atrium sends nothing and asks no one. Templates only
 * if pinned.
 */
export function listResources(
  { server: id, input }: { server: string | undefined; input: JsonObject },
  { servers, journal }: { servers: Servers; journal: Journal },
): CallOutcome {
  const server = id === undefined ? undefined : servers.get(id)
  if (id === undefined || !server) return { status: 'invalid', problem: words.noServer }
  const name = displayName(id, journal.state.configured.servers[id])
  if (server.status.state !== 'ready') return { status: 'invalid', problem: notRunning(name, server.status) }
  if (!server.running?.connection.offers('resources'))
    return { status: 'invalid', problem: resourceWords.noResources(name) }
  const { query = '', page = 1, ...others } = input
  const [unknown] = Object.keys(others)
  if (unknown !== undefined) return { status: 'invalid', problem: words.noArgument(unknown.slice(0, 100)) }
  if (typeof query !== 'string' || query.length > 1000) return { status: 'invalid', problem: words.badQuery }
  if (typeof page !== 'number' || !Number.isInteger(page) || page < 1)
    return { status: 'invalid', problem: words.badPage }
  const { resources, incomplete } = server.running.catalogue.resources()
  const { pins } = consentOf(journal.state, id)
  const templates = Object.values(journal.state.servers[id]?.templates?.items ?? {})
  const usable = templates.filter(({ template, hash }) => isPinned(pins, templateItem(template), hash))
  const found = pageOfResources({ resources, templates: usable, incomplete }, { query, page })
  const result = journal.keep({ content: [{ type: 'text', text: JSON.stringify(found) }] })
  return { status: 'succeeded', result }
}
