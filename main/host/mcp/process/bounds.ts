import { mkdirSync, statSync } from 'node:fs'
import { homedir, userInfo } from 'node:os'
import { join, resolve } from 'node:path'
import type { Bounds } from '../../../../shared/config/bounds.ts'
import type { StdioConfig } from '../../../../shared/config/server-config.ts'
import { sha256 } from '../../base/hash.ts'
import { dataFolders, holdsDataFolder, isInDataFolder } from '../containment/data-folders.ts'
import { type Hidden, hiddenFrom } from '../containment/hidden-paths.ts'
import { isBelow, realOf } from '../containment/disk.ts'
import { containmentWords as words } from '../containment/words.ts'
import { StartFailure } from './reasons.ts'

/** The account's home folders as real paths: as the environment says, and as the system does. */
export function homes(): string[] {
  const named = [homedir(), accountHome()]
  return [...new Set(named.flatMap((home) => (home === undefined ? [] : (realOf(home) ?? []))))].filter(
    (it) => it !== '/',
  )
}

function accountHome(): string | undefined {
  try {
    return userInfo().homedir
  } catch {
    return undefined
  }
}

/** The folder for what a contained server keeps. Its ID can contain blanks and be as long as 64 characters. */
export const serverFolder = (dataDirectory: string, id: string): string =>
  join(containedFolder(dataDirectory), sha256(id).slice(0, 16))

/**
 * The folder in which a server starts if its configuration names none: relative paths lead there, not into the home
 * folder. A contained server can't see the data folder, so it starts in the home folder as its containment shows it.
 */
export function startFolder({ cwd, containment = 'open' }: StdioConfig, dataDirectory: string, id: string): string {
  if (cwd !== undefined) return resolve(cwd)
  if (containment !== 'open') return homedir()
  const folder = ownFolder(dataDirectory, id)
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  return folder
}

/** The folder of a server that isn't contained. IDs can contain blanks, and some file systems ignore case. */
export const ownFolder = (dataDirectory: string, id: string): string =>
  join(dataDirectory, 'servers', `${id.replaceAll(/\W+/g, '-').slice(0, 40)}-${sha256(id).slice(0, 8)}`)

/** The data folder's part with what contained servers keep. */
export const containedFolder = (dataDirectory: string): string => join(dataDirectory, 'contained')

/** The places that no contained server gets: those of an account, and the data folders of this Atrium and others. */
export type KeptBack = { homes: string[]; hidden: Hidden }

/** Everything that is kept back now. Throws if it can't be found out. */
export function keptBackBy(dataDirectory: string, accountHomes = homes()): KeptBack {
  const own = dataFolders(accountHomes, realOf(dataDirectory) ?? dataDirectory)
  return { homes: accountHomes, hidden: hiddenFrom(accountHomes, own) }
}

/** Why a real folder can't be given to a contained server, as the name of the text that says so. */
export function folderRefusal(
  folder: string,
  { homes: accountHomes, hidden }: KeptBack,
): 'broadFolder' | 'ownFolder' | 'holdsOwn' | 'hiddenFolder' | 'holdsHidden' | undefined {
  if (accountHomes.some((home) => isBelow(home, folder))) return 'broadFolder'
  if (hidden.own.some((it) => isBelow(folder, it)) || isInDataFolder(folder)) return 'ownFolder'
  if (hidden.own.some((it) => isBelow(it, folder))) return 'holdsOwn'
  if (hidden.paths.some((it) => isBelow(folder, it.path))) return 'hiddenFolder'
  // A server could move the folder around it, and another program could put another one in its place.
  if (hidden.paths.some((it) => isBelow(it.path, folder))) return 'holdsHidden'
  return hidden.around.has(folder) ? 'hiddenFolder' : undefined
}

/**
 * The bounds in a configuration, as real paths: a link with another target is another launch. Throws `StartFailure` for
 * a folder that would undo the containment.
 */
export function resolveBounds(config: StdioConfig, dataDirectory: string): Bounds | undefined {
  const { containment: level = 'open', writable = [], readable = [], hosts = [] } = config
  if (level === 'open') return undefined
  if (config.bundle) throw new StartFailure(words.bundle(level))
  const keptBack = keptBackBy(dataDirectory)
  const real = (folder: string): string => {
    const found = realOf(folder)
    if (found === undefined || !statSync(found).isDirectory()) throw new StartFailure(words.noFolder(folder))
    const refusal = folderRefusal(found, keptBack) ?? (holdsDataFolder(found) ? 'holdsOwn' : undefined)
    if (refusal !== undefined) throw new StartFailure(words[refusal](folder))
    return found
  }
  const changed = unique(writable.map(real))
  if (level === 'limited') return { level, writable: changed, readable: [], hosts: [] }
  return { level, writable: changed, readable: unique(readable.map(real)), hosts: unique(hosts) }
}

const unique = (list: string[]): string[] => [...new Set(list)].toSorted()
