import { createContext, useContext, useSyncExternalStore } from 'react'
import { foldConversation } from '../../../shared/state/conversation-fold.ts'
import { isFact } from '../../../shared/state/conversation-facts.ts'
import { conversationOf, type Conversation, type Turn } from '../../../shared/state/conversation.ts'
import { branchInUse, latestFrom, turnsThere } from '../../../shared/state/branches.ts'
import { HostError } from '../../../shared/contract/errors.ts'
import type { HostEvent, Recorded } from '../../../shared/events/events.ts'
import type { Replica } from '../replica.ts'
import { createSignal, type Signal } from '../store.ts'
import { problemOf } from '../action.ts'
import { threadRows, type ThreadRow } from './rows.ts'

/** A visible conversation's status. `deleted`: it can be restored. `gone`: erased, or never existed. */
export type TranscriptStatus =
  | { state: 'loading' }
  | { state: 'ready' }
  | { state: 'deleted' }
  | { state: 'gone' }
  | { state: 'failed'; problem: string }

type Source = Pick<Replica, 'onEvents'> & { link: Pick<Replica['link'], 'call'> }

/**
 * One conversation as known to this window: fetched once, then folded with every later event. Listeners get the changed
 * turn, so an event costs the same in a long conversation as in a short one.
 */
export class Transcript {
  readonly id: string
  readonly #source: Source
  #status: TranscriptStatus = { state: 'loading' }
  #conversation: Conversation | undefined
  #asOf = 0
  /** Events that arrive while the conversation is being fetched. */
  #early: Recorded[] | undefined
  #round = 0
  #indexes = new Map<string, number>()
  #shape = 0
  #branch: Turn[] | undefined
  #there: Turn[] | undefined
  #rows: { shape: number; list: ThreadRow[] } = { shape: -1, list: [] }
  readonly #shaped = createSignal()
  readonly #turnSignals = new Map<string, Signal>()

  /** Notifies of everything except changes inside a turn. */
  readonly subscribe = this.#shaped.subscribe

  constructor(id: string, source: Source) {
    this.id = id
    this.#source = source
  }

  /** Fetches the conversation and follows it until the returned function is called. */
  open(): () => void {
    const leave = this.#source.onEvents({
      events: (recorded) =>
        this.#early ? this.#early.push(...recorded) : recorded.forEach((each) => this.#fold(each)),
      reset: () => this.load(),
    })
    this.load()
    return () => {
      this.#round += 1
      leave()
    }
  }

  /** Fetches it again, as after a break in the feed. The old content stays until the answer arrives. */
  load(): void {
    const round = ++this.#round
    this.#early = []
    this.#source.link.call('getConversation', { conversation: this.id }).then(
      ({ conversation, asOf }) => round === this.#round && this.#replace(conversation, asOf),
      (error: unknown) => round === this.#round && this.#fail(error),
    )
  }

  get status(): TranscriptStatus {
    return this.#status
  }

  get title(): string {
    return this.#conversation?.title ?? ''
  }

  /** Set if it was imported. */
  get imported(): Conversation['imported'] {
    return this.#conversation?.imported
  }

  /** The model chosen here; see `Conversation`. */
  get choice(): Conversation['choice'] {
    return this.#conversation?.choice
  }

  get starred(): boolean {
    return this.#conversation?.starred === true
  }

  get archived(): boolean {
    return this.#conversation?.archived === true
  }

  /** Its project; see `Conversation`. */
  get project(): Conversation['project'] {
    return this.#conversation?.project
  }

  /** The user's instructions for every answer here. */
  get system(): string | undefined {
    return this.#conversation?.system
  }

  /** The tools its model can't see; see `Conversation`. */
  get off(): Conversation['off'] {
    return this.#conversation?.off
  }

  /** The model that was asked for a title, and what that took. */
  get titled(): Conversation['titled'] {
    return this.#conversation?.titled
  }

  /** The summaries that models get in place of turns, and the items they don't get. */
  get compactions(): Conversation['compactions'] {
    return this.#conversation?.compactions
  }

  get leftOut(): Conversation['leftOut'] {
    return this.#conversation?.leftOut
  }

  /** The most its requests to models may cost, in USD. */
  get budget(): number | undefined {
    return this.#conversation?.budget
  }

  /** The turns of the branch in use. */
  get turns(): readonly Turn[] {
    this.#branch ??= branchInUse(this.#conversation ?? { turns: [] })
    return this.#branch
  }

  /** The turns of all branches, also of deleted ones, as they began. */
  get allTurns(): readonly Turn[] {
    return this.#conversation?.turns ?? []
  }

  /** The turns of all branches that aren't deleted. */
  get turnsThere(): readonly Turn[] {
    this.#there ??= turnsThere(this.allTurns)
    return this.#there
  }

  /** The end of the branch to enter at a turn: its latest. */
  endFrom(turn: string): string | undefined {
    return this.turnsThere.some(({ id }) => id === turn) ? latestFrom(this.turnsThere, turn) : undefined
  }

  /** The rows of all turns; a new array only when rows are added or removed. */
  readonly rows = (): ThreadRow[] => {
    const { shape, list } = this.#rows
    if (shape !== this.#shape) this.#rows = { shape: this.#shape, list: threadRows(this.turns, list) }
    return this.#rows.list
  }

  /** Changes whenever rows are added or removed, or the status, title or model changes. */
  get shape(): number {
    return this.#shape
  }

  turn(id: string): Turn | undefined {
    const index = this.#indexes.get(id)
    return index === undefined ? undefined : this.#conversation?.turns[index]
  }

  /** Notifies of one turn's changes. */
  subscribeTurn(turn: string, listener: () => void): () => void {
    const signal = this.#turnSignals.get(turn) ?? createSignal()
    this.#turnSignals.set(turn, signal)
    return signal.subscribe(listener)
  }

  #replace(conversation: Conversation, asOf: number): void {
    const early = this.#early ?? []
    this.#early = undefined
    this.#conversation = conversation
    this.#asOf = asOf
    this.#status = statusOf(conversation)
    this.#indexes = new Map(conversation.turns.map((turn, index) => [turn.id, index]))
    for (const recorded of early) this.#fold(recorded)
    this.#tell()
    for (const { tell } of this.#turnSignals.values()) tell()
  }

  #fail(error: unknown): void {
    this.#early = undefined
    const isGone = error instanceof HostError && error.code === 'not-found'
    if (isGone) return this.#forget()
    this.#status = { state: 'failed', problem: problemOf(error) }
    this.#tell()
  }

  #fold(recorded: Recorded): void {
    const { seq, event } = recorded
    if (seq === null || seq <= this.#asOf) return
    // It can change every turn, and is rare.
    if (event.type === 'server.renamed') return this.load()
    if (conversationOf(event) !== this.id) return
    if (!this.#conversation) return
    if (event.type === 'conversation.erased') return this.#forget()
    foldConversation(this.#conversation, recorded)
    this.#status = statusOf(this.#conversation)
    if (event.type === 'turn.started' || event.type === 'turn.imported')
      this.#indexes.set(event.turn, this.#conversation.turns.length - 1)
    if (changesShape(event)) this.#tell()
    if (!('turn' in event) || event.turn === undefined) return
    const turn = event.type === 'call.requested' && event.origin ? event.origin.page.turn : event.turn
    this.#renew(turn)
    this.#turnSignals.get(turn)?.tell()
  }

  /** Takes over a changed turn, without reading the branch again. */
  #renew(id: string): void {
    const now = this.turn(id)
    for (const turns of [this.#branch, this.#there]) {
      const at = turns === this.#conversation?.turns ? -1 : (turns?.findLastIndex((turn) => turn.id === id) ?? -1)
      if (turns && now && at !== -1) turns[at] = now
    }
  }

  /** Drops all erased content from this window, also if another session erased it. */
  #forget(): void {
    this.#conversation = undefined
    this.#indexes.clear()
    this.#status = { state: 'gone' }
    this.#tell()
    for (const { tell } of this.#turnSignals.values()) tell()
  }

  #tell(): void {
    this.#shape += 1
    this.#branch = undefined
    this.#there = undefined
    this.#shaped.tell()
  }
}

