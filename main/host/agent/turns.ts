import { randomUUID } from 'node:crypto'
import type { Parsed, Session } from '../../../shared/contract/commands.ts'
import { emptyConversation, foldConversation, type Conversation } from '../../../shared/state/conversation.ts'
import { HostError } from '../../../shared/contract/errors.ts'
import { withBranchInUse } from '../../../shared/state/branches.ts'
import type { HostEvent } from '../../../shared/events/events.ts'
import type { TurnEnd, Without } from '../../../shared/events/turn-events.ts'
import { answeringIn } from '../../../shared/state/projects.ts'
import type { PickedStore } from './resources/picked.ts'
import { Branches, inPlaceOf, type Again, type Instead } from './branches.ts'
import { beginManual, checkArguments, type ManualCall, type ManualTurn } from './manual.ts'
import { Titles } from './titles/titles.ts'
import { ToolFilter } from './tools/tool-filter.ts'
import { createdBy, followedIn, newMessage, type NewMessage, type SentMessage } from './new-message.ts'
import { describeRequest, describeTools } from './next-request.ts'
import { ServerWait } from './server-wait.ts'
import { runTurn, spentBefore, type TurnDeps } from './turn.ts'
import { leftOut } from './without.ts'
import { beginUndo, undoListOf, undoOf } from './undo.ts'
import { agentWords as words } from './words.ts'

/** `history` reads a conversation including everything appended so far; `not-found` if it doesn't exist. */
export type TurnsDeps = Omit<TurnDeps, 'serverWait'> & {
  history: (conversation: string) => Promise<Conversation>
  /** The prompts and resources the user picked, by handle. */
  picked: Pick<PickedStore, 'get'>
}

type Running = {
  conversation: string
  stop: AbortController
  /** Ends the current wait, for starting servers or for the next attempt; replaced then. */
  now: AbortController
  calls: Map<string, AbortController>
  ended: Promise<void>
}

/** Stops a running turn, whole or call by call. */
type Brakes = { signal: AbortSignal; now: () => AbortSignal; callSignal: (call: string) => AbortSignal }

type Beginning = {
  /** The stored contents that `events` refer to. */
  blobs?: string[] | undefined
  /** `turn.started`, and the events written with it. */
  events: HostEvent[]
  /** Appended after them if the log rejects them. */
  undone: HostEvent[]
  run: (brakes: Brakes) => Promise<TurnEnd>
}

/** The beginning of a model's turn: by whom, after which events, what it leaves out from now on, and in whose place. */
type Beginner = { actor: string; before: HostEvent[]; without?: Without | undefined; instead?: Instead | undefined }

