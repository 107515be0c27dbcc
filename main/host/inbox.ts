import { randomUUID } from 'node:crypto'
import { asks, type Answer, type Ask, type AskKind, type Operation, type Question } from '../../shared/asks.ts'
import type { Session } from '../../shared/commands.ts'
import { HostError } from '../../shared/errors.ts'
import type { JsonValue } from '../../shared/json.ts'
import { covers } from '../../shared/rights.ts'
import { hashOf } from './hash.ts'
import type { Journal } from './journal/journal.ts'

/** What a person answered, and who it was. */
export type Answered<K extends AskKind> = { answer: Answer<K>; actor: string }

type Waiting = {
  ask: Ask
  /** Why this cannot be the answer although it has the form of one. */
  refuses(answer: JsonValue): string | undefined
  settle(answer: JsonValue, actor: string): void
}

/** How many closed asks are remembered by name, to tell a second answer who was first. */
const rememberedAnswers = 256

/** Questions that only a person can answer. An answer or the signal ends the wait; nothing else ever does, and nothing says yes by itself. */
export class Inbox {
  readonly #journal: Journal
  readonly #waiting = new Map<string, Waiting>()
  readonly #answered = new Map<string, string>()

  constructor(journal: Journal) {
    this.#journal = journal
  }

  /**
   * Opens a question and waits. Rejects with the signal's reason when it is withdrawn. `refuses` says in a sentence why
   * an answer does not suit the question, if it does not.
   */
  ask<K extends AskKind>(
    kind: K,
    question: Question<K>,
    on: { signal: AbortSignal; operation?: Operation; refuses?: (answer: Answer<K>) => string | undefined },
  ): Promise<Answered<K>> {
    on.signal.throwIfAborted()
    const content = { kind, question, operation: on.operation ?? null } as unknown as JsonValue
    const ask = { id: randomUUID(), kind, question, contentHash: hashOf(content), operation: on.operation } as Ask
    return new Promise((resolve, reject) => {
      const withdraw = (): void => {
        this.#waiting.delete(ask.id)
        this.#journal.append({ type: 'ask.closed', ask: ask.id, kind, by: 'withdrawn', operation: on.operation })
        reject(on.signal.reason)
      }
      const settle = (answer: JsonValue, actor: string): void => {
        on.signal.removeEventListener('abort', withdraw)
        this.#waiting.delete(ask.id)
        this.#remember(ask.id, actor)
        const closed = { type: 'ask.closed', ask: ask.id, kind, by: 'person', actor, answer } as const
        this.#journal.append({ ...closed, operation: on.operation })
        resolve({ answer: answer as Answer<K>, actor })
      }
      on.signal.addEventListener('abort', withdraw, { once: true })
      const refuses = (answer: JsonValue): string | undefined => on.refuses?.(answer as Answer<K>)
      this.#waiting.set(ask.id, { ask, refuses, settle })
      this.#journal.append({ type: 'ask.opened', ask })
    })
  }

  /**
   * Closes an ask with a person's answer. `conflict` when somebody was first or was shown something else, `forbidden`
   * when this kind of question is not for that session.
   * A consent is refused while the log fails, and resolves when it is on disk; a refusal is a brake and does neither.
   */
  async answer(id: string, value: JsonValue, contentHash: string, { actor, right }: Session): Promise<void> {
    const waiting = this.#waiting.get(id)
    if (!waiting) throw this.#gone(id)
    const kind = asks[waiting.ask.kind]
    if (!covers(right, kind.right))
      throw new HostError(
        'forbidden',
        `Answering this question needs the right "${kind.right}"; this session has "${right}".`,
      )
    if (waiting.ask.contentHash !== contentHash)
      throw new HostError('conflict', 'This question has changed since it was shown. Read it again before you answer.')
    const parsed = kind.answer.safeParse(value)
    if (!parsed.success)
      throw new HostError('bad-input', `This is not an answer to the question: ${parsed.error.message}`)
    const problem = waiting.refuses(parsed.data as JsonValue)
    if (problem !== undefined) throw new HostError('bad-input', problem)
    const consents = kind.consents(parsed.data)
    if (consents) this.#journal.assertHealthy()
    waiting.settle(parsed.data as JsonValue, actor)
    if (consents) await this.#journal.durable()
  }

  #gone(id: string): HostError {
    const actor = this.#answered.get(id)
    return actor
      ? new HostError('conflict', `This question was already answered by ${actor}.`)
      : new HostError('not-found', 'This question is no longer open.')
  }

  #remember(id: string, actor: string): void {
    this.#answered.set(id, actor)
    const [oldest] = this.#answered.keys()
    if (oldest !== undefined && this.#answered.size > rememberedAnswers) this.#answered.delete(oldest)
  }
}
