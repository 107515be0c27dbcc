import { createContext, useContext, useRef, useSyncExternalStore, type Provider } from 'react'
import { reduce } from '../../shared/state/reduce.ts'
import type { FeedMessage, HostLink, Session } from '../../shared/contract/commands.ts'
import type { Recorded } from '../../shared/events/events.ts'
import { emptyState, type HostState } from '../../shared/state/state.ts'
import { createSignal } from './store.ts'
import { frame as frameWords } from '../strings/frame.ts'

/** `connecting` until the first snapshot; `lost` while the feed is broken and reconnecting. */
export type LinkState = 'connecting' | 'live' | 'lost'

type EventListener = { events(recorded: Recorded[]): void; reset(): void }

/** Retry delays in milliseconds: doubled each time up to the last, with a jitter of half. */
const firstRetryMs = 250
const lastRetryMs = 8000
/** A hidden window draws no frames; listeners are notified after this many milliseconds anyway. */
const hiddenFrameMs = 250

/** The host's state as known to this window: the last snapshot, folded with every event since. */
export class Replica {
  readonly link: HostLink
  #state: HostState = emptyState
  #session: Session | undefined
  #connection: LinkState = 'connecting'
  #problem: string | undefined
  /** The last durable event in the state, and the next expected frame. */
  #seq = 0
  #next = 1
  #losses = 0
  #unsubscribe: () => void = () => undefined
  #retry: ReturnType<typeof setTimeout> | undefined
  #cancelFrame: (() => void) | undefined
  readonly #changed = createSignal()
  readonly #eventListeners = new Set<EventListener>()

  constructor(link: HostLink) {
    this.link = link
    this.#connect()
  }

  get state(): HostState {
    return this.#state
  }

  get session(): Session | undefined {
    return this.#session
  }

  get connection(): LinkState {
    return this.#connection
  }

  /** Why the feed broke, in a sentence, until it reconnects. */
  get problem(): string | undefined {
    return this.#problem
  }

  /** Notifies of any change above, at most once per animation frame. */
  readonly subscribe = this.#changed.subscribe

  /** Every event in order, as it arrives; `reset` after each new snapshot, when queries must run again. */
  onEvents(listener: EventListener): () => void {
    this.#eventListeners.add(listener)
    return () => this.#eventListeners.delete(listener)
  }

  close(): void {
    clearTimeout(this.#retry)
    this.#cancelFrame?.()
    this.#unsubscribe()
  }

  #connect(): void {
    let current = true
    const end = this.link.subscribe(
      (message) => void (current && this.#receive(message)),
      (why) => void (current && this.#lose(why.message)),
    )
    this.#unsubscribe = () => {
      current = false
      end()
    }
  }

  #receive(message: FeedMessage): void {
    if ('snapshot' in message) return this.#replace(message)
    if (message.n !== this.#next || !this.#follows(message.events)) return this.#lose(frameWords.feedIncomplete)
    this.#next += 1
    for (const { seq, at, event } of message.events) {
      if (seq !== null) this.#seq = seq
      this.#state = reduce(this.#state, event, at)
    }
    for (const listener of this.#eventListeners) listener.events(message.events)
    this.#notify()
  }

  #replace({ snapshot, seq, session }: Extract<FeedMessage, { snapshot: HostState }>): void {
    this.#state = snapshot
    this.#seq = seq
    this.#next = 1
    this.#session = session
    this.#connection = 'live'
    this.#problem = undefined
    this.#losses = 0
    for (const listener of this.#eventListeners) listener.reset()
    this.#notify()
  }

  /** Whether a frame's durable events continue the journal where the state ends. */
  #follows(events: Recorded[]): boolean {
    let last = this.#seq
    return events.every(({ seq }) => seq === null || seq === (last += 1))
  }

  #lose(why: string): void {
    this.#unsubscribe()
    this.#problem = why
    if (this.#connection === 'live') this.#connection = 'lost'
    const delay = Math.min(firstRetryMs * 2 ** this.#losses++, lastRetryMs)
    this.#retry = setTimeout(() => this.#connect(), delay * (0.5 + Math.random() / 2))
    this.#notify()
  }

  #notify(): void {
    if (this.#cancelFrame) return
    this.#cancelFrame = onNextFrame(() => {
      this.#cancelFrame = undefined
      this.#changed.tell()
    })
  }
}

/** Runs once: with the next frame, or soon after if no frame is drawn. Returns its cancel function. */
function onNextFrame(run: () => void): () => void {
  const frame = globalThis.requestAnimationFrame?.(finish)
  const timer = setTimeout(finish, frame === undefined ? 0 : hiddenFrameMs)
  function cancel(): void {
    clearTimeout(timer)
    if (frame !== undefined) cancelAnimationFrame(frame)
  }
  function finish(): void {
    cancel()
    run()
  }
  return cancel
}

const ReplicaContext = createContext<Replica | undefined>(undefined)

/** Provides a window's replica. */
export const HostProvider: Provider<Replica | undefined> = ReplicaContext.Provider

/** The window's copy of the host's state. Throws outside `HostProvider`. */
export function useReplica(): Replica {
  const replica = useContext(ReplicaContext)
  if (!replica) throw new Error('There is no HostProvider above this component.')
  return replica
}

/** The link for commands and queries. Throws outside `HostProvider`. */
export const useLink = (): HostLink => useReplica().link

/** A part of the host's state. Renders again only when `equal` says the part changed. */
export function useHost<T>(selector: (state: HostState) => T, equal: (a: T, b: T) => boolean = Object.is): T {
  const replica = useReplica()
  const last = useRef<{ state: HostState; selector: (state: HostState) => T; value: T } | undefined>(undefined)
  const read = (): T => {
    const { state } = replica
    const before = last.current
    if (before?.state === state && before.selector === selector) return before.value
    const selected = selector(state)
    const value = before && equal(before.value, selected) ? before.value : selected
    last.current = { state, selector, value }
    return value
  }
  return useSyncExternalStore(replica.subscribe, read)
}

/** The link's state; renders again when it changes. */
export function useConnection(): LinkState {
  const replica = useReplica()
  return useSyncExternalStore(replica.subscribe, () => replica.connection)
}

/** This window's session with its right; undefined before the first snapshot. */
export function useSession(): Session | undefined {
  const replica = useReplica()
  return useSyncExternalStore(replica.subscribe, () => replica.session)
}
