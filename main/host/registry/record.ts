import type { RegistryAbout, RegistryStatus } from '../../../shared/config/registry.ts'
import { defined, isObject, type JsonObject, type JsonValue } from '../../../shared/schema/json.ts'
import { hostOf } from '../../../shared/text/hosts.ts'
import { recordFields, listOf, recordText } from './fields.ts'

/** A registry's record: what it says, and the ways to run or reach its server as they were sent. */
export type RegistryRecord = RegistryAbout & { packages: JsonObject[]; remotes: JsonObject[] }

/** Max characters of a record as JSON. */
const longestRecord = 256 * 1024
/** Max packages, and max remotes. */
const mostWays = 20

const recordName = /^[a-zA-Z0-9.-]+\/[a-zA-Z0-9._-]+$/

/** Reads an entry of a list, in today's shape or an older one. Undefined if it isn't a record. */
export function readRecord(entry: JsonValue): RegistryRecord | undefined {
  if (!isObject(entry) || JSON.stringify(entry).length > longestRecord) return undefined
  const server = recordFields(isObject(entry['server']) ? entry['server'] : entry)
  const { name, description } = server
  const version =
    recordText(server['version'], 255) ?? recordText(recordFields(server['versionDetail'])['version'], 255)
  if (typeof name !== 'string' || name.length < 3 || name.length > 200 || !recordName.test(name)) return undefined
  if (version === undefined || (description !== undefined && typeof description !== 'string')) return undefined
  const packages = waysIn(server['packages'], isPackage)
  const remotes = waysIn(server['remotes'], isRemote)
  if (!packages || !remotes) return undefined
  return {
    name,
    version,
    description: recordText(description) ?? '',
    ...statusOf(entry, server),
    ...aboutOf(server),
    packages,
    remotes,
  }
}

function aboutOf(server: JsonObject): Pick<RegistryAbout, 'title' | 'websiteUrl' | 'repositoryUrl'> {
  const title = recordText(server['title'], 200)
  const websiteUrl = pageOf(server['websiteUrl'])
  const repositoryUrl = pageOf(recordFields(server['repository'])['url'])
  return { ...(title && { title }), ...(websiteUrl && { websiteUrl }), ...(repositoryUrl && { repositoryUrl }) }
}

/** A page's URL if it can be opened safely. */
function pageOf(value: JsonValue | undefined): string | undefined {
  const page = recordText(value, 2000)
  return page?.startsWith('https://') && hostOf(page) !== undefined ? page : undefined
}

const official = 'io.modelcontextprotocol.registry'

/** The registry's own facts about the record: beside it, in it, or in an earlier place. */
function statusOf(entry: JsonObject, server: JsonObject): Omit<RegistryAbout, 'name' | 'description' | 'version'> {
  const places = [
    recordFields(entry['_meta']),
    isObject(entry['server']) ? recordFields(entry['server']['_meta']) : {},
    entry,
  ]
  const said = places
    .flatMap((place) => [place[`${official}/official`], place[official], place[`x-${official}`]])
    .find(isObject)
  const meta = recordFields(said)
  const publishedAt = timeOf(meta['publishedAt'] ?? meta['releaseDate'])
  const updatedAt = timeOf(meta['updatedAt'])
  const statusMessage = recordText(meta['statusMessage'], 500)
  return {
    status: statusIn(meta['status'] ?? server['status']),
    ...(statusMessage && { statusMessage }),
    ...defined({ publishedAt, updatedAt }),
    ...(typeof meta['isLatest'] === 'boolean' && { isLatest: meta['isLatest'] }),
  }
}

const statusIn = (value: JsonValue | undefined): RegistryStatus =>
  value === 'deprecated' || value === 'deleted' ? value : 'active'

function timeOf(value: JsonValue | undefined): number | undefined {
  const at = typeof value === 'string' ? Date.parse(value) : Number.NaN
  return Number.isFinite(at) ? at : undefined
}

/** The ways in a list; undefined if it isn't a list of ways. */
function waysIn(value: JsonValue | undefined, isWay: (way: JsonObject) => boolean): JsonObject[] | undefined {
  if (value === undefined || value === null) return []
  if (!Array.isArray(value)) return undefined
  const ways = listOf(value, mostWays).map(recordFields)
  return ways.every(isWay) ? ways : undefined
}

const isPackage = (way: JsonObject): boolean =>
  [way['identifier'], way['packageName'], way['name']].some((it) => typeof it === 'string')

const isRemote = (way: JsonObject): boolean => typeof way['url'] === 'string'
