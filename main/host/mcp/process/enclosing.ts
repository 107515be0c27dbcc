import { existsSync, mkdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { Bounds, Levels } from '../../../../shared/config/bounds.ts'
import type { Network } from '../../network/network.ts'
import { quoted } from '../../base/text.ts'
import { type Enclosure, prepareEnclosure } from '../containment/enclosure.ts'
import { proxyPort } from '../containment/forwarder.ts'
import { openGate } from '../containment/gate.ts'
import { realOf } from '../containment/disk.ts'
import { sees } from '../containment/view.ts'
import { containmentWords as words } from '../containment/words.ts'
import { containedFolder, keptBackBy, serverFolder } from './bounds.ts'
import { StartFailure } from './reasons.ts'
import type { LaunchSpec } from './server-process.ts'
import type { LastWords } from '../wire/stderr-ring.ts'

/** The server to contain, and the folder its containment can use. */
export type EnclosingDeps = {
  id: string
  dataDirectory: string
  /** The containment levels that work on this system. */
  levels(): Promise<Levels>
  /** The way out for named hosts; absent, it is direct. */
  network?: Network | undefined
}

/** A launch as it is contained, and what ends with it. */
export type Enclosed = { spec: LaunchSpec; close(): void }

/**
 * Prepares what a contained program sees. Rejects with a sentence if this system can't contain it as wanted: it never
 * starts with less.
 */
export async function enclosed(spec: LaunchSpec, deps: EnclosingDeps): Promise<Enclosed> {
  const { bounds } = spec
  if (!bounds) return { spec, close: () => undefined }
  const { level, hosts } = bounds
  const levels = await deps.levels()
  for (const each of [levels[level], hosts.length > 0 ? levels.hosts : 'holds'] as const)
    if (each !== 'holds') throw new StartFailure(words.cannotStart(level, words.impossible[each]))
  const folder = serverFolder(realOf(deps.dataDirectory) ?? deps.dataDirectory, deps.id)
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  unbuilt.delete(folder)
  const refusedHosts: string[] = []
  const refused = (host: string): void => void refusedHosts.push(host)
  const gate = hosts.length > 0 ? await openGate({ hosts, refused, network: deps.network }) : undefined
  try {
    const env = gate ? { ...withoutProxies(spec.env), ...proxied } : spec.env
    const place = { folder, dataDirectory: deps.dataDirectory, gate: gate?.socket, refusedHosts }
    return { spec: { ...spec, ...enclosureOf({ ...spec, bounds, env }, place) }, close: () => gate?.close() }
  } catch (error) {
    gate?.close()
    throw error
  }
}

type Place = {
  /** A folder of Atrium's for this program. */
  folder: string
  dataDirectory: string
  homes?: string[]
  gate?: string | undefined
  refusedHosts?: readonly string[]
}

/** The program as its view shows it, and that view: for servers, and for the check of their containment. */
export function enclosureOf(
  spec: Pick<LaunchSpec, 'command' | 'cwd' | 'env'> & { bounds: Bounds },
  { dataDirectory, homes: accountHomes, ...place }: Place,
): { command: string; enclosure: Enclosure } {
  const { bounds, env } = spec
  const cwd = realOf(spec.cwd) ?? spec.cwd
  const program = [...new Set([spec.command, realOf(spec.command) ?? spec.command])]
  const surroundings = { bounds, ...keptBackBy(dataDirectory, accountHomes), program }
  if (!sees(surroundings, cwd)) throw new StartFailure(words.workingFolder(cwd))
  const command = program.find((file) => sees(surroundings, file))
  if (command === undefined) throw new StartFailure(words.hiddenProgram(spec.command))
  return { command, enclosure: prepareEnclosure({ ...surroundings, ...place, cwd, env }) }
}

const proxy = `http://127.0.0.1:${proxyPort}`

/** Variables that point a sealed program to the proxy. A program that ignores all of them reaches nothing. */
const proxied = {
  HTTP_PROXY: proxy,
  HTTPS_PROXY: proxy,
  http_proxy: proxy,
  https_proxy: proxy,
  ALL_PROXY: proxy,
  all_proxy: proxy,
  NODE_USE_ENV_PROXY: '1',
}

const withoutProxies = (env: Record<string, string>): Record<string, string> =>
  Object.fromEntries(Object.entries(env).filter(([name]) => !/^(https?|all|no)_proxy$/i.test(name)))

/** Folders of servers whose last start couldn't build their view, and their level. */
const unbuilt = new Map<string, Bounds['level']>()

/** Levels at which a server of this data folder couldn't be started, whatever the check at the start said. */
export const unbuiltLevels = (dataDirectory: string): Bounds['level'][] => {
  const folder = containedFolder(realOf(dataDirectory) ?? dataDirectory)
  return [...new Set([...unbuilt].flatMap(([it, level]) => (dirname(it) === folder && existsSync(it) ? [level] : [])))]
}

/** Why the program never ran: its view couldn't be built. Undefined if it could. */
export function notBuilt({ bounds, enclosure }: LaunchSpec, { stderr }: LastWords): string | undefined {
  if (!bounds || !enclosure || existsSync(join(enclosure.folder, 'built'))) return undefined
  unbuilt.set(enclosure.folder, bounds.level)
  const line = stderr.at(-1)
  return words.notBuilt(bounds.level, line === undefined ? undefined : quoted(line))
}
