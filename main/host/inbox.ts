import { randomUUID } from 'node:crypto'
import { asks, type Answer, type Ask, type AskKind, type Operation, type Question } from '../../shared/asks/asks.ts'
import type { Session } from '../../shared/contract/commands.ts'
import { HostError } from '../../shared/contract/errors.ts'
import type { HostEvent } from '../../shared/events/events.ts'
import type { JsonValue } from '../../shared/schema/json.ts'
import { covers } from '../../shared/contract/command.ts'
import { contentHashOf } from './base/hash.ts'
import type { Journal } from './journal/journal.ts'
import { hostWords as words } from './words.ts'

/** The user's answer, and who gave it. */
export type Answered<K extends AskKind> = { answer: Answer<K>; actor: string }

/** An answer to one question, with the hash of the content shown. */
export type GivenAnswer = { ask: string; contentHash: string; answer: JsonValue }

/** Throws an answer's errors beyond its schema; synchronously if known at once. */
export type AnswerCheck<K extends AskKind> = (answer: Answer<K>) => Promise<void> | undefined

/** The part of an answer to the question with this ID that the log keeps; all of it by default. */
export type KeptPart<K extends AskKind> = (answer: Answer<K>, ask: string) => JsonValue

type Waiting = {
  ask: Ask
  check: (answer: JsonValue) => Promise<void> | undefined
  /** Removes the question and returns its closing event; `resolve` continues with the answer. */
  settle: (answer: JsonValue, actor: string) => { closed: HostEvent; resolve: () => void }
}

type Checked = { waiting: Waiting; answer: JsonValue; consents: boolean }

/** How many closed questions are remembered, to tell a second answer who was first. */
const rememberedAnswers = 256

/**
 * Questions that only a user can answer. An answer or the signal ends the wait; nothing else ever does, and nothing
 * says yes by itself.
 */
export class Inbox {
  readonly #journal: Journal
  readonly #waiting = new Map<string, Waiting>()
  readonly #answered = new Map<string, string>()

  constructor(journal: Journal) {
    this.#journal = journal
  }

  /** Opens a question and waits. Rejects with the signal's reason when it is withdrawn. */
  ask<K extends AskKind>(
    kind: K,
    question: Question<K>,
    on: { signal: AbortSignal; operation?: Operation; check?: AnswerCheck<K>; kept?: KeptPart<K> },
  ): Promise<Answered<K>> {
    on.signal.throwIfAborted()
    const { operation } = on
    const openedAt = this.#journal.now()
    const contentHash = contentHashOf({ kind, question, operation })
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- kind and question belong together by the signature
    const ask = { id: randomUUID(), kind, question, contentHash, operation, openedAt } as Ask
    return new Promise((resolve, reject) => {
      const withdraw = (): void => {
        this.#waiting.delete(ask.id)
        this.#journal.append({ type: 'ask.closed', ask: ask.id, kind, by: 'withdrawn', operation })
        reject(on.signal.reason)
      }
      const settle: Waiting['settle'] = (answer, actor) => {
        on.signal.removeEventListener('abort', withdraw)
        this.#waiting.delete(ask.id)
        this.#remember(ask.id, actor)
        // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- answers were parsed by the schema of their kind
        const kept = on.kept?.(answer as Answer<K>, ask.id) ?? answer
        return {
          closed: { type: 'ask.closed', ask: ask.id, kind, by: 'person', actor, answer: kept, operation },
          // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- answers were parsed by the schema of their kind
          resolve: () => resolve({ answer: answer as Answer<K>, actor }),
        }
      }
      on.signal.addEventListener('abort', withdraw, { once: true })
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- answers were parsed by the schema of their kind
      this.#waiting.set(ask.id, { ask, settle, check: (answer) => on.check?.(answer as Answer<K>) })
      this.#journal.append({ type: 'ask.opened', ask })
    })
  }

  /**
   * Closes a question with the user's answer. `conflict` if it was already answered or they were shown something else,
   * `forbidden` if the session can't answer this kind, `bad-input` if the answer doesn't fit; then it stays open. A
   * consent is refused while the log fails, and resolves when it is on disk; a refusal stops things and does neither.
   */
  answer(id: string, value: JsonValue, contentHash: string, session: Session): Promise<void> {
    return this.#answerAll([{ ask: id, contentHash, answer: value }], session)
  }

  /** Answers several waiting calls, all together or none. */
  async answerAll(given: GivenAnswer[], session: Session): Promise<void> {
    if (new Set(given.map(({ ask }) => ask)).size < given.length) throw new HostError('bad-input', words.answeredTwice)
    for (const { ask } of given) {
      const kind = this.#waiting.get(ask)?.ask.kind
      if (kind !== undefined && kind !== 'approval') throw new HostError('bad-input', words.onlyCallsTogether)
    }
    await this.#answerAll(given, session)
  }

  async #answerAll(given: GivenAnswer[], session: Session): Promise<void> {
    const checked = given.map((one) => this.#read(one, session))
    const checks = checked.flatMap(({ waiting, answer }) => waiting.check(answer) ?? [])
    if (checks.length > 0) await Promise.all(checks)
    for (const { ask } of given) if (!this.#waiting.has(ask)) throw this.#gone(ask)
    const consents = checked.some((one) => one.consents)
    if (consents) this.#journal.assertHealthy()
    const settled = checked.map(({ waiting, answer }) => waiting.settle(answer, session.actor))
    this.#journal.append(...settled.map(({ closed }) => closed))
    for (const { resolve } of settled) resolve()
    if (consents) await this.#journal.durable()
  }

  #read({ ask: id, contentHash, answer: value }: GivenAnswer, { right }: Session): Checked {
    const waiting = this.#waiting.get(id)
    if (!waiting) throw this.#gone(id)
    const kind = asks[waiting.ask.kind]
    if (!covers(right, kind.right)) throw new HostError('forbidden', words.answerNeedsRight(kind.right, right))
    if (waiting.ask.contentHash !== contentHash) throw new HostError('conflict', words.requestChanged)
    const parsed = kind.answer.safeParse(value)
    if (!parsed.success) throw new HostError('bad-input', words.notAnAnswer(parsed.error.message))
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- answers are JSON, by their schemas
    return { waiting, answer: parsed.data as JsonValue, consents: doesConsent(kind, parsed.data) }
  }

  #gone(id: string): HostError {
    const actor = this.#answered.get(id)
    return actor ? new HostError('conflict', words.answeredBy(actor)) : new HostError('not-found', words.requestGone)
  }

  #remember(id: string, actor: string): void {
    this.#answered.set(id, actor)
    const [oldest] = this.#answered.keys()
    if (oldest !== undefined && this.#answered.size > rememberedAnswers) this.#answered.delete(oldest)
  }
}

/** The kind and the answer belong together, which the types can't express for a union. */
const doesConsent = (kind: { consents(answer: never): boolean }, answer: unknown): boolean =>
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the answer was parsed by the schema of this kind
  kind.consents(answer as never)
