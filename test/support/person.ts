import { reduce } from '../../shared/state/reduce.ts'
import type { Answer, Ask, AskKind } from '../../shared/asks/asks.ts'
import type { FeedMessage, HostLink } from '../../shared/contract/commands.ts'
import type { EventOf, EventType, HostEvent, Recorded } from '../../shared/events/events.ts'
import type { JsonValue } from '../../shared/schema/json.ts'
import { emptyState, type HostState } from '../../shared/state/state.ts'
import { patience } from './waiting.ts'

export type AskOf<K extends AskKind> = Extract<Ask, { kind: K }>

/** The scripted user: watches the feed like a UI, waits for what should happen, and answers. */
export class Person {
  readonly link: HostLink
  state: HostState = emptyState
  readonly events: HostEvent[] = []
  readonly recorded: Recorded[] = []
  readonly #waiting = new Set<() => void>()
  readonly leave: () => void

  constructor(link: HostLink) {
    this.link = link
    this.leave = link.subscribe((message) => this.#take(message))
  }

  /** Waits until the condition is met after some event; if it fails, reports the last events instead. */
  async until<T>(what: string, condition: () => T | undefined | false): Promise<T> {
    const deadline = performance.now() + patience
    for (;;) {
      const met = condition()
      if (met) return met
      if (performance.now() > deadline)
        throw new Error(
          `${what} did not happen. Events: ${this.events
            .slice(-12)
            .map((it) => it.type)
            .join(' ')}`,
        )
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, 100)
        this.#waiting.add(() => {
          clearTimeout(timer)
          resolve()
        })
      })
    }
  }

  /** The next event of this type that meets the condition, counted from the beginning. */
  event<T extends EventType>(type: T, condition: (event: EventOf<T>) => boolean = () => true): Promise<EventOf<T>> {
    return this.until(type, () => this.all(type).find(condition))
  }

  all<T extends EventType>(type: T): EventOf<T>[] {
    return this.events.filter((event): event is EventOf<T> => event.type === type)
  }

  /** The oldest open question of this kind, about this server if one is named; an approval by default. */
  ask<K extends AskKind = 'approval'>(kind?: K, server?: string): Promise<AskOf<K>> {
    const wanted: AskKind = kind ?? 'approval'
    const isMeant = (ask: Ask): ask is AskOf<K> =>
      ask.kind === wanted && (server === undefined || ask.question.server === server)
    return this.until(`a question of kind ${wanted}`, () => this.state.asks.find(isMeant))
  }

  answer(ask: Ask, answer: Answer<AskKind>): Promise<void> {
    return this.link.call('answer', { ask: ask.id, contentHash: ask.contentHash, answer: answer as JsonValue })
  }

  async allow(scope: 'once' | 'conversation' | 'page' = 'once'): Promise<void> {
    await this.#settle({ decision: 'allow', scope })
  }

  async deny(reason?: string): Promise<void> {
    await this.#settle({ decision: 'deny', ...(reason && { reason }) })
  }

  /** Lets this server's program run. */
  async trust(server: string): Promise<void> {
    await this.#settle({ decision: 'trust' }, this.ask('trust', server))
  }

  async leaveOff(server: string): Promise<void> {
    await this.#settle({ decision: 'leave-off' }, this.ask('trust', server))
  }

  /** Lets Atrium connect to this server's URL, which is new or changed in the file. */
  async connect(server: string): Promise<void> {
    await this.#settle({ decision: 'connect' }, this.ask('address', server))
  }

  /** Lets models see these items of a server, or all that the question names. */
  async accept(server: string, items?: string[]): Promise<void> {
    const asked = await this.ask('definitions', server)
    const chosen = items ?? asked.question.items.map(({ item }) => item)
    await this.#settle({ decision: 'accept', items: chosen }, Promise.resolve(asked))
  }

  async keepOff(server: string): Promise<void> {
    await this.#settle({ decision: 'keep-off', items: [] }, this.ask('definitions', server))
  }

  /** Answers the question, or the oldest one, and waits until it is gone from this user's own state. */
  async #settle(answer: Answer<AskKind>, asked: Promise<Ask> = this.ask()): Promise<void> {
    const ask = await asked
    await this.answer(ask, answer)
    await this.until('the question closes', () => !this.state.asks.some(({ id }) => id === ask.id))
  }

  #take(message: FeedMessage): void {
    if ('snapshot' in message) this.state = message.snapshot
    else
      for (const it of message.events) {
        this.state = reduce(this.state, it.event, it.at)
        this.events.push(it.event)
        this.recorded.push(it)
      }
    for (const wake of this.#waiting) wake()
    this.#waiting.clear()
  }
}
