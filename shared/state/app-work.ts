import type { PersonMessage } from '../content/attachments.ts'
import type { EventOf, HostEvent } from '../events/events.ts'
import { without } from '../schema/records.ts'

/** A message that a server's app wrote for the user (MCP Apps 2026-01-26, `ui/message`). Only they can send it. */
export type AppDraft = {
  id: string
  server: string
  tool: string
  /** The call whose app it is. */
  call: string
  text: string
}

/** By conversation, what apps wrote and the user neither sent nor removed, oldest first. */
export type AppDrafts = Record<string, AppDraft[]>

/** A running app's context for models (MCP Apps 2026-01-26, `ui/update-model-context`), until a message has it. */
export type AppContext = {
  view: string
  conversation: string
  server: string
  tool: string
  /** Identifies it in `sendMessage`, like a picked resource's handle. */
  handle: string
  /** The hash of its contents. */
  blob: string
  bytes: number
}

/** The drafts and contexts of servers' apps for messages. Absent in states of earlier releases. */
export type AppWork = {
  appDrafts?: AppDrafts | undefined
  /** By view; gone with it, and with the host. */
  appContexts?: Record<string, AppContext> | undefined
}

const ofDrafts = ['page.wrote', 'page.draft-removed', 'page.context', 'message.queued', 'message.unqueued'] as const

/** An event of apps' work, or of the message that waits for its turn. */
export type AppDraftEvent = EventOf<(typeof ofDrafts)[number]>
const types: ReadonlySet<string> = new Set(ofDrafts)

/** Whether an event changes apps' work, or the message that waits for its turn. */
export const isOfAppWork = (event: HostEvent): event is AppDraftEvent => types.has(event.type)

/**
 * Apps' work after an event. A draft closes when a message has it, and opens again if that message comes back; a
 * context ends when a message has it.
 */
export const foldAppWork = (
  { appDrafts = {}, appContexts = {}, queued }: AppWork & { queued: Record<string, PersonMessage> },
  event: HostEvent,
): AppWork => ({
  appDrafts: ifAny(folded(appDrafts, event, queued)),
  appContexts: ifAny(contextsAfter(appContexts, event)),
})

/** Apps' drafts, without those in one conversation. */
export const withoutAppDrafts = ({ appDrafts = {} }: AppWork, conversation: string): AppWork => ({
  appDrafts: ifAny(without(appDrafts, conversation)),
})

function contextsAfter(contexts: Record<string, AppContext>, event: HostEvent): Record<string, AppContext> {
  if (event.type === 'page.context') {
    const { type: _type, context, ...of } = event
    return context ? { ...contexts, [of.view]: { ...of, ...context } } : without(contexts, of.view)
  }
  if (event.type !== 'turn.started' && event.type !== 'message.queued') return contexts
  const sent = (event.message?.parts ?? []).flatMap((part) =>
    part.type === 'resource' && 'blob' in part.data ? [part.data.blob] : [],
  )
  if (sent.length === 0) return contexts
  const left = Object.entries(contexts).filter(
    ([, { blob, conversation }]) => conversation !== event.conversation || !sent.includes(blob),
  )
  return Object.fromEntries(left)
}

const ifAny = <T extends object>(record: T): T | undefined => (Object.keys(record).length > 0 ? record : undefined)

function folded(drafts: AppDrafts, event: HostEvent, queued: Record<string, PersonMessage>): AppDrafts {
  switch (event.type) {
    case 'page.wrote': {
      const { conversation, draft: id, server, tool, call, text } = event
      return { ...drafts, [conversation]: [...(drafts[conversation] ?? []), { id, server, tool, call, text }] }
    }
    case 'page.draft-removed':
      return closed(drafts, event.conversation, [event.draft])
    case 'turn.started':
    case 'message.queued':
      return closed(drafts, event.conversation, event.message?.from?.map(({ draft }) => draft) ?? [])
    case 'message.unqueued': {
      const { conversation } = event
      const again = event.reason === 'removed' ? reopened(queued[conversation]) : []
      return again.length > 0 ? { ...drafts, [conversation]: [...again, ...(drafts[conversation] ?? [])] } : drafts
    }
    default:
      return drafts
  }
}

/** The draft of a message that was taken back. A message with several drafts becomes one. */
function reopened(message: PersonMessage | undefined): AppDraft[] {
  const [first] = message?.from ?? []
  if (!message || !first) return []
  const { draft: id, server, tool, call } = first
  const text = message.parts.flatMap((part) => (part.type === 'text' ? [part.text] : [])).join('\n\n')
  return [{ id, server, tool, call, text }]
}

function closed(drafts: AppDrafts, conversation: string, ids: string[]): AppDrafts {
  const open = drafts[conversation]
  if (!open || ids.length === 0) return drafts
  const left = open.filter(({ id }) => !ids.includes(id))
  if (left.length === open.length) return drafts
  return left.length === 0 ? without(drafts, conversation) : { ...drafts, [conversation]: left }
}
