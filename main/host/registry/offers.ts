import { homedir } from 'node:os'
import type { RegistryAbout, RegistryOption, RegistryWarning } from '../../../shared/config/registry.ts'
import { displayName, type RegistrySource, type ServerConfigs } from '../../../shared/config/server-config.ts'
import type { RegistryServer, RegistryUpdate } from '../../../shared/contract/registry-commands.ts'
import { skeletonOf } from '../../../shared/text/skeleton.ts'
import { inheritedEnvironment } from '../mcp/process/environment.ts'
import { resolveCommand } from '../mcp/process/command-path.ts'
import { optionsOf, recordWarnings, refusalOf } from './options.ts'
import type { RegistryRecord } from './record.ts'
import type { Registry } from './registry.ts'
import { compareVersions, latestOf } from './versions.ts'
import { defined } from '../../../shared/schema/json.ts'

/** A record without the ways, which `optionsOf` reads. */
export const aboutOf = ({ packages: _packages, remotes: _remotes, ...about }: RegistryRecord): RegistryAbout => about

/** One version of a server as far as it's known; undefined if it isn't. */
export function serverIn(
  registry: Registry,
  { name, version }: { name: string; version?: string | undefined },
  configured: ServerConfigs,
): RegistryServer | undefined {
  const { records, at } = registry.server(name)
  const record = version === undefined ? latestOf(records) : records.find((it) => it.version === version)
  if (!record) return undefined
  const options = optionsOf(record, registry.url)
  const refused = refusalOf(record)
  return {
    url: registry.url,
    about: aboutOf(record),
    options,
    missing: Object.fromEntries(options.flatMap((option, place) => missingIn(option).map((it) => [place, it]))),
    ...(refused && { refused }),
    warnings: [...recordWarnings(record), ...lookAlikes(record, configured)],
    versions: records
      .toSorted((a, b) => compareVersions(b, a))
      .map(({ version: each, publishedAt, status, isLatest }) => ({
        version: each,
        status,
        ...defined({ publishedAt, isLatest }),
      })),
    fetchedAt: at ?? null,
  }
}

/** The program that an option needs, if this computer doesn't have it. */
function missingIn(option: RegistryOption): string[] {
  if (!('candidate' in option) || option.candidate.launch.type !== 'stdio') return []
  const [command] = option.candidate.launch.command
  if (typeof command !== 'string') return []
  try {
    resolveCommand(command, inheritedEnvironment(process.env), homedir())
    return []
  } catch {
    return [command]
  }
}

/** Configured servers of another record whose name or title looks like this one's. */
function lookAlikes({ name, title }: RegistryAbout, configured: ServerConfigs): RegistryWarning[] {
  const own = new Set([name, title ?? ownName(name)].map(skeletonOf))
  return Object.entries(configured).flatMap(([id, config]) => {
    const from = config.type === 'playground' ? undefined : config.registry
    if (from?.name === name) return []
    const shown = displayName(id, config)
    const known = [shown, ...(from ? [from.name] : [])]
    return known.some((it) => own.has(skeletonOf(it))) ? [{ code: 'looks-like', what: shown }] : []
  })
}

const ownName = (name: string): string => name.slice(name.indexOf('/') + 1)

/** A registry's current offer for a server that came from it. */
export function updateIn(registry: Registry, source: RegistrySource): RegistryUpdate {
  const { records, at } = registry.server(source.name)
  const now = records.find(({ version }) => version === source.version)
  const latest = latestOf(records)
  const isOther = latest && latest.version !== source.version
  const option = (record: RegistryRecord) => {
    const found = optionsOf(record, registry.url).find((it) => isSameWay(it, source))
    return { about: aboutOf(record), ...(found && { option: found }) }
  }
  return {
    source,
    ...(now && { now: option(now) }),
    ...(isOther && { latest: { ...option(latest), warnings: recordWarnings(latest) } }),
    fetchedAt: at ?? null,
  }
}

/** Whether an option is the way by which a server was added. */
const isSameWay = (option: RegistryOption, { package: from }: RegistrySource): boolean =>
  from === undefined
    ? option.from === 'remote'
    : option.package?.type === from.type && nameless(option.package.identifier) === nameless(from.identifier)

/** An image without its tag or digest. */
const nameless = (identifier: string): string => identifier.replace(/@sha256:.*$|:[\w.-]+$/, '')
