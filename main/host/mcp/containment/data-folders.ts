import { existsSync, readdirSync, statSync, type Dirent } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { usualPlace } from '../../base/user-folders.ts'
import { realOf } from './disk.ts'
import { containmentWords as words } from './words.ts'

/** Files that every Atrium's data folder has. */
const marks = ['lock.db', 'journal.db']

/** Folders that are looked at in a chosen one at most. */
const mostFolders = 100_000

/** Folders that tools fill with very many others. No one keeps an Atrium in them. */
const filled = ['node_modules', '.git']

const isDataFolder = (folder: string): boolean => marks.every((name) => existsSync(join(folder, name)))

/**
 * Data folders of any Atrium: this one, the usual ones, and those up to two folders below a home folder or beside this
 * one, behind links as well. The usual ones count before they exist.
 */
export function dataFolders(accountHomes: string[], running: string): string[] {
  const usual = [usualPlace(), ...accountHomes.map((home) => usualPlace({}, home))]
  const near = [...accountHomes, dirname(running)].flatMap((folder) => [folder, ...foldersIn(folder)])
  const found = near.flatMap(foldersIn).filter(isDataFolder)
  return [...new Set([running, ...usual.map((folder) => realOf(folder) ?? folder), ...found])].toSorted()
}

/** The real folders in a folder. */
const foldersIn = (folder: string): string[] =>
  entriesOf(folder).flatMap((entry) => {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) return [path]
    return entry.isSymbolicLink() && isFolder(path) ? (realOf(path) ?? []) : []
  })

/** Whether a folder is, or is in, a data folder. */
export const isInDataFolder = (folder: string): boolean =>
  isDataFolder(folder) || (dirname(folder) !== folder && isInDataFolder(dirname(folder)))

/** Whether a data folder is in this folder, at any level. Throws if there is too much to look at. */
export function holdsDataFolder(folder: string): boolean {
  const folders = [folder]
  for (const each of folders) {
    const entries = entriesOf(each)
    if (marks.every((name) => entries.some((entry) => entry.name === name))) return true
    if (folders.length > mostFolders) throw new Error(words.tooManyFolders(folder))
    if (each !== folder && filled.includes(basename(each))) continue
    for (const entry of entries) if (entry.isDirectory()) folders.push(join(each, entry.name))
  }
  return false
}

function isFolder(path: string): boolean {
  try {
    return statSync(path).isDirectory()
  } catch {
    return false
  }
}

function entriesOf(folder: string): Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true })
  } catch {
    return []
  }
}
