import { randomUUID } from 'node:crypto'
import { foldConversation } from '../../../shared/state/conversation-fold.ts'
import type { Parsed, Session } from '../../../shared/contract/commands.ts'
import { emptyConversation, type Conversation } from '../../../shared/state/conversation.ts'
import { HostError } from '../../../shared/contract/errors.ts'
import { withBranchInUse } from '../../../shared/state/branches.ts'
import type { HostEvent } from '../../../shared/events/events.ts'
import { ownOf, type StoredValue } from '../../../shared/schema/json.ts'
import type { TurnEnd, Without } from '../../../shared/events/turn-events.ts'
import { answeringIn } from '../../../shared/state/projects.ts'
import { Branches, inPlaceOf, type Again, type Instead } from './branches.ts'
import { beginManual, checkArguments, type ManualCall, type ManualTurn } from './manual.ts'
import { Titles } from './titles/titles.ts'
import { ToolFilter } from './tools/tool-filter.ts'
import { createdBy, followedIn, newMessage, type NewMessage, type SentMessage } from './new-message.ts'
import { describeRequest, describeTools } from './next-request.ts'
import { RunningWork, type Brakes } from './running.ts'
import { ServerWait } from './server-wait.ts'
import { resumeTurn } from './resumed-turn.ts'
import { spentBefore } from './spending.ts'
import type { TurnsDeps } from './deps.ts'
import { runTurn } from './turn.ts'
import { compactionWork } from './history/turn-history.ts'
import { GivenResults } from './resources/given-results.ts'
import { beginCompaction, writeSummary } from './compaction/compaction.ts'
import { compactionWords } from './compaction/words.ts'
import { contextOf } from '../../../shared/state/known-model.ts'
import { leftOut } from './history/without.ts'
import { beginUndo, undoListOf, undoOf } from './undo.ts'
import { agentWords as words } from './words.ts'

type Beginning = {
  /** The stored contents that `events` refer to. */
  blobs?: NewMessage['blobs'] | undefined
  /** `turn.started`, and the events written with it. */
  events: HostEvent[]
  /** Appended after them if they can't be written, or the conversation can't be read with them. */
  undone: HostEvent[]
  /** Gets the conversation as it is with these events. */
  run: (brakes: Brakes, conversation: Conversation) => Promise<TurnEnd>
}

type OfTurn = { conversation: string; turn: string }
/** Says how a turn begins in a conversation, as it was before. */
type Prepare = (conversation: Conversation, of: OfTurn, toolFilter: ToolFilter) => Beginning

/**
 * A model's turn to start: by whom, the events that create its conversation if it's a new one, those before the turn,
 * the part it leaves out from now on, and the turn it replaces.
 */
type Beginner = {
  actor: string
  created?: HostEvent[] | undefined
  before: HostEvent[]
  without?: Without | undefined
  instead?: Instead | undefined
}

