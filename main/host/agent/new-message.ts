import { randomUUID } from 'node:crypto'
import {
  textOfMessage,
  type MessageOrigin,
  type PersonMessage,
  type ResourcePart,
} from '../../../shared/content/attachments.ts'
import type { AppDraft } from '../../../shared/state/app-work.ts'
import type { HostEvent } from '../../../shared/events/events.ts'
import type { ModelChoice } from '../../../shared/config/settings.ts'
import type { ToolsOff } from '../../../shared/config/tools-off.ts'
import type { PickedStore } from './resources/picked.ts'
import { readAttachments, pickedItems, type HandedIn, type Handle, type ReadBytes } from './resources/attachments.ts'
import { sha256, type HashedText } from '../base/hash.ts'
import { clip } from '../../../shared/text/clip.ts'

/** A message before it is logged, with the texts stored alongside it and its followed resources. */
export type NewMessage = {
  message: PersonMessage
  blobs: Pick<HashedText, 'hash' | 'text'>[]
  live: { part: ResourcePart; handle: string }[]
}

/** The user's message and, for a new conversation, its model and settings. */
export type SentMessage = {
  conversation?: string | undefined
  text: string
  attachments?: HandedIn[]
  picked?: Handle[]
  drafts?: string[]
  choice?: ModelChoice | undefined
  system?: string | undefined
  off?: ToolsOff | undefined
  project?: string | undefined
}

/** The user's text, attachments and picks, as one message. Rejects with `HostError` if a part can't be sent. */
export async function newMessage(
  { text, attachments = [], picked = [], drafts = [] }: SentMessage,
  { store, read }: { store: Pick<PickedStore, 'get'>; read: ReadBytes },
  open: readonly AppDraft[] = [],
): Promise<NewMessage> {
  const chosen = pickedItems(picked, store)
  const attached = await readAttachments(attachments, chosen, read)
  const before = [...chosen.map(({ part }) => part), ...attached.map(({ part }) => part)]
  return {
    message: {
      id: randomUUID(),
      parts: [...before, ...(text ? [{ type: 'text' as const, text }] : [])],
      ...originOf(text, drafts, open),
    },
    blobs: [...chosen.map(({ text: kept }) => kept), ...attached.flatMap(({ texts }) => texts)].map((kept) => ({
      hash: sha256(kept),
      text: kept,
    })),
    live: chosen.flatMap(({ part, handle, live }) => (live && part.type === 'resource' ? [{ part, handle }] : [])),
  }
}

/** The drafts that a text was made from: those the window names, and any other that is in it. */
function originOf(text: string, named: string[], open: readonly AppDraft[]): Pick<PersonMessage, 'from'> {
  const [first, ...others] = open
    .filter((draft) => named.includes(draft.id) || text.includes(draft.text))
    .map(({ id, server, tool, call, text: written }): MessageOrigin => {
      const origin = { draft: id, server, tool, call }
      return text === written ? origin : { ...origin, changed: true }
    })
  return first ? { from: [first, ...others] } : {}
}

/** How a conversation begins with its first message. */
export const createdBy = (
  { choice, system, off, project }: SentMessage,
  message: PersonMessage,
  of: { conversation: string; actor: string },
): HostEvent[] => [
  { type: 'conversation.created', ...of, title: titleOfMessage(message) },
  ...(project === undefined ? [] : [{ type: 'conversation.project', ...of, project } as const]),
  ...(choice ? [{ type: 'conversation.model', ...of, choice } as const] : []),
  ...(system ? [{ type: 'conversation.system', ...of, text: system } as const] : []),
  ...(off ? [{ type: 'conversation.tools', ...of, off } as const] : []),
]

/** The resources of a message whose changes Atrium follows from now on. */
export const followedIn = ({ live }: NewMessage, of: { conversation: string; actor: string }): HostEvent[] =>
  live.map(({ part: { server, uri, name }, handle }) => ({
    type: 'resource.followed',
    ...of,
    server,
    uri,
    name,
    handle,
  }))

/** A conversation's title from its first message: its words, or else its attachments. */
function titleOfMessage(message: PersonMessage): string {
  const [first] = message.parts
  const brought = first && 'name' in first ? (('title' in first ? first.title : undefined) ?? first.name) : ''
  return conversationTitle(textOfMessage(message) || brought)
}

/** A text's first line, up to 60 characters. */
export function conversationTitle(text: string): string {
  const [line = ''] = text.trim().split('\n')
  return clip(line.replace(/^#+ */, '').trim(), 60).replace(/\s+…$/, '…')
}
