import type { Handlers } from '../../../shared/contract/commands.ts'
import { HostError } from '../../../shared/contract/errors.ts'
import { displayName } from '../../../shared/config/server-config.ts'
import { consentOf } from '../../../shared/state/consents.ts'
import { skillItem } from '../../../shared/state/pins.ts'
import { defined, ownOf } from '../../../shared/schema/json.ts'
import type { PickedStore } from '../agent/resources/picked.ts'
import type { Journal } from '../journal/journal.ts'
import { notRunning } from '../mcp/process/reasons.ts'
import { handleOf, previewOf } from '../mcp/results/resource-contents.ts'
import type { Server } from '../mcp/server/server.ts'
import type { Servers } from '../mcp/server/servers.ts'
import { skillWords } from '../mcp/skills/words.ts'
import type { Confirmation } from '../platform.ts'
import { commandWords as words, dialogWords } from './words.ts'

type Deps = { journal: Journal; servers: Servers; picked: PickedStore }

/** Reading, approving and loading servers' skills. Only loading gives a model anything. */
export function skillHandlers(deps: Deps) {
  const { journal, picked } = deps
  return {
    listSkills: async ({ server: id }) => {
      const { server, name } = running(id, deps)
      return orUnavailable(await server.skills.list({ name }))
    },
    readSkillFile: async ({ server: id, uri, file }, { actor }) => {
      const { server, name } = running(id, deps)
      journal.assertHealthy()
      const { skill, content, read } = orUnavailable(await server.skills.read(uri, file, { name }))
      journal.append({ type: 'resource.read', server: id, uri: file, handle: handleOf(id, file, read), actor })
      await journal.durable()
      return { content: previewOf(content), set: skill.set }
    },
    approveSkill: async ({ server: id, uri, set }, { actor }) => {
      const { server, name } = running(id, deps)
      const skill = orUnavailable(await server.skills.entry(uri, { name }))
      if (skill.set !== set) throw new HostError('conflict', skillWords.changedSinceShown(skill.name))
      journal.append({ type: 'definitions.pinned', server: id, items: { [skillItem(uri)]: set }, actor })
      await journal.durable()
    },
    loadSkill: async ({ server: id, uri }, { actor }) => {
      const { server, name } = running(id, deps)
      journal.assertHealthy()
      const set = ownOf(consentOf(journal.state, id).pins ?? {}, skillItem(uri))
      const { skill, content, read } = orUnavailable(await server.skills.readApproved(uri, uri, set, { name }))
      const handle = handleOf(id, uri, read)
      const { mimeType } = content
      const part = { type: 'resource', server: id, uri, name: words.skill(skill.name) } as const
      picked.put(handle, { ...part, ...defined({ mimeType }) }, read)
      journal.append({ type: 'resource.read', server: id, uri, handle, actor })
      await journal.durable()
      return { handle, name: part.name, contents: [previewOf(content)], problems: [], canFollow: false }
    },
  } satisfies Partial<Handlers>
}

/** The system's question before a skill is approved. */
export const confirmSkill = ({ server, uri }: { server: string; uri: string }): Confirmation => ({
  question: dialogWords.approveSkill(uri, server),
  detail: dialogWords.skillApproved,
  action: dialogWords.actions.approveSkill,
})

function running(id: string, { journal, servers }: Deps): { server: Server; name: string } {
  const server = servers.get(id)
  if (!server) throw new HostError('not-found', words.noServer(id))
  const name = displayName(id, journal.state.configured.servers[id])
  if (server.status.state !== 'ready') throw new HostError('unavailable', notRunning(name, server.status))
  return { server, name }
}

function orUnavailable<T extends object>(found: T | { problem: string }): T {
  if ('problem' in found) throw new HostError('unavailable', found.problem)
  return found
}
