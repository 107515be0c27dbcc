import type { Project } from '../config/project.ts'
import type { Actor } from './actor.ts'

/** Changes of projects, and of their conversations. */
export type ProjectEvent =
  /** The user created, changed or restored a project; `content` replaces what it was. */
  | { type: 'project.saved'; project: string; content: Project; actor: Actor }
  /** The user deleted a project. Its conversations stay, outside any project until it's restored. */
  | { type: 'project.deleted'; project: string; actor: Actor }
  /** The user put a conversation into a project; null: into none. */
  | { type: 'conversation.project'; conversation: string; project: string | null; actor: Actor }
