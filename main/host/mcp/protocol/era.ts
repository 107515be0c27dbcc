import { isObject, type JsonObject, type JsonValue } from '../../../../shared/schema/json.ts'
import type { Declared } from './negotiation.ts'
import { revisionMember } from '../wire/wire.ts'

/** The revision that a modern connection speaks (specification 2026-07-28, basic/versioning). */
export const modernRevision = '2026-07-28'

/** The client's identity, and what it declares to a server. */
export type Introduced = { client: { name: string; version: string }; declared: Declared }

/** The parameters of `server/discover`: like every modern request, they contain the revision and the client. */
export const discoverParams = ({ client, declared }: Introduced): JsonObject => ({
  _meta: {
    [revisionMember]: modernRevision,
    'io.modelcontextprotocol/clientInfo': client,
    'io.modelcontextprotocol/clientCapabilities': declared.modern,
  },
})

/** The answer to `server/discover`. `unsupported` lists revisions that Atrium doesn't speak. */
export type Discovery =
  | { era: 'modern'; discover: JsonObject }
  | { era: 'legacy' }
  | { era: 'unsupported'; revisions: string[] }

/** The error code of a server that doesn't speak the revision (schema, UnsupportedProtocolVersionError). */
export const unsupportedProtocolVersion = -32022

/**
 * Reads an answer to the probe. Anything but a modern one means legacy: no single error code decides
 * (stdio#backward-compatibility).
 */
export function readDiscovery(answer: JsonObject): Discovery {
  const { result, error } = answer
  if (isObject(result)) {
    const revisions = texts(result['supportedVersions'])
    return revisions.includes(modernRevision) ? { era: 'modern', discover: result } : unlessOnlyNewer(revisions)
  }
  if (!isObject(error) || error['code'] !== unsupportedProtocolVersion) return { era: 'legacy' }
  return unlessOnlyNewer(isObject(error['data']) ? texts(error['data']['supported']) : [])
}

/** Revisions are dates: an earlier one is spoken after `initialize`; if all are later, there is no common one. */
const unlessOnlyNewer = (revisions: string[]): Discovery =>
  revisions.length > 0 && revisions.every((it) => it > modernRevision)
    ? { era: 'unsupported', revisions }
    : { era: 'legacy' }

const texts = (value: JsonValue | undefined): string[] =>
  Array.isArray(value) ? value.filter((it) => typeof it === 'string').slice(0, 20) : []

const day = 24 * 60 * 60 * 1000

/** Remembers legacy servers, by configuration, so they aren't probed again for a day. */
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
