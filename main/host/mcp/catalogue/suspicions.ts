import { setImmediate } from 'node:timers/promises'
import type { Suspicion } from '../../../../shared/asks/asks.ts'
import { bare } from '../../../../shared/text/bare.ts'
import { conceals } from '../../../../shared/text/hidden-characters.ts'
import { isObject, type JsonObject, type JsonValue } from '../../../../shared/schema/json.ts'
import type { NamedKind } from '../../../../shared/state/pins.ts'
import { displayName } from '../../../../shared/config/server-config.ts'
import type { HostState } from '../../../../shared/state/state.ts'
import type { ServerState } from '../../../../shared/state/server-state.ts'
import { verbatim } from '../../disguises/decoded.ts'
import { foldedText } from '../../disguises/folded.ts'
import { readingsOf } from '../../disguises/readings.ts'
import { Mentions } from './mentions.ts'
import { skeletonOf } from '../../../../shared/text/skeleton.ts'

/** Milliseconds of searching before yielding to the event loop. */
const sliceMs = 10

/** A definition, and the member that identifies its kind. */
export type Examined = { raw: JsonObject; entry: { name: string } }

/** The definitions' server and kind; `all` are the server's names of that kind. */
type Around = { server: string; all: string[]; state: HostState; kind?: NamedKind | 'instructions' }

/**
 * Finds suspicious definitions of a server, by name. Compares with other servers as in the state, running or not: their
 * items of the same kind, and their tools.
 */
export async function findSuspicions(
  definitions: Examined[],
  { server, all, state, kind = 'tool' }: Around,
): Promise<Map<string, Suspicion[]>> {
  const others = Object.keys(state.configured.servers).filter((id) => id !== server)
  const toolsOf = (id: string): string[] => Object.keys(state.servers[id]?.tools ?? {})
  const twins = bySkeleton(all)
  const foreign = bySkeleton(others.flatMap((id) => namesOf(state.servers[id], kind)).map(bare))
  const nameOf = (id: string): string => displayName(id, state.configured.servers[id])
  const mentions = new Mentions({ servers: others.map(nameOf), tools: others.flatMap(toolsOf) }, [
    nameOf(server),
    ...all,
  ])
  const found = new Map<string, Suspicion[]>()
  let began = performance.now()
  for (const { raw, entry } of definitions) {
    const { name, ...rest } = raw
    const texts = textsIn(name === entry.name ? rest : raw)
    const suspicions: Suspicion[] = []
    if (conceals(entry.name) || texts.some(conceals)) suspicions.push('hidden-characters')
    const skeleton = skeletonOf(entry.name)
    // `get_monitors` and `getMonitors` on two servers count as the same.
    const spelling = bare(entry.name)
    const hasTwin = [...(foreign.get(skeleton) ?? [])].some((other) => other !== spelling)
    if (hasTwin || (twins.get(skeleton)?.size ?? 0) > 1) suspicions.push('look-alike')
    if (texts.some((text) => isMentionIn(text, mentions))) suspicions.push('names-another-server')
    found.set(entry.name, suspicions)
    if (performance.now() - began < sliceMs) continue
    await setImmediate()
    began = performance.now()
  }
  return found
}

/** Longer texts aren't decoded: that would hold up the host. */
const longestDecoded = 20_000
const mayBeEncoded = /[\w+/-]{24,}|%[\da-f]{2}|\\[ux][\da-f]|&#?\w+;/i

/** Whether a text mentions another server or its tools, as written or in disguise. */
function isMentionIn(text: string, mentions: Mentions): boolean {
  if (mentions.standIn(text)) return true
  if (text.length > longestDecoded || !mayBeEncoded.test(text)) return mentions.standIn(foldedText(verbatim(text)).text)
  for (const { text: reading } of readingsOf(text)) if (mentions.standIn(foldedText(reading).text)) return true
  return false
}

/** A server's items of one kind, by name. */
export function namesOf(server: ServerState | undefined, kind: NamedKind | 'instructions'): string[] {
  if (kind === 'tool') return Object.keys(server?.tools ?? {})
  if (kind === 'instructions') return []
  return Object.keys((kind === 'prompt' ? server?.prompts : server?.templates)?.items ?? {})
}

/** Similar-looking names, by their skeleton. */
function bySkeleton(names: string[]): Map<string, Set<string>> {
  const twins = new Map<string, Set<string>>()
  for (const name of names) {
    const skeleton = skeletonOf(name)
    twins.set(skeleton, (twins.get(skeleton) ?? new Set()).add(name))
  }
  return twins
}

/** Every text in a value, including member names. Its depth was limited on arrival. */
export function textsIn(value: JsonValue): string[] {
  if (typeof value === 'string') return [value]
  if (Array.isArray(value)) return value.flatMap(textsIn)
  return isObject(value) ? Object.entries(value).flatMap(([key, it]) => [key, ...textsIn(it)]) : []
}
