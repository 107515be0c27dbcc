import { readdirSync, statSync } from 'node:fs'
import path from 'node:path'
import type { Imported, ImportProblem } from '../../../shared/config/imported.ts'
import type { ServerConfigs } from '../../../shared/config/server-config.ts'
import { freeId } from '../../../shared/config/suggest-id.ts'
import type { ConfigFile, FoundConfig } from '../../../shared/contract/import-commands.ts'
import { realPath } from '../base/real-path.ts'
import type { UserFolders } from '../platform.ts'
import { isNotFound, messageOf, readBounded } from '../settings/json-text.ts'
import { type KnownFile, knownFiles } from './known-files.ts'
import { decode, mostBytes, readImport } from './read.ts'

/** Max files that a `*` matches. */
const mostMatches = 50

/** The files that are looked at. Doesn't touch the disk. */
export const listConfigFiles = (folders: UserFolders): ConfigFile[] =>
  knownFiles(folders).map((known) => ({ ...known, file: shownFile(known.file, folders) }))

/**
 * The servers in other applications' files. A file that can't be read doesn't affect the others; a missing one is left
 * out.
 */
export function findConfigs(folders: UserFolders, existing: Readonly<ServerConfigs>): FoundConfig[] {
  const found = knownFiles(folders)
    .flatMap(matches)
    .flatMap((known) => {
      const imported = importFrom(known, folders, existing)
      if (!imported || isEmpty(imported)) return []
      const real = realPathOf(known.file, folders)
      return [{ ...known, file: shownFile(known.file, folders), ...(real && { realPath: real }), imported }]
    })
  return withoutDoubles(found, existing)
}

function matches(known: KnownFile): KnownFile[] {
  const [before, after] = known.file.split('*')
  if (before === undefined || after === undefined) return [known]
  const folder = before.endsWith(path.sep) ? before : path.dirname(before)
  const [ending = '', ...rest] = after.split(path.sep)
  try {
    return readdirSync(folder)
      .filter((name) => name.endsWith(ending) && !name.startsWith('.'))
      .toSorted()
      .slice(0, mostMatches)
      .map((name) => ({ ...known, file: path.join(folder, name, ...rest) }))
  } catch {
    // Not there, or not for this account.
    return []
  }
}

/** The servers in one file; undefined if the file doesn't exist. */
function importFrom({ client, file }: KnownFile, { system, home }: UserFolders, existing: Readonly<ServerConfigs>) {
  const fileName = path.basename(file)
  const failed = (problem: ImportProblem): Imported => ({ client, format: 'json', servers: [], skipped: [], problem })
  try {
    const bytes = readBounded(file, mostBytes)
    if (bytes === undefined) return failed({ code: 'not-a-file' })
    if (bytes.length > mostBytes) return failed({ code: 'too-large', detail: megabytesOf(file) })
    const text = decode(bytes)
    if (typeof text !== 'string') return failed(text)
    return readImport({ text, fileName, client, facts: { system, home }, existing })
  } catch (error) {
    return isNotFound(error) ? undefined : failed({ code: 'unreadable', detail: messageOf(error).slice(0, 200) })
  }
}

const megabytesOf = (file: string): string => (statSync(file).size / 1024 / 1024).toFixed(1)

/** Settings of an application without servers. */
const isEmpty = ({ servers, skipped, problem }: Imported): boolean =>
  problem
    ? problem.code === 'no-servers-object' || problem.code === 'empty-file'
    : servers.length + skipped.length === 0

/** Each server once, under the first application that has it, and with a name that no other server has. */
function withoutDoubles(configs: FoundConfig[], existing: Readonly<ServerConfigs>): FoundConfig[] {
  const names = new Set(Object.keys(existing))
  const seen = new Map<string, Imported['servers'][number]>()
  return configs.map(({ imported, ...config }) => {
    if (config.isManaged) return { ...config, imported }
    const servers: Imported['servers'] = []
    for (const server of imported.servers) {
      const { launch, id: wanted } = server.candidate
      const first = seen.get(JSON.stringify(launch))
      if (first) {
        first.alsoIn = [...(first.alsoIn ?? []), { client: config.client, as: server.sourceName }]
        continue
      }
      const id = freeId(wanted, names)
      names.add(id)
      const renamed = id === wanted || server.changes.includes('renamed') ? [] : ['renamed' as const]
      const changes = [...renamed, ...server.changes]
      const one = { ...server, candidate: { ...server.candidate, id }, changes }
      seen.set(JSON.stringify(launch), one)
      servers.push(one)
    }
    return { ...config, imported: { ...imported, servers } }
  })
}

/** Below the home folder, as users write it. */
export function shownFile(file: string, { home }: UserFolders): string {
  const below = path.relative(home, file)
  return below.startsWith('..') || path.isAbsolute(below) ? file : path.join('~', below)
}

/** Where a link out of the home folder leads. */
function realPathOf(file: string, { home }: UserFolders): string | undefined {
  try {
    const real = realPath(file)
    const below = path.relative(realPath(home), real)
    return below.startsWith('..') || path.isAbsolute(below) ? real : undefined
  } catch {
    return undefined
  }
}
