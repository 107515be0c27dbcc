import { z } from 'zod'
import { modelChoice } from './settings.ts'
import { folder, serverId } from './server-config.ts'

/** Max projects: all of them are in the state that each window gets. */
export const mostProjects = 100
export const longestProjectName = 80
export const longestInstructions = 20_000
export const mostProjectFolders = 20

/** The shared settings of a project's conversations. */
export const projectContent = z
  .strictObject({
    name: z.string().trim().min(1).max(longestProjectName),
    /** For every answer in its conversations, after Atrium's instructions and before a conversation's own. */
    instructions: z.string().trim().min(1).max(longestInstructions).optional(),
    /** The model for its new conversations; absent: the usual default. */
    model: modelChoice.optional(),
    /** The servers whose tools and instructions its models get; absent: all, also later ones. */
    servers: z.array(serverId).max(500).optional(),
    /** Shared with these servers, on the one connection that each has (docs/decisions.md 61). */
    folders: z.array(folder).max(mostProjectFolders).optional(),
  })
  .refine(({ servers, folders }) => !folders?.length || servers !== undefined, 'folders need chosen servers')

export type Project = z.infer<typeof projectContent>
