import { randomUUID } from 'node:crypto'
import { mostProjects, type Project } from '../../../shared/config/project.ts'
import type { Handlers, Parsed } from '../../../shared/contract/commands.ts'
import { HostError } from '../../../shared/contract/errors.ts'
import { displayName } from '../../../shared/config/server-config.ts'
import type { HostState } from '../../../shared/state/state.ts'
import { foldersOf, type foldProjects } from '../../../shared/state/projects.ts'
import type { Journal } from '../journal/journal.ts'
import type { Reader } from '../journal/queries/reader.ts'
import type { Servers } from '../mcp/server/servers.ts'
import type { Confirmation } from '../platform.ts'
import { begun, reveal } from './confirmation-text.ts'
import { commandWords as words, dialogWords } from './words.ts'

type Deps = { journal: Journal; reader: Reader; servers: Pick<Servers, 'get'> }

/** Projects: saved, deleted, and the conversations in them. */
export function projectHandlers({ journal, reader, servers }: Deps) {
  /** Changes a project, and tells the running servers of legacy revisions whose folders that changes. */
  const change = async (event: Parameters<typeof foldProjects>[1]): Promise<void> => {
    const before = journal.state
    journal.append(event)
    await journal.durable()
    for (const id of Object.keys(before.configured.servers))
      if (foldersOf(id, before).join('\0') !== foldersOf(id, journal.state).join('\0'))
        servers.get(id)?.running?.connection.rootsChanged()
  }
  return {
    saveProject: async ({ project = randomUUID(), content }, { actor }) => {
      const { projects = {} } = journal.state
      const isNew = !Object.hasOwn(projects, project)
      if (isNew && Object.keys(projects).length >= mostProjects)
        throw new HostError('conflict', words.manyProjects(mostProjects))
      const unknown = content.servers?.find((id) => !Object.hasOwn(journal.state.configured.servers, id))
      if (unknown !== undefined) throw new HostError('not-found', words.noServer(unknown))
      await change({ type: 'project.saved', project, content, actor })
      return { project }
    },
    deleteProject: async ({ project }, { actor }) => {
      assertProject(project, journal.state)
      await change({ type: 'project.deleted', project, actor })
    },
    moveConversation: async ({ conversation, project }, { actor }) => {
      await reader.ask('assertConversation', conversation)
      if (project !== null) assertProject(project, journal.state)
      journal.append({ type: 'conversation.project', conversation, project, actor })
      await journal.durable()
    },
  } satisfies Partial<Handlers>
}

/** Throws `not-found` unless there is such a project. */
export function assertProject(project: string, { projects = {} }: Pick<HostState, 'projects'>): void {
  if (!Object.hasOwn(projects, project)) throw new HostError('not-found', words.noProject)
}

/** Asks before a project shares a folder with a server that this project hasn't shared with it before. */
export function confirmProject(
  { project, content }: Parsed<'saveProject'>,
  { projects = {}, configured }: HostState,
): Confirmation | undefined {
  const before = project !== undefined && Object.hasOwn(projects, project) ? projects[project] : undefined
  const told = (content.servers ?? []).flatMap((server) => {
    const known = sharedWith(server, before)
    const added = sharedWith(server, content).filter((folder) => !known.includes(folder))
    const name = reveal(displayName(server, configured.servers[server]))
    return added.length === 0 ? [] : [dialogWords.toldOf(name, begun(added.map(reveal).join(', '), 400))]
  })
  if (told.length === 0) return undefined
  return {
    question: dialogWords.shareFolders(begun(reveal(content.name), 100)),
    detail: begun(told.join('\n'), 4000),
    action: dialogWords.actions.share,
  }
}

const sharedWith = (server: string, project: Project | undefined): string[] =>
  project?.servers?.includes(server) ? (project.folders ?? []) : []
