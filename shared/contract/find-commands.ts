import { z } from 'zod'
import { command, id, page, type AsOf } from './command.ts'
import type { TextSpan } from '../text/folded.ts'

/** The source of a text: the user, a model, a call's arguments, or its result. */
export const speakers = ['person', 'model', 'call', 'result'] as const
export type Speaker = (typeof speakers)[number]

/** Where in a conversation a text is: in the user's message, in one of a model, or in a call. */
export type SpokenPlace = {
  seq: number
  speaker: Speaker
  turn: string
  message?: string | undefined
  call?: string | undefined
}

/** A passage around a text's first match. `marks` are its matches; `cut` says which ends aren't the text's. */
export type Snippet = { text: string; marks: TextSpan[]; cut: { start: boolean; end: boolean } }

/**
 * One message, call or result with matches. `server` and `tool` belong to calls and results. `count`: how often it has
 * the text that its place is opened with. `isReasoning`: its passage is a model's reasoning.
 */
export type FoundText = SpokenPlace & {
  at: number
  conversation: string
  title: string
  server: string | null
  tool: string | null
  snippet: Snippet
  isReasoning: boolean
  count: number
}

/** The matches in one message, call or result. */
export type FoundPlace = SpokenPlace & { count: number }

const query = z.string().trim().min(1).max(200)

/** Commands that find text in conversations. */
export const findCommands = {
  /**
   * Messages, calls and results with all words of `text`, newest first; words in quotes together. Terms of three or
   * more characters also match inside words. The first 64,000 characters of each are searched, a model's without the
   * signs of Markdown. A page can be shorter
   * than its limit, or empty, while there is `more`: `next` is the next `before`. `unread`: records that aren't in the
   * index yet.
   */
  findText: command(
    'read',
    z.strictObject({
      ...page,
      text: query,
      speakers: z.array(z.enum(speakers)).min(1).max(speakers.length).optional(),
      server: id.optional(),
      since: z.int().min(0).optional(),
      until: z.int().min(0).optional(),
    }),
  ).returns<AsOf<{ rows: FoundText[]; more: boolean; next: number; unread: number }>>(),
  /** Every place in one conversation that has exactly `text`, first to last. `isCut`: there are more. */
  findInConversation: command('read', z.strictObject({ conversation: id, text: query })).returns<
    AsOf<{ places: FoundPlace[]; isCut: boolean }>
  >(),
} as const
