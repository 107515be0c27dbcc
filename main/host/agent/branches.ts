import { randomUUID } from 'node:crypto'
import type { ModelChoice } from '../../../shared/config/settings.ts'
import type { PersonMessage } from '../../../shared/content/attachments.ts'
import { HostError } from '../../../shared/contract/errors.ts'
import type { EventOf, HostEvent } from '../../../shared/events/events.ts'
import { latestFrom, turnsThere } from '../../../shared/state/branches.ts'
import type { Conversation, Turn } from '../../../shared/state/conversation.ts'
import { agentWords as words } from './words.ts'

/** The turn to put a new one beside, and the new one's text and model, if they differ. */
export type Instead = { turn: string; text?: string | undefined; choice?: ModelChoice | undefined }

/** A turn to run again, in its conversation. */
export type Again = Instead & { conversation: string }

/**
 * The parent and message of a new turn beside this one. Throws `HostError` if there is no such turn, or it's the user's
 * own call.
 */
export function inPlaceOf(
  conversation: Conversation,
  { turn: id, text }: Instead,
): Pick<EventOf<'turn.started'>, 'parent' | 'message'> {
  const { parent = null, message, origin } = turnThere(conversation, id)
  if (origin === 'person') throw new HostError('conflict', words.notAModelsTurn)
  return { parent, message: text === undefined ? message : edited(message, text) }
}

/** The message with another text; its attachments and picks stay. */
function edited(message: PersonMessage | undefined, text: string): PersonMessage {
  const others = message?.parts.filter(({ type }) => type !== 'text') ?? []
  if (text === '' && others.length === 0) throw new HostError('bad-input', words.nothingToSend)
  const [first, ...more] = message?.from?.map((it) => ({ ...it, changed: true as const })) ?? []
  return {
    id: randomUUID(),
    parts: [...others, ...(text === '' ? [] : [{ type: 'text' as const, text }])],
    ...(first && { from: [first, ...more] }),
  }
}

function turnThere({ turns }: Conversation, id: string): Turn {
  const turn = turnsThere(turns).find((it) => it.id === id)
  if (!turn) throw new HostError('not-found', words.noTurn)
  return turn
}

/** Makes the branch that ends with this turn the one in use. */
function chooseBranch(conversation: Conversation, head: string, actor: string): HostEvent[] {
  turnThere(conversation, head)
  return conversation.head === head ? [] : [{ type: 'conversation.branch', conversation: conversation.id, head, actor }]
}

/**
 * Deletes a turn and all that continue from it. If the branch in use ends there, the nearest other turn's branch
 * replaces it, or else that of the turn before. Throws `conflict` for the only branch.
 */
function deleteBranch(conversation: Conversation, id: string, actor: string): HostEvent[] {
  const turn = turnThere(conversation, id)
  const deleted: HostEvent = { type: 'branch.deleted', conversation: conversation.id, turn: id, actor }
  const left = turnsThere(conversation.turns.map((it) => (it.id === id ? { ...it, deletedAt: 0 } : it)))
  if (left.length === 0) throw new HostError('conflict', words.onlyBranch)
  if (left.some((it) => it.id === conversation.head)) return [deleted]
  const beside = left.filter(({ parent }) => parent === turn.parent)
  const nearest = beside.findLast(({ firstSeq }) => firstSeq < turn.firstSeq) ?? beside[0]
  const head = nearest ? latestFrom(left, nearest.id) : (turn.parent ?? '')
  return [{ type: 'conversation.branch', conversation: conversation.id, head, actor }, deleted]
}

/** Brings a deleted branch back, and makes the one that ends with `head` the one in use again, if it was. */
function restoreBranch(
  conversation: Conversation,
  { turn: id, head }: { turn: string; head?: string | undefined },
  actor: string,
): HostEvent[] {
  const turns = conversation.turns.map((it) => (it.id === id ? { ...it, deletedAt: undefined } : it))
  const then = { ...conversation, turns }
  turnThere(then, id)
  if (conversation.turns.every(({ id: one, deletedAt }) => one !== id || deletedAt === undefined)) return []
  const restored: HostEvent = { type: 'branch.restored', conversation: conversation.id, turn: id, actor }
  return [restored, ...(head === undefined ? [] : chooseBranch(then, head, actor))]
}

/** Journals the events that `change` derives from the conversation's current state. */
type ChangeBranches = (conversation: string, change: (now: Conversation) => HostEvent[]) => Promise<void>

/** The user's commands about branches. */
export class Branches {
  readonly #change: ChangeBranches

  constructor(change: ChangeBranches) {
    this.#change = change
  }

  choose({ conversation, head }: { conversation: string; head: string }, actor: string): Promise<void> {
    return this.#change(conversation, (now) => chooseBranch(now, head, actor))
  }

  /** `head` is the turn that ended the branch in use, if that was deleted too. */
  async delete({ conversation, turn }: OfBranch, actor: string): Promise<{ head?: string }> {
    let head: string | undefined
    await this.#change(conversation, (now) => {
      const events = deleteBranch(now, turn, actor)
      head = events.length > 1 ? now.head : undefined
      return events
    })
    return head === undefined ? {} : { head }
  }

  restore({ conversation, ...branch }: OfBranch & { head?: string | undefined }, actor: string): Promise<void> {
    return this.#change(conversation, (now) => restoreBranch(now, branch, actor))
  }
}

type OfBranch = { conversation: string; turn: string }