/** The running turns: one per conversation, each with its queue of one and its tree of cancellation. */
export class Turns {
  readonly #deps: TurnsDeps
  readonly #running = new Map<string, Running>()
  /** Conversations in which a turn is about to start, so two simultaneous messages don't both start one. */
  readonly #starting = new Set<string>()
  readonly #serverWait = new ServerWait()
  readonly #titles: Titles
  /** Which branches a conversation has, and which one is in use. */
  readonly branches = new Branches((id, change) => this.#changeBranches(id, change))
  #closed = false

  constructor(deps: TurnsDeps) {
    this.#deps = deps
    this.#titles = new Titles(deps)
  }

  /** Starts a turn with this message, or queues it behind the running one. */
  async send(sent: SentMessage, actor: string) {
    const { conversation } = sent
    const { journal, picked } = this.#deps
    const said = newMessage(sent, picked)
    const id = conversation ?? randomUUID()
    const followed = followedIn(said, { conversation: id, actor })
    if (this.#busy(id)) {
      if (journal.state.queued[id]) throw new HostError('conflict', words.oneQueued)
      for (const text of said.blobs) journal.keepBlob(text)
      journal.append({ type: 'message.queued', conversation: id, message: said.message, actor }, ...followed)
      await journal.durable()
      return { conversation: id, queued: true }
    }
    const created = conversation ? [] : createdBy(sent, said.message, { conversation: id, actor })
    const turn = await this.#start(id, { ...said, actor, before: [...created, ...followed] })
    return { conversation: id, turn, queued: false }
  }

  /** Sends the queued message although no turn runs any more. */
  async sendQueued(conversation: string, actor: string): Promise<{ turn: string }> {
    const message = this.#deps.journal.state.queued[conversation]
    if (!message) throw new HostError('not-found', words.noneQueued)
    if (this.#busy(conversation)) throw new HostError('conflict', words.sentAtEnd)
    const before: HostEvent[] = [{ type: 'message.unqueued', conversation, message: message.id, reason: 'sent' }]
    return { turn: await this.#start(conversation, { message, actor, before }) }
  }

  /** Starts another turn over the same history, after one that didn't reach its end, without what the user leaves out. */
  async goOn(conversation: string, actor: string, without?: Without): Promise<{ turn: string }> {
    if (this.#busy(conversation)) throw new HostError('conflict', words.busy)
    return { turn: await this.#start(conversation, { actor, before: [], without }) }
  }

  /** Starts a turn in an earlier one's place: with its message or an edited one, and the same or another model. */
  async sendAgain({ conversation, turn, ...other }: Again, actor: string): Promise<{ turn: string }> {
    if (this.#busy(conversation)) throw new HostError('conflict', words.busyStopIt)
    return { turn: await this.#start(conversation, { actor, before: [], instead: { turn, ...other } }) }
  }

  /** Changes a conversation's branches, while none of its turns runs. */
  async #changeBranches(id: string, change: (conversation: Conversation) => HostEvent[]): Promise<void> {
    if (this.#busy(id)) throw new HostError('conflict', words.busyStopIt)
    const { journal, history } = this.#deps
    this.#starting.add(id)
    try {
      journal.append(...change(await history(id)))
      await journal.durable()
    } finally {
      this.#starting.delete(id)
    }
  }

  /** Runs one tool with the user's arguments. */
  async callTool({ conversation, ...wanted }: ManualTurn, { actor, ...session }: Session) {
    const id = conversation ?? randomUUID()
    if (this.#busy(id)) throw new HostError('conflict', words.busyStopIt)
    const call = randomUUID()
    const turn = await this.#begin(id, conversation === undefined, (_history, of) =>
      beginManual({ conversation, ...wanted }, { of, call, actor, ...session }, this.#deps),
    )
    return { conversation: id, turn, call }
  }

  /** A turn's undo as the user sees it; `not-found` if there is no such turn. */
  undoable = async (conversation: string, turn: string) =>
    undoListOf(await this.#deps.history(conversation), turn, this.#deps.journal)

  /** Asks to take a turn's changes back, all at once. */
  async undo(conversation: string, undoes: string, actor: string): Promise<{ turn: string; calls: string[] }> {
    if (this.#busy(conversation)) throw new HostError('conflict', words.busyStopIt)
    let calls: string[] = []
    const turn = await this.#begin(conversation, false, (history, of) => {
      const begun = beginUndo(undoOf(history, undoes, this.#deps.journal).undos, { of, actor, undoes }, this.#deps)
      calls = begun.calls
      return begun
    })
    return { turn, calls }
  }

  /** Problems in a call's unfinished arguments. */
  checkArguments = (wanted: ManualCall) => checkArguments(wanted, this.#deps)

  /** Every tool that a model could be offered in a conversation, or in a new one, as it would be sent now. */
  offeredTools = (asked: Parsed<'listOfferedTools'>) => describeTools(asked, this.#deps)

  /** The parts of a conversation's next request, or of a new one's first. */
  describeRequest = (asked: Parsed<'describeRequest'>) => describeRequest(asked, this.#deps)

  cancel(turn: string): void {
    this.#find(turn).stop.abort('person')
  }

  /** Ends a turn's wait for starting servers, or for the next attempt to reach the model, if it is waiting. */
  sendNow(turn: string): void {
    const running = this.#find(turn)
    const { now } = running
    running.now = new AbortController()
    now.abort()
  }

  #find(turn: string): Running {
    const running = this.#running.get(turn)
    if (!running) throw new HostError('not-found', words.turnNotRunning)
    return running
  }

  /** Cancels whatever runs in a conversation, if anything. */
  cancelIn(conversation: string): void {
    for (const running of this.#running.values())
      if (running.conversation === conversation) running.stop.abort('person')
  }

  cancelCall(call: string): void {
    const stop = [...this.#running.values()].map((it) => it.calls.get(call)).find(Boolean)
    if (!stop) throw new HostError('not-found', words.callNotRunning)
    stop.abort('person')
  }

  /** Ends everything that runs and waits for it. */
  async close(): Promise<void> {
    this.#closed = true
    const running = [...this.#running.values()]
    for (const { stop } of running) stop.abort('quit')
    await Promise.all([this.#titles.close(), ...running.map(({ ended }) => ended)])
  }

  #busy(conversation: string): boolean {
    return (
      this.#starting.has(conversation) || [...this.#running.values()].some((it) => it.conversation === conversation)
    )
  }

  /** Starts a model turn over the whole conversation. */
  async #start(
    id: string,
    { message, blobs, actor, before, without: leaving, instead }: Partial<NewMessage> & Beginner,
  ): Promise<string> {
    const { journal } = this.#deps
    const { settings } = journal.state.configured
    const isNew = before.some((event) => event.type === 'conversation.created')
    return this.#begin(id, isNew, (conversation, of, toolFilter) => {
      const fold = (event: HostEvent) => foldConversation(conversation, { seq: journal.seq, at: Date.now(), event })
      before.forEach(fold)
      const place = instead ? inPlaceOf(conversation, instead) : { message }
      const choice = instead?.choice ?? answeringIn(conversation, journal.state)
      if (!choice) throw new HostError('unavailable', words.noModel)
      const spent = spentBefore(conversation, toolFilter, settings)
      const { all: without, told } = leftOut(conversation, choice, leaving, journal.state)
      const started: HostEvent = { type: 'turn.started', ...of, ...place, ...choice, ...told, actor }
      return {
        blobs,
        events: [...before, started],
        undone: [{ type: 'turn.finished', ...of, end: 'failed', problem: words.messageNotLogged }],
        run: (brakes) => {
          fold(started)
          const known = withBranchInUse(conversation)
          const terms = { turn: of.turn, choice, spent, without, stepLimit: settings.stepLimit }
          const request = { ...terms, conversation: known, toolFilter, ...brakes }
          return runTurn(request, { ...this.#deps, serverWait: this.#serverWait })
        },
      }
    })
  }

  /**
   * Journals how a turn begins, waits until that is on disk, and runs it. A turn that `prepare` refuses hasn't begun.
   */
  async #begin(
    id: string,
    isNew: boolean,
    prepare: (
      conversation: Conversation,
      of: { conversation: string; turn: string },
      toolFilter: ToolFilter,
    ) => Beginning,
  ): Promise<string> {
    const { journal, history } = this.#deps
    if (this.#closed) throw new HostError('unavailable', words.closing)
    journal.assertHealthy()
    const turn = randomUUID()
    this.#starting.add(id)
    // Created before the conversation is read, so no change in between is missed.
    const toolFilter = new ToolFilter(journal, id)
    let runs = false
    try {
      const conversation = isNew ? emptyConversation(id) : await history(id)
      const { blobs = [], events, undone, run } = prepare(conversation, { conversation: id, turn }, toolFilter)
      for (const text of blobs) journal.keepBlob(text)
      journal.append(...events)
      await journal.durable().catch((error: unknown) => {
        journal.append(...undone)
        throw error
      })
      this.#run(turn, id, (brakes) => run(brakes).finally(() => toolFilter.leave()))
      runs = true
      return turn
    } finally {
      if (!runs) toolFilter.leave()
      this.#starting.delete(id)
    }
  }

  #run(turn: string, conversation: string, run: Beginning['run']): void {
    const stop = new AbortController()
    const calls = new Map<string, AbortController>()
    const callSignal = (call: string): AbortSignal => {
      const own = new AbortController()
      calls.set(call, own)
      return AbortSignal.any([stop.signal, own.signal])
    }
    const running = { conversation, stop, now: new AbortController(), calls, ended: Promise.resolve() }
    this.#running.set(turn, running)
    running.ended = run({ signal: stop.signal, now: () => running.now.signal, callSignal }).then((end) =>
      this.#ended(turn, conversation, end),
    )
  }

  /** A turn that reached its end sends the queued message; after any other end the user decides. */
  #ended(turn: string, conversation: string, end: TurnEnd): void {
    this.#running.delete(turn)
    if (end === 'done') this.#titles.afterTurn(conversation)
    const waits = this.#deps.journal.state.queued[conversation] !== undefined
    if (end !== 'done' || !waits || this.#closed) return
    // If the log rejects it, the message stays in the queue, and on screen, until the user sends it.
    this.sendQueued(conversation, 'host').catch(() => undefined)
  }
}
