import { randomUUID } from 'node:crypto'
import { mostAppDrafts } from '../../../shared/content/attachments.ts'
import { isObject, ownOf, type JsonObject, type JsonValue } from '../../../shared/schema/json.ts'
import { revealHidden } from '../../../shared/text/hidden-characters.ts'
import type { Journal } from '../journal/journal.ts'
import type { OfferedTo, AppOffer } from './offer.ts'
import { codes, AppRefusal } from './app-peer.ts'
import { appWords } from './words.ts'

const words = appWords.message

/** Max bytes of a message that an app writes. */
const mostBytes = 32 * 1024

/**
 * `ui/message` (MCP Apps 2026-01-26): what an app writes becomes a draft that only the user can send. Answered when it
 * is on disk, so it is in their composer or beside it from then on.
 */
export const messageOffer = ({ view, shown }: OfferedTo, journal: Journal): AppOffer => ({
  capabilities: { message: { text: {} } },
  requests: {
    'ui/message': async (params) => {
      const text = visible(textIn(params))
      const { conversation, turn, call } = shown
      if ((ownOf(journal.state.appDrafts ?? {}, conversation)?.length ?? 0) >= mostAppDrafts)
        throw new AppRefusal(codes.refused, words.tooMany)
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
  if (role !== 'user') throw new AppRefusal(codes.params, words.role)
  const blocks = Array.isArray(content) ? content : [content]
  const texts = blocks.map(textOfBlock)
  const text = texts.join('\n\n').trim()
  if (text === '') throw new AppRefusal(codes.params, words.empty)
  if (Buffer.byteLength(text) > mostBytes) throw new AppRefusal(codes.params, words.tooLong)
  return text
}

function textOfBlock(block: JsonValue | undefined): string {
  const text = isObject(block) && block['type'] === 'text' ? block['text'] : undefined
  if (typeof text !== 'string') throw new AppRefusal(codes.params, words.onlyText)
  return text.toWellFormed()
}

/** A text field can't show hidden characters, so they are written out: the user reads exactly the text they send. */
const visible = (text: string): string =>
  revealHidden(text.replaceAll(/[\u00A0\u202F]/g, ' '))
    .map((piece) => (typeof piece === 'string' ? piece : `[${piece.hidden}]`))
    .join('')
