import { mostSizes, type RequestItem, type RequestPart } from '../../../../shared/contract/context-commands.ts'
import type { ContextItem } from '../../../../shared/events/context-events.ts'
import { compacted, itemKey } from '../../../../shared/state/compactions.ts'
import type { Call, Conversation, Turn } from '../../../../shared/state/conversation.ts'
import { estimateTokens } from '../../../../shared/text/tokens.ts'
import type { RequestMessage, UserPart } from '../../llm/llm.ts'
import { bytesOnce } from '../../llm/request/sizes.ts'
import { summaryGiven } from '../compaction/given.ts'
import { historyOf, type HistoryValues } from './context.ts'

/** Estimated tokens of an image; providers count by its size. */
const imageTokens = 1600

/** A text's estimated tokens. */
export const tokensIn = (text: string): number => estimateTokens(Buffer.byteLength(text))

/** The tokens of a conversation's history in its next request, by part; attachments and results also one by one. */
export function historyParts(conversation: Conversation, read: HistoryValues): RequestPart[] {
  const { compaction, turns } = compacted(conversation)
  const sizes = turns.map((turn) => sizesOf(turn, conversation, read))
  const said = sizes.flatMap(({ message }) => message ?? [])
  const replies = sizes.flatMap((size) => size.replies)
  const attachments = sizes.flatMap((size) => size.attachments)
  const results = Map.groupBy(
    sizes.flatMap((size) => size.results),
    ({ server }) => server,
  )
  return [
    ...(compaction
      ? [{ kind: 'compaction' as const, count: compaction.turns, tokens: sum([tokensOf(summaryGiven(compaction))]) }]
      : []),
    ...(said.length > 0 ? [{ kind: 'messages' as const, count: said.length, tokens: sum(said) }] : []),
    ...(attachments.length > 0 ? [{ kind: 'attachments' as const, ...listed(attachments) }] : []),
    ...(replies.length > 0 ? [{ kind: 'replies' as const, count: replies.length, tokens: sum(replies) }] : []),
    ...[...results].map(([server, items]): RequestPart => ({
      kind: 'results',
      ...listed(items.map(({ item }) => item)),
      ...(server !== '' && { server }),
    })),
  ]
}

const sum = (numbers: number[]): number => numbers.reduce((all, one) => all + one, 0)

const listed = (items: RequestItem[]): Pick<RequestPart, 'count' | 'tokens' | 'items'> => ({
  count: items.length,
  tokens: sum(items.map(({ tokens }) => tokens)),
  items: items.toSorted((a, b) => b.tokens - a.tokens).slice(0, mostSizes),
})

type Sizes = {
  /** The user's text, and what Atrium says for them. */
  message?: number | undefined
  replies: number[]
  attachments: RequestItem[]
  /** By server; an empty one is Atrium itself. */
  results: { server: string; item: RequestItem }[]
}

/** The tokens of one turn. */
function sizesOf(turn: Turn, conversation: Conversation, read: HistoryValues): Sizes {
  const leftOut = new Set(conversation.leftOut)
  const messages = historyOf({ ...conversation, turns: [turn], compactions: undefined }, read)
  const parts = messages.flatMap((message) => (message.role === 'user' ? message.content : []))
  const attachments = attachmentsIn(turn, conversation, read)
  const callOf = new Map(
    turn.messages.flatMap(({ calls }) => calls.map((call) => [call.modelCall ?? '', call] as const)),
  )
  const results = parts.flatMap((part) => {
    const call =
      part.type === 'tool-result' ? callOf.get(part.call) : part.type === 'shown-result' ? turn.call : undefined
    return call ? [{ server: call.server ?? '', item: itemOf(call, part, leftOut) }] : []
  })
  const other = sum(attachments.map(({ tokens }) => tokens)) + sum(results.map(({ item }) => item.tokens))
  const all = sum(messages.filter(({ role }) => role === 'user').map(tokensOf)) + imagesIn(parts) * imageTokens
  return {
    ...(all > 0 && turn.message && { message: Math.max(1, all - other) }),
    replies: messages.flatMap((message) => (message.role === 'assistant' ? [tokensOf(message)] : [])),
    attachments,
    results,
  }
}

const tokensOf = (message: RequestMessage): number => estimateTokens(bytesOnce(message))
const imagesIn = (parts: UserPart[]): number => parts.filter(({ type }) => type === 'image').length

function itemOf(call: Call, part: UserPart, leftOut: ReadonlySet<string>): RequestItem {
  const item: ContextItem = { call: call.id }
  const isOut = leftOut.has(itemKey(item))
  return {
    item,
    name: call.title ?? call.tool,
    tokens: estimateTokens(bytesOnce(part)),
    ...(isOut && { leftOut: true }),
  }
}

/** Each attachment with the size of what models get of it. */
function attachmentsIn({ id, message }: Turn, conversation: Conversation, read: HistoryValues): RequestItem[] {
  if (!message) return []
  return message.parts.flatMap((part, at): RequestItem[] => {
    if (part.type === 'text') return []
    const item: ContextItem = { message: message.id, part: at }
    const leftOut = conversation.leftOut?.includes(itemKey(item)) ?? false
    const given = historyOf(only({ id, message, part, at }, conversation), read)
    const parts = given.flatMap((one) => (one.role === 'user' ? one.content : []))
    const tokens = sum(given.map(tokensOf)) + imagesIn(parts) * imageTokens
    return [
      {
        item,
        name: part.type === 'prompt' ? (part.title ?? part.name) : part.name,
        tokens,
        ...(leftOut && { leftOut }),
      },
    ]
  })
}

type Only = {
  id: string
  message: NonNullable<Turn['message']>
  part: NonNullable<Turn['message']>['parts'][number]
  at: number
}

/** The conversation with nothing but one attachment. */
function only({ id, message, part, at }: Only, conversation: Conversation): Conversation {
  const isOut = conversation.leftOut?.includes(itemKey({ message: message.id, part: at })) === true
  const turn: Turn = {
    id,
    actor: '',
    startedAt: 0,
    firstSeq: 0,
    lastSeq: 0,
    messages: [],
    message: { id: message.id, parts: [part] },
  }
  return {
    ...emptyOf(conversation),
    turns: [turn],
    leftOut: isOut ? [itemKey({ message: message.id, part: 0 })] : undefined,
  }
}

const emptyOf = ({ id, title, names }: Conversation): Conversation => ({ id, title, names, turns: [] })
