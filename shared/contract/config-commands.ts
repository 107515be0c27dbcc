import { z } from 'zod'
import type { JsonObject, JsonValue } from '../schema/json.ts'
import { command } from './command.ts'

/**
 * The servers in another application's file, as written there and nothing else of the file; or a sentence that says why
 * they can't be read. Values in it can be secrets.
 */
export type FoundConfig = { app: string; file: string } & (
  { servers: JsonObject; inputs?: JsonValue; notes: string[] } | { problem: string }
)

export const configCommands = {
  /** Reads the known files of other applications on this computer. Starts nothing, and changes nothing. */
  findConfigs: command('admin', z.strictObject({})).returns<{ configs: FoundConfig[] }>(),
} as const
