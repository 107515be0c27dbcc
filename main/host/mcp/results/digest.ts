import { isObject, withoutNulls, type JsonObject, type JsonValue } from '../../../../shared/schema/json.ts'
import type { FoundSecrets, Redaction } from '../../secrets/redaction.ts'
import { stow, type StoredResult } from './call-result.ts'
import { boundedCompletion } from './completion-values.ts'
import { type ReadMessages, readPromptMessages } from './prompt-messages.ts'
import { type ReadContents, readContents } from './resource-contents.ts'
import { relatedMeta, shortTask } from './task.ts'
import { cutMember, type ListedItem, weigh, type ListMethod } from './list-items.ts'

/** The parts of a request that decide how its answer is read. */
export type RequestKind = { method: string; uri?: string }

/** The one value another thread read from a long answer, whose message has only a short remainder. */
export type Digest = { stored?: StoredResult; contents?: ReadContents; messages?: ReadMessages; items?: ListedItem[] }

/** A result as the server sent it, or the remainder of a long one that another thread read. */
export type ServerResult = { result: JsonObject } & Digest

/** A result without its long parts, and the values read from them. */
export type Digested = { result: JsonObject; digest?: Digest }

/** Requests whose answers models read. */
const handedOut: ReadonlySet<string> = new Set([
  'tools/call',
  'tasks/get',
  'tasks/result',
  'resources/read',
  'prompts/get',
])

/** Why an answer is withheld for the secrets in it. */
export const objectionTo = (method: string, found: FoundSecrets): FoundSecrets['objection'] =>
  handedOut.has(method) ? found.objection : undefined

const definitions: Partial<Record<string, string>> = {
  'tools/list': 'tools',
  'prompts/list': 'prompts',
  'resources/templates/list': 'resourceTemplates',
} satisfies Partial<Record<ListMethod, string>>

/**
 * Reads a final result, redacted, as its requester would; undefined if it isn't final, or of an unknown kind. `found`
 * receives secrets. Takes as long as the result is long: not for the host's own thread.
 */
export function digest(
  received: JsonObject,
  { method, uri = '' }: RequestKind,
  redaction: Redaction,
  found: FoundSecrets,
): Digested | undefined {
  const raw = withoutNulls(received)
  if ((raw['resultType'] ?? 'complete') !== 'complete') return undefined
  if (method === 'tools/call')
    return isObject(raw['task']) ? { result: { task: shortTask(raw['task']) } } : stow(raw, redaction, found)
  if (method === 'tasks/result') {
    const { result: kept, digest: stored } = stow(raw, redaction, found)
    return { result: { ...kept, ...relatedMeta(raw) }, digest: stored }
  }
  if (method === 'tasks/get') {
    if (!isObject(raw['result'])) return undefined
    const { result: kept, digest: stored } = stow(raw['result'], redaction, found)
    return { result: { ...shortTask(raw), result: kept }, digest: stored }
  }
  const clean = redaction.json(raw, found)
  const result = isObject(clean) ? clean : {}
  const list = definitions[method]
  if (list !== undefined) return digestList(result, list, weighedItem)
  switch (method) {
    case 'resources/list':
      return digestList(result, 'resources', shortResource)
    case 'resources/read':
      return { result: {}, digest: { contents: readContents(result, uri) } }
    case 'prompts/get': {
      const messages = readPromptMessages(result)
      return { result: picked(result, ['description']), ...(messages && { digest: { messages } }) }
    }
    case 'completion/complete':
      return { result: boundedCompletion(result) }
    default:
      return undefined
  }
}

function digestList(result: JsonObject, member: string, item: (raw: JsonValue) => ListedItem): Digested {
  const { [member]: raw } = result
  const rest = picked(result, ['nextCursor', 'ttlMs'])
  return Array.isArray(raw) ? { result: { ...rest, [member]: [] }, digest: { items: raw.map(item) } } : { result: rest }
}

function weighedItem(raw: JsonValue): ListedItem {
  if (!isObject(raw)) return { item: null }
  const weighed = weigh(raw)
  return { item: weighed === 'too-large' ? picked(raw, ['name', 'uriTemplate', cutMember]) : raw, weighed }
}

const ofResources = ['uri', 'name', 'title', 'description', 'mimeType', 'size', 'annotations', cutMember]
const shortResource = (raw: JsonValue): ListedItem => ({ item: isObject(raw) ? picked(raw, ofResources) : null })

const picked = (from: JsonObject, members: string[]): JsonObject =>
  Object.fromEntries(members.flatMap((member) => (from[member] === undefined ? [] : [[member, from[member]]])))
