import { textOfMessage } from '../../../shared/content/attachments.ts'
import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import Database from 'better-sqlite3'
import { verifyChain } from '../../../main/host/journal/chain/chain.ts'
import { headsOf, type Heads } from '../../../main/host/journal/chain/heads.ts'
import type { LogCheck } from '../../../shared/contract/log.ts'
import type { AuditRow } from '../../../shared/contract/commands.ts'
import type { EventOf, EventType, HostEvent, Recorded } from '../../../shared/events/events.ts'
import type { CallOutcome } from '../../../shared/events/turn-events.ts'
import { mayHaveRun } from '../../../shared/state/state.ts'

type Stored = { seq: number; event: HostEvent }

/** Everything a host had confirmed before it was killed, to check whether it is still there. */
export class Ledger {
  readonly #directory: string
  readonly marks: string
  readonly #texts: { conversation: string; text: string }[] = []
  readonly #titles = new Map<string, number>()
  readonly #records = new Map<number, string>()
  readonly #answered = new Set<string>()
  readonly #told = new Map<number, string>()

  constructor(directory: string) {
    this.#directory = directory
    this.marks = path.join(directory, 'marks')
  }

  sent(conversation: string, text: string): void {
    this.#texts.push({ conversation, text })
  }

  renamed(conversation: string, count: number): void {
    this.#titles.set(conversation, count)
  }

  listed(rows: AuditRow[]): void {
    for (const { seq, hash } of rows) this.#records.set(seq, hash)
  }

  /** An event from the feed: it must be on disk under its number. */
  told(recorded: Recorded[]): void {
    for (const { seq, event } of recorded) if (seq !== null) this.#told.set(seq, JSON.stringify(event))
  }

  answered(ask: string): void {
    this.#answered.add(ask)
  }

  /** How much was confirmed, and how the calls of all hosts so far ended. */
  figures() {
    const outcomes = Object.groupBy(this.of('call.finished'), ({ outcome }) => outcome.status)
    const count = (kind: keyof typeof outcomes): number => outcomes[kind]?.length ?? 0
    const ends = this.of('turn.finished').filter(({ end }) => end === 'interrupted').length
    const expired = this.of('ask.closed').filter(({ by }) => by === 'expired').length
    return {
      messages: this.#texts.length,
      records: this.#records.size,
      answers: this.#answered.size,
      interruptedTurns: ends,
      expiredAsks: expired,
      interruptedCalls: count('interrupted'),
      succeededCalls: count('succeeded'),
    }
  }

  of<T extends EventType>(type: T): EventOf<T>[] {
    return this.#read().events.flatMap(({ event }) => (event.type === type ? [event as EventOf<T>] : []))
  }

  /** Finds errors right after a host's start, in sentences. Nothing may be running yet. */
  check(): string[] {
    const { events, hashes, verification, sound } = this.#read()
    const isWhole = verification.state === 'intact' && verification.records === hashes.size && sound === 'ok'
    const changed = [...this.#records].filter(([seq, hash]) => hashes.get(seq) !== hash)
    return [
      ...(isWhole ? [] : [`the journal is ${JSON.stringify({ verification, sound })}`]),
      ...changed.map(([seq]) => `record ${seq} was confirmed and is another, or gone`),
      ...this.#notTold(events),
      ...this.#lost(events),
      ...leftOpen(events),
      ...this.#untrue(events),
    ]
  }

  #notTold(events: Stored[]): string[] {
    const stored = new Map(events.map(({ seq, event }) => [seq, JSON.stringify(event)]))
    return [...this.#told].flatMap(([seq, event]) =>
      stored.get(seq) === event ? [] : [`record ${seq} was told as ${event} and is ${stored.get(seq)}`],
    )
  }