/** The running turns: one per conversation, each with its queue of one and its tree of cancellation. */
export class Turns {
  readonly #deps: TurnsDeps
  readonly #work = new RunningWork()
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
    const { journal, picked, reading: files } = this.#deps
    const id = conversation ?? randomUUID()
    const read = (bytes: Uint8Array) => files.read(bytes)
    const said = await newMessage(sent, { store: picked, read }, ownOf(journal.state.appDrafts ?? {}, id))
    const followed = followedIn(said, { conversation: id, actor })
    if (this.#work.isBusy(id)) {
      if (ownOf(journal.state.queued, id)) throw new HostError('conflict', words.oneQueued)
      for (const blob of said.blobs) journal.keepHashed(blob)
      journal.append({ type: 'message.queued', conversation: id, message: said.message, actor }, ...followed)
      await journal.durable()
      return { conversation: id, queued: true }
    }
    const created = conversation ? undefined : createdBy(sent, said.message, { conversation: id, actor })
    const turn = await this.#start(id, { ...said, actor, created, before: followed })
    return { conversation: id, turn, queued: false }
  }

  /** Sends the queued message although no turn runs any more. */
  async sendQueued(conversation: string, actor: string): Promise<{ turn: string }> {
    const message = ownOf(this.#deps.journal.state.queued, conversation)
    if (!message) throw new HostError('not-found', words.noneQueued)
    if (this.#work.isBusy(conversation)) throw new HostError('conflict', words.sentAtEnd)
    const before: HostEvent[] = [{ type: 'message.unqueued', conversation, message: message.id, reason: 'sent' }]
    return { turn: await this.#start(conversation, { message, actor, before }) }
  }

  /** Starts another turn over the same history after an unfinished one, without the part the user leaves out. */
  async goOn(conversation: string, actor: string, without?: Without): Promise<{ turn: string }> {
    if (this.#work.isBusy(conversation)) throw new HostError('conflict', words.busy)
    return { turn: await this.#start(conversation, { actor, before: [], without }) }
  }

  /** Starts a turn in an earlier one's place: with its message or an edited one, and the same or another model. */
  async sendAgain({ conversation, turn, ...other }: Again, actor: string): Promise<{ turn: string }> {
    if (this.#work.isBusy(conversation)) throw new HostError('conflict', words.busyStopIt)
    return { turn: await this.#start(conversation, { actor, before: [], instead: { turn, ...other } }) }
  }

  /** Lets the model summarise the older turns of the branch in use. A message sent in the meantime waits. */
  async compact(id: string, actor: string): Promise<{ compaction: string }> {
    const { journal, history, results } = this.#deps
    if (this.#closed) throw new HostError('unavailable', words.closing)
    if (this.#work.isBusy(id)) throw new HostError('conflict', words.busyStopIt)
    return this.#work.whileStarting(id, async () => {
      const toolFilter = new ToolFilter(journal, id)
      const whole = await history(id).finally(() => toolFilter.leave())
      spentBefore({ conversation: whole, toolFilter }, journal)
      const { settings } = journal.state.configured
      const choice = answeringIn(whole, journal.state)
      if (!choice) throw new HostError('unavailable', words.noModel)
      const conversation = withBranchInUse(whole)
      const given = new GivenResults(results)
      await given.fetchAll(conversation)
      const read = { value: (kept: StoredValue) => journal.read(kept), results: given }
      const context = contextOf(choice, journal.state.models, settings.models)
      const work = compactionWork({ conversation, choice, context, actor }, read)
      if (!work) throw new HostError('conflict', compactionWords.nothing)
      await beginCompaction(work, this.#deps)
      this.#work.run(
        work.id,
        id,
        ({ callSignal, now }) => writeSummary(work, { signal: callSignal(work.id), now }, this.#deps),
        () => this.#sendWaiting(id),
      )
      return { compaction: work.id }
    })
  }

  /** Changes a conversation's branches, while none of its turns runs. */
  async #changeBranches(id: string, change: (conversation: Conversation) => HostEvent[]): Promise<void> {
    if (this.#work.isBusy(id)) throw new HostError('conflict', words.busyStopIt)
    const { journal, history } = this.#deps
    await this.#work.whileStarting(id, async () => {
      journal.append(...change(await history(id)))
      await journal.durable()
    })
  }

  /** Runs one tool with the user's arguments. */
  async callTool({ conversation, ...wanted }: ManualTurn, { actor, ...session }: Session) {
    const id = conversation ?? randomUUID()
    if (this.#work.isBusy(id)) throw new HostError('conflict', words.busyStopIt)
    const call = randomUUID()
    const begin: Prepare = (_before, of) =>
      beginManual({ conversation, ...wanted }, { of, call, actor, ...session }, this.#deps)
    return { conversation: id, turn: await this.#begin(id, conversation === undefined ? [] : undefined, begin), call }
  }

  /** A turn's undo as the user sees it; `not-found` if there is no such turn. */
  undoable = async (conversation: string, turn: string) =>
    undoListOf(await this.#deps.history(conversation), turn, this.#deps.journal)

  /** Asks to take a turn's changes back, all at once. */
  async undo(conversation: string, undoes: string, actor: string): Promise<{ turn: string; calls: string[] }> {
    if (this.#work.isBusy(conversation)) throw new HostError('conflict', words.busyStopIt)
    let calls: string[] = []
    const turn = await this.#begin(conversation, undefined, (before, of) => {
      const begun = beginUndo(undoOf(before, undoes, this.#deps.journal).undos, { of, actor, undoes }, this.#deps)
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

  /** Takes up again what an earlier process left running as tasks of servers. */
  resume(): void {
    for (const [turn, { conversation }] of Object.entries(this.#deps.journal.state.turns))
      this.#work.run(
        turn,
        conversation,
        (brakes) => resumeTurn({ conversation, turn, ...brakes }, this.#deps),
        (end) => this.#ended(conversation, end),
      )
  }

  cancel = (turn: string): void => this.#work.cancel(turn)
  sendNow = (turn: string): void => this.#work.sendNow(turn)
  cancelIn = (conversation: string): void => this.#work.cancelIn(conversation)
  cancelCompaction = (compaction: string): void => this.#work.cancelCall(compaction)
  cancelCall = (call: string): void => this.#work.cancelCall(call)

  /** Ends everything that runs and waits for it. */
  async close(): Promise<void> {
    this.#closed = true
    await Promise.all([this.#titles.close(), this.#work.close()])
  }

  /** Starts a model turn over the whole conversation. */
  async #start(
    id: string,
    { message, blobs, actor, created, before, without: leaving, instead }: Partial<NewMessage> & Beginner,
  ): Promise<string> {
    const { journal } = this.#deps
    const { settings } = journal.state.configured
    return this.#begin(id, created, (conversation, of, toolFilter) => {
      const place = instead ? inPlaceOf(conversation, instead) : { message }
      const choice = instead?.choice ?? answeringIn(conversation, journal.state)
      if (!choice) throw new HostError('unavailable', words.noModel)
      const spent = spentBefore({ conversation, toolFilter }, journal)
      const { all: without, told } = leftOut(conversation, choice, leaving, journal.state)
      const terms = { turn: of.turn, choice, spent, without, stepLimit: settings.stepLimit, toolFilter }
      return {
        blobs,
        events: [...(created ?? []), ...before, { type: 'turn.started', ...of, ...place, ...choice, ...told, actor }],
        undone: [{ type: 'turn.finished', ...of, end: 'failed', problem: words.messageNotLogged }],
        run: (brakes, begun) =>
          runTurn(
            { ...terms, conversation: withBranchInUse(begun), ...brakes },
            { ...this.#deps, serverWait: this.#serverWait },
          ),
      }
    })
  }

  /**
   * Journals how a turn begins, waits until that is on disk, and runs it. A turn that `prepare` refuses hasn't begun.
   * `created` are the first events of a new conversation.
   */
  async #begin(id: string, created: HostEvent[] | undefined, prepare: Prepare): Promise<string> {
    const { journal } = this.#deps
    if (this.#closed) throw new HostError('unavailable', words.closing)
    journal.assertHealthy()
    const turn = randomUUID()
    return this.#work.whileStarting(id, async () => {
      // Created before the conversation is read, so no change in between is missed.
      const toolFilter = new ToolFilter(journal, id)
      try {
        const before = created ? this.#asCreated(id, created) : await this.#deps.history(id)
        const { blobs = [], events, undone, run } = prepare(before, { conversation: id, turn }, toolFilter)
        for (const blob of blobs) journal.keepHashed(blob)
        journal.append(...events)
        const begun = await this.#written(id, undone)
        this.#work.run(
          turn,
          id,
          (brakes) => run(brakes, begun).finally(() => toolFilter.leave()),
          (end) => this.#ended(id, end),
        )
        return turn
      } catch (error) {
        toolFilter.leave()
        throw error
      }
    })
  }

  /** A new conversation as these events make it. */
  #asCreated(id: string, events: HostEvent[]): Conversation {
    const { journal } = this.#deps
    const conversation = emptyConversation(id)
    for (const event of events) foldConversation(conversation, { seq: journal.seq, at: journal.now(), event })
    return conversation
  }

  /** The conversation with everything appended so far, which is on disk; otherwise appends `undone` and rejects. */
  async #written(id: string, undone: HostEvent[]): Promise<Conversation> {
    const { journal, history } = this.#deps
    try {
      await journal.durable()
      return await history(id)
    } catch (error) {
      journal.append(...undone)
      throw error
    }
  }

  /** A turn that reached its end sends the queued message; after any other end the user decides. */
  #ended(conversation: string, end: TurnEnd): void {
    if (end !== 'done') return
    this.#titles.afterTurn(conversation)
    this.#sendWaiting(conversation)
  }

  #sendWaiting(conversation: string): void {
    if (this.#closed || ownOf(this.#deps.journal.state.queued, conversation) === undefined) return
    // If the log rejects it, the message stays in the queue, and on screen, until the user sends it.
    this.sendQueued(conversation, 'host').catch(() => undefined)
  }
}
