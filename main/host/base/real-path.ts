import { lstatSync, realpathSync } from 'node:fs'

/** How a system names what is at a path. */
export type NamingSystem = {
  platform: NodeJS.Platform
  /** The system's own answer, spelled as it is stored; Node's keeps the spelling that was asked for. */
  native(path: string): string
  /** The object at a path. */
  identity(path: string): string | undefined
}

const thisSystem: NamingSystem = {
  platform: process.platform,
  native: realpathSync.native,
  identity: (path) => {
    const found = lstatSync(path, { bigint: true, throwIfNoEntry: false })
    return found && `${found.dev}:${found.ino}`
  },
}

/** macOS's volume of the user's files, whose folders are part of the root folder too. */
const dataVolume = '/System/Volumes/Data'

/**
 * The one name of what exists at a path: links followed, short names and other cases spelled as they are stored, and on
 * macOS without the volume. Throws the system's error if nothing is there.
 */
export function realPath(path: string, system: NamingSystem = thisSystem): string {
  const real = system.native(path)
  if (system.platform !== 'darwin' || !real.startsWith(`${dataVolume}/`)) return real
  const usual = real.slice(dataVolume.length)
  return system.identity(usual) === system.identity(real) ? usual : real
}
