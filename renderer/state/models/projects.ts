import { useMemo } from 'react'
import { z } from 'zod'
import type { HostState } from '../../../shared/state/state.ts'
import { plainLabel } from '../../../shared/text/hidden-characters.ts'
import type { Project } from '../../../shared/config/project.ts'
import { useBeginning } from './beginning.ts'
import { useHost } from '../replica.ts'
import { persisted, storedList } from '../persisted.ts'
import { createStore, useStore } from '../store.ts'
import { useOpenConversation } from '../chat/transcript.ts'

/** A conversation to move, and the project it's in. */
export type MovedConversation = { id: string; project?: string | undefined }

/**
 * Which dialog the user opened: to edit or delete a project, create one (and put conversations into it), or move conversations.
 */
export type OpenedProjectDialog =
  | { dialog: 'edit' | 'delete'; project: string }
  | { dialog: 'create'; conversations?: readonly MovedConversation[] }
  | { dialog: 'move'; conversations: readonly MovedConversation[] }

/** The open dialog for projects, if any. */
export const projectDialog = createStore<OpenedProjectDialog | undefined>(undefined)

/** A project with its ID. */
export type NamedProject = { id: string; content: Project }

/** All projects, by name. */
export const projectsIn = ({ projects = {} }: Pick<HostState, 'projects'>): NamedProject[] =>
  Object.entries(projects)
    .map(([id, content]) => ({ id, content }))
    .toSorted((a, b) => a.content.name.localeCompare(b.content.name) || a.id.localeCompare(b.id))

/** All projects, by name. */
export function useProjects(): NamedProject[] {
  const projects = useHost((state) => state.projects)
  return useMemo(() => projectsIn({ projects }), [projects])
}

/** The project of the visible conversation, or of the new one; undefined if it's in none. */
export function useOpenProject(): NamedProject | undefined {
  const open = useOpenConversation()
  const beginning = useBeginning()
  const id = open ? open.project : beginning.project
  const content = useHost(({ projects }) =>
    id !== undefined && projects && Object.hasOwn(projects, id) ? projects[id] : undefined,
  )
  return id !== undefined && content ? { id, content } : undefined
}

/** A project's name, on one line. */
export const projectName = ({ name }: Pick<Project, 'name'>): string => plainLabel(name, 80)

/** The collapsed projects, by ID; remembered for the next visit. */
const stored = persisted(globalThis.localStorage, 'atrium.projects.collapsed', storedList(z.string()))
const collapsed = createStore<readonly string[]>(stored.read() ?? [])

/** Collapses a project in the sidebar, or shows its conversations again. */
export function toggleProject(project: string): void {
  const before = collapsed.get()
  const after = before.includes(project) ? before.filter((id) => id !== project) : [...before, project]
  stored.write([...after])
  collapsed.set(after)
}

/** The IDs of the collapsed projects. */
export const useCollapsedProjects = (): readonly string[] => useStore(collapsed)
