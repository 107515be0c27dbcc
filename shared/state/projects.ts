import type { Project } from '../config/project.ts'
import { answering, type ModelChoice, type Settings } from '../config/settings.ts'
import type { ServerConfigs } from '../config/server-config.ts'
import type { ProjectEvent } from '../events/project-events.ts'
import { without } from '../schema/records.ts'

/** All projects, by ID. */
export type Projects = Record<string, Project>

type WithProjects = { projects?: Projects | undefined }
type Member = { project?: string | undefined }

/** Folds a change of projects. A conversation's membership is among that conversation's facts. */
export const foldProjects = (
  projects: Projects = {},
  event: Exclude<ProjectEvent, { type: 'conversation.project' }>,
): Projects =>
  event.type === 'project.saved' ? { ...projects, [event.project]: event.content } : without(projects, event.project)

/** A removed server leaves its projects: a later one of the same name isn't the one that was chosen. */
export function stillChosen(projects: Projects | undefined, configured: ServerConfigs): Projects | undefined {
  const isThere = (id: string): boolean => Object.hasOwn(configured, id)
  if (Object.values(projects ?? {}).every(({ servers = [] }) => servers.every(isThere))) return projects
  return Object.fromEntries(
    Object.entries(projects ?? {}).map(([id, project]) => [
      id,
      project.servers ? { ...project, servers: project.servers.filter(isThere) } : project,
    ]),
  )
}

/** A conversation's project; undefined if it is in none, or its project was deleted. */
export const projectOf = ({ project }: Member, { projects }: WithProjects): Project | undefined =>
  project !== undefined && projects && Object.hasOwn(projects, project) ? projects[project] : undefined

/** Whether a project excludes this server from its models. */
export const isOutside = (project: Project | undefined, server: string): boolean =>
  project?.servers !== undefined && !project.servers.includes(server)

/** The model that would answer in a conversation now: its own choice, its project's, or the default. */
export const answeringIn = (
  conversation: Member & { choice?: ModelChoice | null | undefined },
  state: WithProjects & { configured: { settings: Settings } },
): ModelChoice | undefined =>
  answering(
    conversation.choice === undefined ? projectOf(conversation, state)?.model : conversation.choice,
    state.configured.settings,
  )

/** The folders that projects share with a server, each once, with the first such project's name. */
export function projectFolders(server: string, { projects = {} }: WithProjects): { path: string; project: string }[] {
  const folders = new Map<string, string>()
  for (const { name, servers = [], folders: shared = [] } of Object.values(projects))
    if (servers.includes(server)) for (const path of shared) if (!folders.has(path)) folders.set(path, name)
  return [...folders].map(([path, project]) => ({ path, project }))
}

/** Every folder shared with a server: its own, then those of projects. */
export function foldersOf(server: string, state: WithProjects & { configured: { servers: ServerConfigs } }): string[] {
  const own = state.configured.servers[server]?.roots ?? []
  return [...new Set([...own, ...projectFolders(server, state).map(({ path }) => path)])]
}
