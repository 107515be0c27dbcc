import type { FeedMessage, Session } from '../../shared/contract/commands.ts'
import type { HostEvent, Recorded } from '../../shared/events/events.ts'
import { sizeUpTo } from '../../shared/schema/json-text.ts'
import type { Journal } from './journal/journal.ts'

/** Min milliseconds between two frames; an event after a pause is sent at once. */
const frameMs = 16

/** A subscriber further behind than this loses its queue and gets a new snapshot. */
const limits = { bytes: 4 * 1024 * 1024, events: 2000 }

type Listener = (message: FeedMessage) => void | Promise<void>

/**
 * One subscriber: a snapshot, then numbered frames, as fast as it can take them. Events are on disk before a message
 * contains them; while the log can't be written, `durable` says which is the last event on disk.
 */
export function subscribe(journal: Journal, session: Session, listener: Listener): () => void {
  let pending: Recorded[] = []
  let bytes = 0
  let frames = 0
  let timer: NodeJS.Timeout | undefined
  let lastFrame = 0
  let sending = false
  let cut = false
  let closed = false

  const leave = journal.subscribe((recorded) => {
    if (cut) return
    if (!merge(pending, recorded)) pending.push(recorded)
    if (sending && overLimit(recorded)) {
      cut = true
      pending = []
    }
    timer ??= setTimeout(flush, Math.max(0, lastFrame + frameMs - performance.now()))
  })

  /** Counts sizes only while the subscriber is behind; one that keeps up costs nothing. */
  function overLimit(recorded: Recorded): boolean {
    bytes += sizeUpTo(recorded, limits.bytes)
    return bytes > limits.bytes || pending.length > limits.events
  }

  function flush(): void {
    timer = undefined
    if (sending || closed) return
    if (cut) return snapshot()
    if (pending.length === 0) return
    const durable = written()
    const events = pending
    pending = []
    bytes = 0
    lastFrame = performance.now()
    send({ n: ++frames, events, durable })
  }

  function snapshot(): void {
    cut = false
    pending = []
    bytes = 0
    frames = 0
    const durable = written()
    send({ snapshot: journal.state, seq: journal.seq, durable, session })
  }

  /** Commits what is pending, unless commits fail: those retry at their own pace. Returns the last event on disk. */
  function written(): number {
    if (journal.state.health.state === 'ok') journal.flush()
    return journal.head.seq
  }

  function send(message: FeedMessage): void {
    const sent = listener(message)
    if (!sent) return
    sending = true
    void sent.then(
      () => {
        sending = false
        flush()
      },
      () => close(),
    )
  }

  function close(): void {
    closed = true
    clearTimeout(timer)
    leave()
  }

  snapshot()
  return close
}

/**
 * Replaces the previous transient event if the later one says everything: one block's text, one call's progress, one
 * server's reports.
 */
function merge(pending: Recorded[], { event, at }: Recorded): boolean {
  const last = pending.at(-1)
  const joined = last && join(last.event, event)
  if (!last || !joined) return false
  pending[pending.length - 1] = { seq: null, at, event: joined }
  return true
}

function join(before: HostEvent, next: HostEvent): HostEvent | undefined {
  if (before.type === 'message.delta' && next.type === 'message.delta') {
    const follows =
      before.message === next.message &&
      before.block === next.block &&
      before.offset + before.text.length === next.offset
    return follows ? { ...before, text: before.text + next.text } : undefined
  }
  if (before.type === 'call.progress' && next.type === 'call.progress')
    return before.call === next.call ? next : undefined
  if (before.type === 'call.polled' && next.type === 'call.polled') return before.call === next.call ? next : undefined
  if (before.type === 'server.reported' && next.type === 'server.reported')
    return before.server === next.server ? { ...before, ...next } : undefined
  if (before.type === 'server.starting' && next.type === 'server.starting')
    return before.server === next.server ? next : undefined
  return undefined
}
