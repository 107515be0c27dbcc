import { z } from 'zod'
import type { RegistryAbout, RegistryOption, RegistryRefusal, RegistryWarning } from '../config/registry.ts'
import { type RegistrySource, serverId } from '../config/server-config.ts'
import { command } from './command.ts'

/** Why a registry's answer is missing, as Atrium's sentences; `until` is when it can be asked again, epoch milliseconds. */
export type RegistryTrouble = { says: string; until?: number }

/** A registry's servers, as far as they were fetched. */
export type RegistryList = {
  /** The registry's URL. */
  url: string
  rows: RegistryAbout[]
  /** Servers that match, of which `rows` are the first. */
  total: number
  /** When the registry last answered this search, epoch milliseconds. */
  fetchedAt: number | null
  /** Whether the registry has more. */
  more: boolean
  /** Entries of this session's answers that couldn't be read. */
  unreadable: number
  /** Whether the cached records couldn't be read, and were discarded. */
  discarded: boolean
  trouble?: RegistryTrouble
}

/** A server's other versions; the newest first. */
export type RegistryVersion = Pick<RegistryAbout, 'version' | 'publishedAt' | 'status' | 'isLatest'>

/** One version of a registry's server, with the ways to run or reach it in the order in which they're offered. */
export type RegistryServer = {
  url: string
  about: RegistryAbout
  options: RegistryOption[]
  /** By place in `options`, the program that this computer doesn't have. */
  missing: Record<number, string>
  refused?: RegistryRefusal
  warnings: RegistryWarning[]
  versions: RegistryVersion[]
  fetchedAt: number | null
}

/** Where a configured server came from, and what its registry offers now, as far as it's known. */
export type RegistryUpdate = {
  source: RegistrySource
  /** The record of its version, and the option by which it was added. */
  now?: { about: RegistryAbout; option?: RegistryOption }
  /** The latest version, if it is another one. */
  latest?: { about: RegistryAbout; option?: RegistryOption; warnings: RegistryWarning[] }
  fetchedAt: number | null
  trouble?: RegistryTrouble
}

const name = z.string().min(3).max(200)

/** Commands that search the registry and add servers from it. */
export const registryCommands = {
  /**
   * Servers that match a text; all of them without one. `kept` reads the cached records and sends nothing; `first` asks
   * the registry, `more` asks it for the next page. A registry that can't be asked isn't an error: `trouble` says why.
   */
  searchRegistry: command(
    'admin',
    z.strictObject({
      text: z.string().trim().max(200).default(''),
      ask: z.enum(['kept', 'first', 'more']),
      limit: z.int().min(1).max(2000).default(100),
    }),
  ).returns<RegistryList>(),
  /** Downloads the bundle at this place of a record's options, checks its hash and opens it. Nothing is added. */
  fetchRegistryBundle: command(
    'admin',
    z.strictObject({ name, version: z.string().max(255).optional(), at: z.int().min(0).max(1000) }),
  ).returns<{ sha256: string }>(),
  /** A server's record; the latest version if none is named. Null if it isn't known, or the registry doesn't have it. */
  getRegistryServer: command(
    'admin',
    z.strictObject({ name, version: z.string().max(255).optional(), ask: z.boolean() }),
  ).returns<{ server: RegistryServer | null; trouble?: RegistryTrouble }>(),
  /** The registry's current offer for a configured server. Null if the server didn't come from one. Changes nothing. */
  getRegistryUpdate: command('admin', z.strictObject({ server: serverId, ask: z.boolean() })).returns<{
    update: RegistryUpdate | null
  }>(),
} as const