const statusOf = ({ deletedAt }: Conversation): TranscriptStatus => ({
  state: deletedAt === undefined ? 'ready' : 'deleted',
})

const changesShape = (event: HostEvent): boolean =>
  event.type === 'turn.started' ||
  event.type === 'turn.finished' ||
  event.type === 'model.requested' ||
  event.type.endsWith('.imported') ||
  isFact(event)

const TranscriptContext = createContext<Transcript | undefined>(undefined)

/** Provides the open conversation's transcript to its page. */
export const TranscriptProvider = TranscriptContext.Provider

function useOpenTranscript(): Transcript {
  const transcript = useContext(TranscriptContext)
  if (!transcript) throw new Error('There is no TranscriptProvider above this component.')
  return transcript
}

/** Renders again when rows are added or removed, or the status or title changes. */
export const useShape = (transcript: Transcript): number =>
  useSyncExternalStore(transcript.subscribe, () => transcript.shape)

const silent = () => () => undefined

/** The visible conversation and its chosen model; neither outside a conversation. */
export function useChosen(): { conversation: string | undefined; choice: Conversation['choice'] } {
  const transcript = useContext(TranscriptContext)
  const choice = useSyncExternalStore(transcript?.subscribe ?? silent, () => transcript?.choice)
  return { conversation: transcript?.id, choice }
}

/** The visible conversation, if any. Renders again like `useShape`. */
export function useOpenConversation(): Transcript | undefined {
  const transcript = useContext(TranscriptContext)
  useSyncExternalStore(transcript?.subscribe ?? silent, () => transcript?.shape)
  return transcript
}

/** A transcript's rows. */
export const useRows = (transcript: Transcript): ThreadRow[] =>
  useSyncExternalStore(transcript.subscribe, transcript.rows)

/** A part of one turn. Renders again only when that part is a new object. */
export function useTurn<T>(turn: string, select: (turn: Turn) => T): T | undefined {
  const transcript = useOpenTranscript()
  return useSyncExternalStore(
    (listener) => transcript.subscribeTurn(turn, listener),
    () => {
      const now = transcript.turn(turn)
      return now && select(now)
    },
  )
}