  #lost(events: Stored[]): string[] {
    const all = events.map(({ event }) => event)
    const texts = new Set(
      all.flatMap((it) =>
        (it.type === 'turn.started' || it.type === 'message.queued') && it.message
          ? [`${it.conversation} ${textOfMessage(it.message)}`]
          : [],
      ),
    )
    const titleOf = (conversation: string): number => {
      const renamed = all.findLast((it) => it.type === 'conversation.renamed' && it.conversation === conversation)
      return renamed && 'title' in renamed ? Number(renamed.title) : 0
    }
    const closed = new Set(all.flatMap((it) => (it.type === 'ask.closed' && it.by === 'person' ? [it.ask] : [])))
    return [
      ...this.#texts.filter((it) => !texts.has(`${it.conversation} ${it.text}`)).map((it) => `lost: ${it.text}`),
      ...[...this.#titles].filter(([id, count]) => titleOf(id) < count).map(([, count]) => `lost: name ${count}`),
      ...[...this.#answered].filter((ask) => !closed.has(ask)).map((ask) => `lost: the answer to ${ask}`),
    ]
  }

  /**
   * Every action of the server belongs to a call known to have run, or said to have possibly run; and happened once.
   */
  #untrue(events: Stored[]): string[] {
    const calls = new Map<string, HostEvent[]>()
    for (const { event } of events)
      if ('call' in event) calls.set(event.call, [...(calls.get(event.call) ?? []), event])
    const done = existsSync(this.marks) ? readFileSync(this.marks, 'utf8').split('\n').filter(Boolean) : []
    const twice = done.filter((mark, index) => done.indexOf(mark) !== index).map((mark) => `${mark} was done twice`)
    const untrue = [...calls.values()].flatMap((story) => {
      const [requested] = story
      const finished = story.find((it) => it.type === 'call.finished')
      if (requested?.type !== 'call.requested' || finished?.type !== 'call.finished') return []
      const wasDone = done.some((mark) => JSON.stringify(requested).includes(`"${mark}"`))
      const types = story.map((it) => it.type)
      return isTrue(finished.outcome, types, wasDone)
        ? []
        : [`${types.join(', ')}: ${JSON.stringify(finished.outcome)}`]
    })
    return [...twice, ...untrue]
  }

  #read() {
    const db = new Database(path.join(this.#directory, 'journal.db'), { readonly: true })
    // The host keeps writing: all of this is read as of one moment.
    const heads = headsOf(db.name)
    db.exec('BEGIN')
    try {
      const rows = db
        .prepare<[], { seq: number; hash: string; body: string | null }>(
          'SELECT seq, hash, body FROM events LEFT JOIN bodies USING (seq) ORDER BY seq',
        )
        .all()
      const events = rows.flatMap(({ seq, body }): Stored[] =>
        body === null ? [] : [{ seq, event: JSON.parse(body) as HostEvent }],
      )
      const hashes = new Map(rows.map(({ seq, hash }) => [seq, hash]))
      return { events, hashes, verification: verify(db, heads), sound: db.pragma('integrity_check', { simple: true }) }
    } finally {
      db.close()
    }
  }
}

function verify(db: Database.Database, heads: Heads): LogCheck {
  const walk = verifyChain(db, heads)
  for (;;) {
    const step = walk.next()
    if (step.done) return step.value
  }
}

function isTrue(outcome: CallOutcome, types: EventType[], wasDone: boolean): boolean {
  const wasStarted = types.includes('call.started')
  if (wasDone && !(wasStarted && (outcome.status === 'succeeded' || mayHaveRun(outcome)))) return false
  switch (outcome.status) {
    case 'succeeded':
      return wasDone
    case 'expired':
      return !types.includes('call.cleared')
    case 'interrupted':
      return wasStarted
    case 'cancelled':
      return outcome.mayHaveRun === wasStarted
    default:
      return false
  }
}

/**
 * Finds operations that were open when a host ended and weren't closed exactly once before the next host's first
 * action.
 */
function leftOpen(events: Stored[]): string[] {
  const lastStart = events.findLast(({ event }) => event.type === 'host.started')?.seq ?? 0
  const of = (opens: EventType, closes: EventType, id: (event: HostEvent) => string): string[] => {
    const [opened, closed] = [new Set<string>(), new Map<string, number>()]
    for (const { seq, event } of events) {
      if (event.type === opens && seq < lastStart) opened.add(id(event))
      if (event.type === closes) closed.set(id(event), (closed.get(id(event)) ?? 0) + 1)
    }
    return [...opened].filter((it) => closed.get(it) !== 1).map((it) => `${it} was not closed by one ${closes}`)
  }
  const askOf = (it: HostEvent): string =>
    it.type === 'ask.opened' ? it.ask.id : it.type === 'ask.closed' ? it.ask : ''
  return [
    ...of('turn.started', 'turn.finished', (it) => ('turn' in it ? (it.turn ?? '') : '')),
    ...of('call.requested', 'call.finished', (it) => ('call' in it ? it.call : '')),
    ...of('ask.opened', 'ask.closed', askOf),
  ]
}
