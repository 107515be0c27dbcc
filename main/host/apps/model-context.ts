import type { ResourcePart } from '../../../shared/content/attachments.ts'
import { isObject, type JsonObject, type JsonValue } from '../../../shared/schema/json.ts'
import { hashedText, sha256, type HashedText } from '../base/hash.ts'
import type { Journal } from '../journal/journal.ts'
import type { OfferedTo, AppOffer } from './offer.ts'
import { codes, AppRefusal } from './app-peer.ts'
import { appWords } from './words.ts'

const words = appWords.context

/** Max bytes of an app's context, as JSON. */
const mostBytes = 64 * 1024

/** Keeps a part of a future message, for the window that sends its handle. */
export type KeepPart = (handle: string, part: Omit<ResourcePart, 'data' | 'bytes'>, text: HashedText) => void

/**
 * `ui/update-model-context` (MCP Apps 2026-01-26): one context per app, sent with the user's next message as text of
 * the app's server. An unchanged context isn't sent twice, and it ends with the app.
 */
export function contextOffer(
  { view, shown: { conversation, call }, signal }: OfferedTo,
  { journal, keep }: { journal: Journal; keep: KeepPart },
): AppOffer {
  const { server, tool, app: uri } = call
  let last: string | undefined
  const empty = (): void => journal.append({ type: 'page.context', view, conversation, server, tool })
  signal.addEventListener('abort', empty, { once: true })
  return {
    capabilities: { updateModelContext: { text: {}, structuredContent: {} } },
    requests: {
      'ui/update-model-context': (params) => {
        const text = hashedText(contentsIn(params, uri))
        if (text.bytes > mostBytes) throw new AppRefusal(codes.params, words.tooLong)
        const isEmpty = text.text === '[]'
        const handle = isEmpty ? undefined : sha256(JSON.stringify([view, text.hash]))
        if (handle === last) return {}
        last = handle
        if (handle === undefined) {
          empty()
          return {}
        }
        keep(handle, { type: 'resource', server, uri, name: words.name(call.title ?? tool), page: tool }, text)
        const context = { handle, blob: text.hash, bytes: text.bytes }
        journal.append({ type: 'page.context', view, conversation, server, tool, context })
        return {}
      },
    },
  }
}

/** The app's context as a resource's contents: each text, then the structured content. */
function contentsIn({ content, structuredContent }: JsonObject, uri: string): JsonValue[] {
  if (content !== undefined && !Array.isArray(content)) throw new AppRefusal(codes.params, words.onlyText)
  if (structuredContent !== undefined && !isObject(structuredContent))
    throw new AppRefusal(codes.params, words.onlyObject)
  const texts = (content ?? []).map((block) => {
    const text = isObject(block) && block['type'] === 'text' ? block['text'] : undefined
    if (typeof text !== 'string') throw new AppRefusal(codes.params, words.onlyText)
    return { uri, mimeType: 'text/plain', text: text.toWellFormed() }
  })
  const json = structuredContent && JSON.stringify(structuredContent, null, 1)
  return [...texts, ...(json === undefined ? [] : [{ uri, mimeType: 'application/json', text: json }])]
}
