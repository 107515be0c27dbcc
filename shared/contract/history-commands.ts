import { z } from 'zod'
import { serverId } from '../config/server-config.ts'
import { command, id } from './command.ts'

/** A changed member: its name in servers.json, and its values as text, with secrets masked; null if not set. */
export type MemberChange = { name: string; before: string | null; after: string | null }

/**
 * A change of one server's configuration, by its record. `undo`: whether it can be undone; `later`: its members were
 * changed again, or the server was removed or added since; `same`: nothing of it is left; `value`: a secret got another
 * value, and Atrium keeps no earlier ones. The member is then the one that refers to the secret.
 */
export type ConfigurationChange = {
  seq: number
  at: number
  actor: string
  server: string
  kind: 'added' | 'removed' | 'changed' | 'secret'
  members: MemberChange[]
  undo: 'can' | 'later' | 'same' | 'value'
}

/** Commands that list changes of the configuration and undo them. */
export const historyCommands = {
  /** Newest first, by Atrium and by hand; `next` is the next `before`. A page can be short while there is `more`. */
  listConfigurationChanges: command(
    'read',
    z.strictObject({
      server: id.optional(),
      before: z.int().positive().optional(),
      limit: z.int().min(1).max(100).default(30),
    }),
  ).returns<{ rows: ConfigurationChange[]; more: boolean; next: number }>(),
  /**
   * Takes one change of a server's configuration back; other changes stay. A command or URL that returns is reviewed
   * like every change; deleted secrets must be entered again. `conflict` if later changes are in the way.
   */
  undoConfigurationChange: command(
    'admin',
    z.strictObject({ seq: z.int().positive(), server: serverId }),
  ).returns<void>(),
} as const
