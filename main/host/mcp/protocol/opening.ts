import { isObject, type JsonObject } from '../../../../shared/schema/json.ts'
import { unreadable, unsent } from './answer.ts'
import { discoverParams, type Introduced, modernRevision, readDiscovery, unsupportedProtocolVersion } from './era.ts'
import type { Peer } from './peer.ts'
import type { NoAnswer, Prior, Reply, UnknownEra } from './types.ts'
import { protocolWords as words } from './words.ts'

/** The revisions negotiated with `initialize`, newest first. */
const legacyRevisions = ['2025-11-25', '2025-06-18', '2025-03-26', '2024-11-05', '2024-10-07']

/** A server's self-description when the connection was opened. */
export type Opened = {
  era: 'legacy' | 'modern'
  revision: string
  capabilities: JsonObject
  /** Its name, version and title, as received. */
  serverInfo: JsonObject
  instructions: string | undefined
}

/** Opens a connection in the known era, or detects it first. `timeoutMs` is for each request. Never rejects. */
export async function shakeHands(
  peer: Peer,
  introduced: Introduced,
  { prior, timeoutMs }: { prior: Prior | UnknownEra; timeoutMs: number },
): Promise<Opened | NoAnswer> {
  try {
    await peer.open()
  } catch (error) {
    return unsent(error)
  }
  const known = prior.era === 'unknown' ? await probe(peer, introduced, prior.probeMs) : prior
  if ('status' in known) return known
  if (known.era === 'legacy') return initialize(peer, introduced, timeoutMs)
  peer.speak(modernRevision, envelopeOf(introduced))
  return described('modern', modernRevision, peer.adopt(known.discover))
}

const envelopeOf = (introduced: Introduced): JsonObject => {
  const { _meta: meta } = discoverParams(introduced)
  return isObject(meta) ? meta : {}
}

const refusesWhatItSpeaks = (reply: Reply<unknown>): boolean =>
  reply.status === 'refused' &&
  reply.code === unsupportedProtocolVersion &&
  reply.supported?.includes(modernRevision) === true

/**
 * Statuses that say nothing about the era: authorization, rate limits and faults (2026-07-28,
 * streamable-http#backward-compatibility).
 */
const isOfTheProbe = (status: number): boolean => status < 500 && ![401, 403, 429].includes(status)

/** A server that rejects the revision but lists it among those it speaks is asked again (versioning#negotiation). */
async function probe(peer: Peer, introduced: Introduced, timeoutMs: number): Promise<Prior | NoAnswer> {
  const ask = () => peer.request('server/discover', discoverParams(introduced), { timeoutMs })
  const first = await ask()
  const reply = refusesWhatItSpeaks(first) ? await ask() : first
  if (refusesWhatItSpeaks(reply)) return { status: 'unsupported', revision: modernRevision }
  switch (reply.status) {
    case 'answered':
    case 'refused': {
      const found = readDiscovery(
        reply.status === 'answered'
          ? { result: reply.value.result }
          : { error: { code: reply.code, data: { supported: reply.supported ?? [] } } },
      )
      return found.era === 'unsupported' ? { status: 'unsupported', revision: found.revisions.join(', ') } : found
    }
    case 'unreachable':
      return isOfTheProbe(reply.problem.status ?? 500) ? { era: 'legacy' } : reply
    case 'unfinished':
    case 'input-wanted':
    case 'pages-first':
      return { era: 'legacy' }
    default:
      return reply
  }
}

async function initialize(peer: Peer, { client, declared }: Introduced, timeoutMs: number): Promise<Opened | NoAnswer> {
  const params = { protocolVersion: legacyRevisions[0] ?? '', capabilities: declared.legacy, clientInfo: client }
  const reply = await peer.request('initialize', params, { timeoutMs })
  if (reply.status === 'refused' && reply.code === unsupportedProtocolVersion && reply.supported?.length)
    return { status: 'unsupported', revision: reply.supported.join(', ') }
  if (reply.status !== 'answered') return reply
  const { result } = reply.value
  const { protocolVersion: revision, serverInfo } = result
  if (typeof revision !== 'string' || !isObject(result['capabilities']) || !isObject(serverInfo))
    return unreadable(words.incompleteHandshake)
  if (!legacyRevisions.includes(revision)) return { status: 'unsupported', revision }
  peer.speak(revision)
  await peer.notify('notifications/initialized')
  return described('legacy', revision, result)
}

const infoMember = 'io.modelcontextprotocol/serverInfo'

function described(era: Opened['era'], revision: string, said: JsonObject): Opened {
  const { capabilities, instructions, _meta: meta } = said
  const info = era === 'legacy' ? said['serverInfo'] : isObject(meta) ? meta[infoMember] : undefined
  return {
    era,
    revision,
    capabilities: isObject(capabilities) ? capabilities : {},
    serverInfo: isObject(info) ? info : {},
    instructions: typeof instructions === 'string' ? instructions : undefined,
  }
}
