import type { Answer, Ask, AskKind } from '../../shared/asks.ts'
import type { FeedMessage, HostLink } from '../../shared/commands.ts'
import type { EventOf, EventType, HostEvent, Recorded } from '../../shared/events.ts'
import type { JsonValue } from '../../shared/json.ts'
import { emptyState, reduce, type HostState } from '../../shared/state.ts'

/** The scripted person: watches the feed as a UI does, waits for what she expects, and answers. */
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

  /** Waits until the condition holds after some event; fails with what there was instead. */
  async until<T>(what: string, condition: () => T | undefined | false, ms = 15_000): Promise<T> {
    const deadline = Date.now() + ms
    for (;;) {
      const met = condition()
      if (met) return met
      if (Date.now() > deadline)
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

  /** The oldest open question of this kind. */
  ask(kind: AskKind = 'approval'): Promise<Ask> {
    return this.until(`a question of kind ${kind}`, () => this.state.asks.find((ask) => ask.kind === kind))
  }

  answer(ask: Ask, answer: Answer<'approval'>): Promise<void> {
    return this.link.call('answer', { ask: ask.id, contentHash: ask.contentHash, answer: answer as JsonValue })
  }

  async allow(scope: 'once' | 'conversation' = 'once'): Promise<void> {
    await this.#settle({ decision: 'allow', scope })
  }

  async deny(reason?: string): Promise<void> {
    await this.#settle({ decision: 'deny', ...(reason && { reason }) })
  }

  /** Answers the oldest question and waits until it is gone from her own screen. */
  async #settle(answer: Answer<'approval'>): Promise<void> {
    const ask = await this.ask()
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
