import { z } from 'zod'
import { toolsOff } from '../config/tools-off.ts'
import type { ContextItem } from '../events/context-events.ts'
import { command, id } from './command.ts'

/**
 * `limit`: max estimated tokens of definitions in a request; `tools`: how many can be found; `kept`: the names of those in
 * the next request.
 */
export type ToolSearch = { limit: number; tools: number; kept: string[] }

/** One result or attachment of the next request. `tokens` counts what models get of it now, also if it is left out. */
export type RequestItem = {
  item: ContextItem
  /** An attachment's name, or the tool. */
  name: string
  tokens: number
  leftOut?: true | undefined
}

/**
 * A part of a request to a model, in estimated tokens. `server` is an ID. Kinds: Atrium's instructions, a server's, the
 * project's and the user's; a server's tools and Atrium's own; the summary of older turns; the user's messages, the
 * attachments, replies, a server's results, and the context of a server's app.
 */
export type RequestPart = {
  kind:
    | 'atrium'
    | 'guide'
    | 'project'
    | 'instructions'
    | 'tools'
    | 'own-tools'
    | 'compaction'
    | 'messages'
    | 'attachments'
    | 'replies'
    | 'results'
    | 'app-context'
  tokens: number
  server?: string | undefined
  /** How many tools, turns, messages, replies or results. */
  count?: number | undefined
  /** Attachments and results one by one, the largest first; no more than `mostSizes`. */
  items?: RequestItem[] | undefined
}

/** Max items that a part lists. */
export const mostSizes = 200

/** A conversation, or a new one in a project, in which these tools are off. */
export const requestOf = z.strictObject({
  conversation: id.optional(),
  project: id.optional(),
  off: toolsOff.optional(),
})

/** Max characters of a summary. */
export const longestSummary = 50_000

const compaction = { conversation: id, compaction: id }

/** Commands about what a conversation's requests contain. */
export const contextCommands = {
  /**
   * The parts of a conversation's next request before its message, or of a new conversation's first. `canSummarise`: it
   * has turns that no summary replaces yet.
   */
  describeRequest: command('read', requestOf).returns<{
    parts: RequestPart[]
    search?: ToolSearch
    canSummarise: boolean
  }>(),
  /**
   * Asks the conversation's model for a summary of the older turns of the branch in use; models get it in their place.
   * `conflict` while a turn runs, or if there is nothing to summarise; `unavailable` if the budget is spent.
   */
  compactConversation: command('use', z.strictObject({ conversation: id })).returns<{ compaction: string }>(),
  /** Ends the request for a summary; a turn that waits for it continues without. */
  cancelCompaction: command('use', z.strictObject({ compaction: id })).returns<void>(),
  /** Replaces a summary's text. */
  editSummary: command(
    'use',
    z.strictObject({ ...compaction, text: z.string().trim().min(1).max(longestSummary) }),
  ).returns<void>(),
  /** From the next message on, models get the turns themselves again; if `undone` is false, the summary again. */
  undoSummary: command('use', z.strictObject({ ...compaction, undone: z.boolean() })).returns<void>(),
  /** From the next message on, models get a line in place of an attachment or a result, or the item again. */
  leaveOut: command(
    'use',
    z.strictObject({
      conversation: id,
      item: z.union([z.strictObject({ call: id }), z.strictObject({ message: id, part: z.int().min(0).max(1000) })]),
      leftOut: z.boolean(),
    }),
  ).returns<void>(),
}
