import { randomUUID } from 'node:crypto'
import { emptyConversation, foldConversation, type Conversation } from '../../../shared/conversation.ts'
import { HostError } from '../../../shared/errors.ts'
import type { HostEvent, PersonMessage, TurnEnd } from '../../../shared/events.ts'
import { runTurn, type TurnDeps } from './turn.ts'

/** `history` reads a conversation with everything that was appended so far; `not-found` when there is none. */
export type TurnsDeps = TurnDeps & { history: (conversation: string) => Promise<Conversation> }

type Running = {
  conversation: string
  stop: AbortController
  calls: Map<string, AbortController>
  ended: Promise<void>
}

/** The running turns: one per conversation, each with its queue of one and its tree of cancellation. */
export class Turns {
  readonly #deps: TurnsDeps
  readonly #running = new Map<string, Running>()
  /** Conversations in which a turn is about to start, so that two messages at once do not both. */
  readonly #starting = new Set<string>()
  #closed = false

  constructor(deps: TurnsDeps) {
    this.#deps = deps
  }

  /** Starts a turn with this message, or queues it behind the one that runs. */
  async send(conversation: string | undefined, text: string, actor: string) {
    const message: PersonMessage = { id: randomUUID(), parts: [{ type: 'text', text }] }
    const { journal } = this.#deps
    const id = conversation ?? randomUUID()
    if (this.#busy(id)) {
      if (journal.state.queued[id]) throw new HostError('conflict', 'One message already waits for this turn to end.')
      journal.append({ type: 'message.queued', conversation: id, message, actor })
      await journal.durable()
      return { conversation: id, queued: true }
    }
    const created: HostEvent[] = conversation
      ? []
      : [{ type: 'conversation.created', conversation: id, title: titleOf(text), actor }]
    const turn = await this.#start(id, { message, actor, before: created })
    return { conversation: id, turn, queued: false }
  }

  /** Sends the message that waits in the queue although no turn runs any more. */
  async sendQueued(conversation: string, actor: string): Promise<{ turn: string }> {
    const message = this.#deps.journal.state.queued[conversation]
    if (!message) throw new HostError('not-found', 'No message waits in this conversation.')
    if (this.#busy(conversation)) throw new HostError('conflict', 'The message is sent when the running turn ends.')
    const before: HostEvent[] = [{ type: 'message.unqueued', conversation, message: message.id, reason: 'sent' }]
    return { turn: await this.#start(conversation, { message, actor, before }) }
  }

  /** Another turn over the same history, after one that did not get to its end. */
  async goOn(conversation: string, actor: string): Promise<{ turn: string }> {
    if (this.#busy(conversation)) throw new HostError('conflict', 'A turn is running in this conversation.')
    return { turn: await this.#start(conversation, { actor, before: [] }) }
  }

  cancel(turn: string): void {
    const running = this.#running.get(turn)
    if (!running) throw new HostError('not-found', 'This turn is not running.')
    running.stop.abort('person')
  }

  /** Cancels whatever runs in a conversation, if anything does. */
  cancelIn(conversation: string): void {
    for (const running of this.#running.values())
      if (running.conversation === conversation) running.stop.abort('person')
  }

  cancelCall(call: string): void {
    const stop = [...this.#running.values()].map((it) => it.calls.get(call)).find(Boolean)
    if (!stop) throw new HostError('not-found', 'This call is not running.')
    stop.abort('person')
  }

  /** Ends what runs and waits for it. */
  async close(): Promise<void> {
    this.#closed = true
    const running = [...this.#running.values()]
    for (const { stop } of running) stop.abort('quit')
    await Promise.all(running.map(({ ended }) => ended))
  }

  #busy(conversation: string): boolean {
    return (
      this.#starting.has(conversation) || [...this.#running.values()].some((it) => it.conversation === conversation)
    )
  }

  async #start(
    id: string,
    { message, actor, before }: { message?: PersonMessage; actor: string; before: HostEvent[] },
  ): Promise<string> {
    const { journal } = this.#deps
    if (this.#closed) throw new HostError('unavailable', 'Atrium is closing.')
    journal.assertHealthy()
    const { anthropic, stepLimit } = journal.state.configured.settings
    if (!anthropic.model) throw new HostError('unavailable', 'No model is chosen. Choose one in Settings.')
    const turn = randomUUID()
    const of = { conversation: id, turn }
    this.#starting.add(id)
    try {
      const isNew = before.some((event) => event.type === 'conversation.created')
      const conversation = isNew ? emptyConversation(id) : await this.#deps.history(id)
      // What goes on in the middle of calls goes on with the model that made them: its thoughts are of no use to another.
      const model = (!message && conversation.turns.at(-1)?.model) || anthropic.model
      const started: HostEvent = { type: 'turn.started', ...of, message, model, actor }
      journal.append(...before, started)
      foldConversation(conversation, { seq: journal.seq, at: Date.now(), event: started })
      await journal.durable().catch((error: unknown) => {
        const problem = 'The message could not be written to the log, so it was not sent.'
        journal.append({ type: 'turn.finished', ...of, end: 'failed', problem })
        throw error
      })
      this.#run(turn, conversation, model, stepLimit)
      return turn
    } finally {
      this.#starting.delete(id)
    }
  }

  #run(turn: string, conversation: Conversation, model: string, stepLimit: number): void {
    const stop = new AbortController()
    const calls = new Map<string, AbortController>()
    const callSignal = (call: string): AbortSignal => {
      const own = new AbortController()
      calls.set(call, own)
      return AbortSignal.any([stop.signal, own.signal])
    }
    const request = { turn, model, stepLimit, conversation, signal: stop.signal, callSignal }
    const ended = runTurn(request, this.#deps).then((end) => this.#ended(turn, conversation.id, end))
    this.#running.set(turn, { conversation: conversation.id, stop, calls, ended })
  }

  /** A turn that came to its end sends what waits behind it; after any other end the person decides. */
  #ended(turn: string, conversation: string, end: TurnEnd): void {
    this.#running.delete(turn)
    const waits = this.#deps.journal.state.queued[conversation] !== undefined
    if (end !== 'done' || !waits || this.#closed) return
    // Where the log refuses it, the message stays in the queue, and on screen, until the person sends it.
    this.sendQueued(conversation, 'host').catch(() => undefined)
  }
}

/** The first line of a message, at most 60 characters. */
function titleOf(text: string): string {
  const line = text.trim().split('\n')[0]?.replace(/^#+ */, '').trim() ?? ''
  return line.length > 60 ? `${line.slice(0, 59).trimEnd()}…` : line
}
