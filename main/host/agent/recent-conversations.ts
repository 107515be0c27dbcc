import { foldConversation } from '../../../shared/state/conversation-fold.ts'
import { HostError } from '../../../shared/contract/errors.ts'
import type { HostEvent, Recorded } from '../../../shared/events/events.ts'
import { conversationOf, type Conversation } from '../../../shared/state/conversation.ts'
import type { Journal } from '../journal/journal.ts'
import { agentWords as words } from './words.ts'

/** The one that someone works in, and one that runs beside it. */
const mostHeld = 2

type Deps = {
  journal: Pick<Journal, 'subscribe'>
  /** Reads a conversation from the log, up to the event `asOf`; `not-found` if it doesn't exist. */
  read: (id: string) => Promise<{ conversation: Conversation; asOf: number }>
}

/**
 * The conversations that turns were started in last, kept as the journal's events change them: a turn costs what it adds,
 * not another reading of everything before it.
 */
export class RecentConversations {
  readonly #deps: Deps
  /** The last used last. */
  readonly #held = new Map<string, Conversation>()
  readonly #readings = new Map<string, Promise<Conversation>>()

  constructor(deps: Deps) {
    this.#deps = deps
    deps.journal.subscribe((recorded) => this.#fold(recorded))
  }

  /**
   * A conversation including everything appended so far, as a copy that the caller can fold events into. `not-found`
   * if it doesn't exist, `conflict` while it's deleted: nothing can be added before it is restored.
   */
  async open(id: string): Promise<Conversation> {
    const held = this.#held.get(id) ?? (await this.#read(id))
    if (held.deletedAt !== undefined) throw new HostError('conflict', words.conversationDeleted)
    this.#hold(held)
    return { ...held, turns: [...held.turns] }
  }

  /** One reading serves everyone who asks while it runs. */
  #read(id: string): Promise<Conversation> {
    const reading = this.#readings.get(id) ?? this.#readNow(id).finally(() => this.#readings.delete(id))
    this.#readings.set(id, reading)
    return reading
  }

  async #readNow(id: string): Promise<Conversation> {
    const { journal, read } = this.#deps
    // Events appended during the reading, which can include them.
    const early: Recorded[] = []
    const leave = journal.subscribe(({ event, ...at }) => belongs(event, id) && early.push({ event, ...at }))
    try {
      const { conversation, asOf } = await read(id)
      for (const recorded of early)
        if (recorded.seq !== null && recorded.seq > asOf) foldConversation(conversation, recorded)
      this.#hold(conversation)
      return conversation
    } finally {
      leave()
    }
  }

  #hold(conversation: Conversation): void {
    this.#held.delete(conversation.id)
    this.#held.set(conversation.id, conversation)
    const [oldest] = this.#held.keys()
    if (this.#held.size > mostHeld && oldest !== undefined) this.#held.delete(oldest)
  }

  #fold(recorded: Recorded): void {
    if (recorded.event.type === 'server.renamed') for (const one of this.#held.values()) foldConversation(one, recorded)
    const id = recorded.seq === null ? undefined : conversationOf(recorded.event)
    const held = id === undefined ? undefined : this.#held.get(id)
    if (!held) return
    if (recorded.event.type === 'conversation.erased') this.#held.delete(held.id)
    else foldConversation(held, recorded)
  }
}

/** Whether an event changes this conversation: its own ones, and that a server got another ID. */
const belongs = (event: HostEvent, id: string): boolean =>
  event.type === 'server.renamed' || conversationOf(event) === id
