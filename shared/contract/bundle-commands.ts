import { z } from 'zod'
import { type BundleReview, largestBundle } from '../config/bundle.ts'
import { serverId } from '../config/server-config.ts'
import { command, hash, id } from './command.ts'

/** Max characters of a piece: 4 MiB in Base64. */
export const longestPiece = 4 * 1024 * 1024 * (4 / 3) + 4

/** Commands that read and install bundles. */
export const bundleCommands = {
  /** Begins a private copy of a bundle with this many bytes. Pieces follow in order, then `openBundle`. */
  startBundle: command('admin', z.strictObject({ bytes: z.int().min(0).max(largestBundle) })).returns<{
    upload: string
  }>(),
  /** `data` is Base64. `bad-input` drops the whole copy. */
  addBundleBytes: command(
    'admin',
    z.strictObject({ upload: id, at: z.int().min(0), data: z.base64().max(longestPiece) }),
  ).returns<void>(),
  /** Ends the copy. Its SHA-256 names it from now on. */
  openBundle: command('admin', z.strictObject({ upload: id })).returns<{ sha256: string }>(),
  /**
   * Reads an opened bundle and looks for the programs it needs; a program can be asked for its version. `addServer` and
   * `updateServer` with a configuration that names the bundle put its files in place. `not-found` if Atrium has no copy.
   */
  reviewBundle: command('admin', z.strictObject({ sha256: hash })).returns<BundleReview>(),
  /** Compares the files of a server's bundle with what was unpacked. `not-found` if the server has none. */
  checkBundle: command('read', z.strictObject({ server: serverId })).returns<{
    changed: string[]
    missing: string[]
    canRestore: boolean
  }>(),
  /** Stops the server, unpacks its bundle again from Atrium's copy, and starts it if it is on. */
  restoreBundle: command('admin', z.strictObject({ server: serverId })).returns<void>(),
} as const
