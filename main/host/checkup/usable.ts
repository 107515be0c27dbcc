import { accessSync, constants, statSync } from 'node:fs'
import path from 'node:path'
import { reasonOf } from '../base/failure.ts'
import { sharedIn, type Shared } from '../journal/private-files.ts'
import { checkupWords } from './words.ts'

const { folder: words } = checkupWords
const { R_OK, W_OK, X_OK } = constants

/** Why a folder can't be used, as a sentence, and what to do. */
export type FolderProblem = { text: string; advice: string }

/**
 * Why this can't be the data folder: it, or the nearest thing above it that exists, isn't a folder or refuses access, or
 * others can write to it. `reading` needs no right to write, and may be done where others write. Undefined if nothing is
 * in the way. Changes nothing.
 */
export function whyUnusable(folder: string, need: 'reading' | 'writing' = 'writing'): FolderProblem | undefined {
  const at = nearest(folder)
  if (!at.isFolder) return { text: words.noFolder(folder, at.place), advice: words.chooseFolder }
  if (need === 'reading' && at.place !== folder) return undefined
  try {
    accessSync(at.place, need === 'reading' ? X_OK : at.place === folder ? R_OK | W_OK | X_OK : W_OK | X_OK)
    const shared = need === 'writing' && at.place === folder ? sharedIn(folder) : undefined
    return shared && openTo(folder, shared)
  } catch (error) {
    return refused(folder, at, error)
  }
}

/** A folder that others can write to, with the command that keeps them out. */
function openTo(folder: string, { place, by, owner }: Shared): FolderProblem {
  if (by === 'owner')
    return place === folder
      ? { text: words.foreign(folder), advice: words.takeOwn }
      : { text: words.foreignFile(folder, place), advice: words.closeFolder(`chmod 700 ${shellWord(folder)}`) }
  const own = process.getuid?.() ?? 0
  const change = own === 0 || own === owner ? '' : `sudo chown ${own} ${shellWord(folder)} && `
  return { text: words.shared(folder, place, by), advice: words.closeFolder(`${change}chmod 700 ${shellWord(folder)}`) }
}

/** A path as one word of a shell's command. Without quotation marks, because a `~` isn't read in them. */
const shellWord = (place: string): string => place.replaceAll(/[^\p{L}\p{N}/._~-]/gu, String.raw`\$&`)

/** A system's refusal to use or create a data folder, in words. */
export function refused(folder: string, at: { place: string; uid: number }, error: unknown): FolderProblem {
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  if (code === 'EROFS') return { text: words.readOnlyDisk(folder), advice: words.chooseFolder }
  const isRight = code === 'EACCES' || code === 'EPERM'
  if (isRight && process.getuid !== undefined && at.uid !== process.getuid() && at.place === folder)
    return { text: words.foreign(folder), advice: words.takeOwn }
  if (isRight) return { text: words.noRights(folder, at.place), advice: words.makeWritable }
  return { text: words.unusable(folder, reasonOf(error)), advice: words.chooseFolder }
}

/** The folder itself, or the first above it that the system knows. */
export function nearest(folder: string): { place: string; isFolder: boolean; uid: number } {
  for (let place = folder; ; place = path.dirname(place)) {
    try {
      const found = statSync(place)
      return { place, isFolder: found.isDirectory(), uid: found.uid }
    } catch (error) {
      if (place === path.dirname(place)) throw error
    }
  }
}
