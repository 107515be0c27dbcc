import { isObject, type JsonObject, type JsonValue } from '../../../../shared/schema/json.ts'
import { revisionMember } from '../wire/wire.ts'

/** The revision that a modern connection speaks (specification 2026-07-28, basic/versioning). */
export const modernRevision = '2026-07-28'

/** Who asks, and what a server may ask of it (schema, ClientCapabilities). */
export type Introduced = { client: { name: string; version: string }; capabilities: JsonObject }

/** The parameters of `server/discover`: like every modern request, it says its revision and who asks. */
export const discoverParams = ({ client, capabilities }: Introduced): JsonObject => ({
  _meta: {
    [revisionMember]: modernRevision,
    'io.modelcontextprotocol/clientInfo': client,
    'io.modelcontextprotocol/clientCapabilities': capabilities,
  },
})

/** What the answer to `server/discover` says. `unsupported` lists revisions of which none is ours. */
export type Discovery =
  { era: 'modern'; discover: JsonObject } | { era: 'legacy' } | { era: 'unsupported'; revisions: string[] }

/** The code of a server that doesn't speak the revision (schema, UnsupportedProtocolVersionError). */
export const unsupportedProtocolVersion = -32022

/** Reads an answer to the probe. Anything but a modern one means legacy: no single error code decides (stdio#backward-compatibility). */
export function readDiscovery(answer: JsonObject): Discovery {
  const { result, error } = answer
  if (isObject(result)) {
    const revisions = texts(result['supportedVersions'])
    return revisions.includes(modernRevision) ? { era: 'modern', discover: result } : unlessOnlyNewer(revisions)
  }
  if (!isObject(error) || error['code'] !== unsupportedProtocolVersion) return { era: 'legacy' }
  return unlessOnlyNewer(isObject(error['data']) ? texts(error['data']['supported']) : [])
}

/** Revisions are dates: one before ours is spoken after `initialize`; if all are later, there is nothing to speak. */
const unlessOnlyNewer = (revisions: string[]): Discovery =>
  revisions.length > 0 && revisions.every((it) => it > modernRevision)
    ? { era: 'unsupported', revisions }
    : { era: 'legacy' }

const texts = (value: JsonValue | undefined): string[] =>
  Array.isArray(value) ? value.filter((it) => typeof it === 'string').slice(0, 20) : []

const day = 24 * 60 * 60 * 1000

/** Remembers, by configuration, servers that were found to be legacy, so that they are not probed again for a day. */
export class LegacyMemory {
  readonly #until = new Map<string, number>()

  remember(configuration: string): void {
    this.#until.set(configuration, Date.now() + day)
  }

  knows(configuration: string): boolean {
    return (this.#until.get(configuration) ?? 0) > Date.now()
  }

  forget(configuration: string): void {
    this.#until.delete(configuration)
  }
}
