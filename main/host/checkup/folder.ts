import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import type { CheckedPart } from '../../../shared/contract/checkup.ts'
import { realPath } from '../base/real-path.ts'
import { filesOpenToOthers, isOpenToOthers } from '../journal/private-files.ts'
import { whyUnusable, type FolderProblem } from './usable.ts'
import { checkupWords as words } from './words.ts'

type Place = { system?: string | undefined; sync?: string | undefined }

/** The data folder. `system` is its file system's name, if the system says it; `sync` the service that copies it. */
export type FolderFacts =
  | { folder: string; problem: FolderProblem }
  | { folder: string; isAbsent: true }
  | ({
      folder: string
      isAbsent: false
      /** Undefined if the system doesn't say. */
      isOpen: boolean | undefined
      openFiles: string[]
    } & Place)

/** Reads facts about the data folder and changes nothing. Throws the system's error if it can't be examined. */
export function lookAtFolder(folder: string): FolderFacts {
  const problem = whyUnusable(folder)
  if (problem) return { folder, problem }
  if (!existsSync(folder)) return { folder, isAbsent: true }
  const real = realPath(folder)
  return {
    folder,
    isAbsent: false,
    isOpen: isOpenToOthers(real),
    openFiles: filesOpenToOthers(real),
    ...placeOf(folder, real),
  }
}

const placeOf = (folder: string, real: string): Place => ({
  system: fileSystemOf(real, mountTable()),
  sync: syncServiceOf(real) ?? syncServiceOf(folder),
})

/** Linux's table of mounts, or what macOS's `mount` prints; empty on Windows. */
function mountTable(): string {
  try {
    if (process.platform === 'darwin')
      return execFileSync('/sbin/mount', { encoding: 'utf8', timeout: 3000, stdio: ['ignore', 'pipe', 'ignore'] })
    return readFileSync('/proc/self/mountinfo', 'utf8')
  } catch {
    return ''
  }
}

/**
 * The name of the file system that a real path is on, such as `ext4`; undefined if the table doesn't say. A drive letter
 * of a share has a share as its real path.
 */
export function fileSystemOf(real: string, table: string): string | undefined {
  if (real.startsWith('\\\\')) return 'smb'
  let best: { at: string; system: string } | undefined
  for (const line of table.split('\n')) {
    const [at, system] = /^\d/.test(line) ? mountOnLinux(line) : mountOnMac(line)
    if (at === undefined || !isInside(real, at) || at.length < (best?.at.length ?? 0)) continue
    best = { at, system: system ?? '' }
  }
  return best?.system
}

function mountOnLinux(line: string): (string | undefined)[] {
  const [mount = '', system = ''] = line.split(' - ')
  const at = mount.split(' ')[4]
  return [
    at?.replaceAll(/\\(\d{3})/g, (_, code: string) => String.fromCharCode(parseInt(code, 8))),
    system.split(' ')[0],
  ]
}

/** Such as `//ada@nas/share on /Volumes/share (smbfs, nodev, nosuid, mounted by ada)`. */
const mountOnMac = (line: string): (string | undefined)[] =>
  /^.*? on (\/.*) \(([^,()]+)[^()]*\)$/.exec(line)?.slice(1) ?? []

const isInside = (place: string, folder: string): boolean =>
  place === folder || place.startsWith(folder === '/' ? '/' : `${folder}/`)

/** Services that copy folders to other computers, and the usual names of these folders. */
const services: [name: string, folder: RegExp][] = [
  ['Dropbox', /^dropbox( \(.*\))?$/i],
  ['OneDrive', /^onedrive( - .*)?$/i],
  ['Google Drive', /^(google ?drive|my drive|googledrive-.*)$/i],
  ['iCloud Drive', /^(icloud ?drive|mobile documents|com~apple~clouddocs)$/i],
  ['Nextcloud', /^nextcloud$/i],
  ['ownCloud', /^owncloud$/i],
  ['MEGA', /^mega(sync)?$/i],
  ['pCloud', /^pcloud ?drive$/i],
  ['Box', /^box( sync)?$/i],
]

/** The service that copies this folder to other computers, by the names above it or by Syncthing's mark. */
export function syncServiceOf(folder: string): string | undefined {
  const names = folder.split(/[\\/]/)
  const found = services.find(([, pattern]) => names.some((name) => pattern.test(name)))?.[0]
  if (found !== undefined) return found
  for (let at = folder; ; at = path.dirname(at)) {
    if (existsSync(path.join(at, '.stfolder'))) return 'Syncthing'
    if (at === path.dirname(at)) return undefined
  }
}

const overNetwork =
  /^(nfs\d?|cifs|smb\d?|smbfs|afpfs|webdav|9p|afs|ceph|davfs|fuse\.(sshfs|rclone|davfs2|glusterfs|s3fs|gcsfuse))$/
const inMemory = /^(tmpfs|ramfs)$/

/** Why a folder is no place for a database, in two sentences; undefined if it is one, or can't be examined. */
export function riskOf(folder: string): string | undefined {
  try {
    if (!existsSync(folder)) return undefined
    const found = riskIn({ folder, ...placeOf(folder, realPath(folder)) })
    return found && `${found.text} ${found.advice}`
  } catch {
    return undefined
  }
}

/** A place that loses or copies a database. */
function riskIn({ folder, system, sync }: { folder: string } & Place) {
  const { folder: its } = words
  if (system !== undefined && overNetwork.test(system))
    return { text: its.network(folder, system), advice: its.moveLocal }
  return sync === undefined ? undefined : { text: its.sync(folder, sync), advice: its.moveOut }
}

/** The data folder: whether Atrium can write to it, who else can read it, and where it is. */
export function folderPart(facts: FolderFacts): CheckedPart {
  return { part: 'folder', title: words.titles.folder, ...foundIn(facts) }
}

function foundIn(facts: FolderFacts): Pick<CheckedPart, 'health' | 'text' | 'advice'> {
  const { folder: its } = words
  const { folder } = facts
  if ('problem' in facts) return { health: 'problem', ...facts.problem }
  if (facts.isAbsent) return { health: 'fine', text: its.absent(folder) }
  const { system, openFiles } = facts
  const risk = riskIn(facts)
  if (risk) return { health: 'problem', ...risk }
  if (facts.isOpen !== false)
    return { health: 'notice', text: its[facts.isOpen ? 'open' : 'unsure'](folder), advice: its.close }
  if (openFiles.length > 0) return { health: 'notice', text: its.openFiles(openFiles), advice: its.startAgain }
  if (system !== undefined && inMemory.test(system))
    return { health: 'notice', text: its.memory(folder, system), advice: its.moveDisk }
  return { health: 'fine', text: its.fine(folder, system) }
}
