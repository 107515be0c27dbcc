import { randomUUID } from 'node:crypto'
import { mostAppDrafts, type ResourcePart } from '../../../shared/content/attachments.ts'
import { isObject, ownOf, type JsonObject, type JsonValue } from '../../../shared/schema/json.ts'
import { revealHidden } from '../../../shared/text/hidden-characters.ts'
import { hashedText, sha256, type HashedText } from '../base/hash.ts'
import type { Journal } from '../journal/journal.ts'
import { codes, AppRefusal } from './app-peer.ts'
import type { AppOffer, OfferedTo } from './offer.ts'
import { appWords } from './words.ts'

/** Max bytes of a message that an app writes, and of its context as JSON. */
const mostBytes = { message: 32 * 1024, context: 64 * 1024 }

/** The texts that an app writes for the conversation: messages that the user can send, and its context. */
export const textOffers = (to: OfferedTo, { journal, keep }: { journal: Journal; keep: KeepPart }): AppOffer[] => [
  messageOffer(to, journal),
  contextOffer(to, { journal, keep }),
]

/**
 * `ui/message` (MCP Apps 2026-01-26): what an app writes becomes a draft that only the user can send. Answered when it
 * is on disk, so it is in their composer or beside it from then on.
 */
const messageOffer = ({ view, shown }: OfferedTo, journal: Journal): AppOffer => ({
  capabilities: { message: { text: {} } },
  requests: {
    'ui/message': async (params) => {
      const text = visible(textIn(params))
      const { conversation, turn, call } = shown
      if ((ownOf(journal.state.appDrafts ?? {}, conversation)?.length ?? 0) >= mostAppDrafts)
        throw new AppRefusal(codes.refused, appWords.message.tooMany)
      journal.assertHealthy()
      const of = { conversation, turn, call: call.id, server: call.server, tool: call.tool, view }
      journal.append({ type: 'page.wrote', ...of, draft: randomUUID(), text })
      await journal.durable()
      return {}
    },
  },
})

/** The extension's text shows one block; its library sends a list. */
function textIn({ role, content }: JsonObject): string {
  if (role !== 'user') throw new AppRefusal(codes.params, appWords.message.role)
  const blocks = Array.isArray(content) ? content : [content]
  const texts = blocks.map((block) => textOfBlock(block, appWords.message.onlyText))
  const text = texts.join('\n\n').trim()
  if (text === '') throw new AppRefusal(codes.params, appWords.message.empty)
  if (Buffer.byteLength(text) > mostBytes.message) throw new AppRefusal(codes.params, appWords.message.tooLong)
  return text
}

/** A text field can't show hidden characters, so they are written out: the user reads exactly the text they send. */
const visible = (text: string): string =>
  revealHidden(text.replaceAll(/[\u00A0\u202F]/g, ' '))
    .map((piece) => (typeof piece === 'string' ? piece : `[${piece.hidden}]`))
    .join('')

/** Keeps a part of a future message, for the window that sends its handle. */
export type KeepPart = (handle: string, part: Omit<ResourcePart, 'data' | 'bytes'>, text: HashedText) => void

/**
 * `ui/update-model-context` (MCP Apps 2026-01-26): one context per app, sent with the user's next message as text of
 * the app's server. An unchanged context isn't sent twice, and it ends with the app.
 */
function contextOffer(
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
        if (text.bytes > mostBytes.context) throw new AppRefusal(codes.params, appWords.context.tooLong)
        const isEmpty = text.text === '[]'
        const handle = isEmpty ? undefined : sha256(JSON.stringify([view, text.hash]))
        if (handle === last) return {}
        last = handle
        if (handle === undefined) {
          empty()
          return {}
        }
        keep(
          handle,
          { type: 'resource', server, uri, name: appWords.context.name(call.title ?? tool), page: tool },
          text,
        )
        const context = { handle, blob: text.hash, bytes: text.bytes }
        journal.append({ type: 'page.context', view, conversation, server, tool, context })
        return {}
      },
    },
  }
}

/** The app's context as a resource's contents: each text, then the structured content. */
function contentsIn({ content, structuredContent }: JsonObject, uri: string): JsonValue[] {
  if (content !== undefined && !Array.isArray(content)) throw new AppRefusal(codes.params, appWords.context.onlyText)
  if (structuredContent !== undefined && !isObject(structuredContent))
    throw new AppRefusal(codes.params, appWords.context.onlyObject)
  const texts = (content ?? []).map((block) => {
    const text = textOfBlock(block, appWords.context.onlyText)
    return { uri, mimeType: 'text/plain', text }
  })
  const json = structuredContent && JSON.stringify(structuredContent, null, 1)
  return [...texts, ...(json === undefined ? [] : [{ uri, mimeType: 'application/json', text: json }])]
}

/** The text of a block, which has to be one of text. */
function textOfBlock(block: JsonValue | undefined, refusal: string): string {
  const text = isObject(block) && block['type'] === 'text' ? block['text'] : undefined
  if (typeof text !== 'string') throw new AppRefusal(codes.params, refusal)
  return text.toWellFormed()
}
