import { isObject } from '../../../../shared/schema/json.ts'
import type { RequestMessage, ModelRequest } from '../llm.ts'
import type { Said } from '../openai/said.ts'
import { quote } from '../api/failures.ts'
import type { Lessons } from '../api/api.ts'
import { providerWords as words } from '../words.ts'
import { reasoningIn, type KnownReasoning } from './request-form.ts'

/** Refusals of reasoning that another model or account wrote, or that lost its neighbour. */
const unreadable =
  /without its required (?:'reasoning' item|following item)|encrypted content .*(?:could not|cannot) be|items are not persisted/i

/**
 * Facts about the reasoning of an endpoint's models, from its answers and refusals. Refused items and summaries are
 * forgotten when the app ends: another account may read them.
 */
export class ReasoningFacts {
  readonly #lessons: Lessons
  readonly #reasoning = new Set<string>()
  readonly #withoutSummaries = new Set<string>()
  readonly #refused = new Set<string>()

  constructor(lessons: Lessons) {
    this.#lessons = lessons
  }

  of(model: string): KnownReasoning {
    const hasNone = this.#lessons.of(model).some(({ feature, form }) => feature === 'reasoning' && form === 'none')
    return {
      reasons: hasNone ? false : this.#reasoning.has(model) || undefined,
      summaries: !this.#withoutSummaries.has(model),
      refused: this.#refused,
    }
  }

  /** The model reasoned. */
  saw(model: string): void {
    this.#reasoning.add(model)
  }

  /** Takes a refusal of this request; true if the next one will be another. */
  learn({ code, param, message }: Said, request: ModelRequest, key: string | undefined): boolean {
    const { model } = request
    const { reasons, summaries } = this.of(model)
    if (code === 'invalid_encrypted_content' || unreadable.test(message)) return this.#refuse(request)
    if (param.startsWith('include') && reasons !== false) {
      const reason = words.refusedForm(quote(message, { key }, 200))
      this.#lessons.learn({ model, feature: 'reasoning', form: 'none', reason })
      return true
    }
    if (!param.startsWith('reasoning') || !reasons || !summaries) return false
    this.#withoutSummaries.add(model)
    return true
  }

  /** Refuses the reasoning of earlier turns, which matters least; if there was none, that of the running turn too. */
  #refuse({ messages, model, endpoint }: ModelRequest): boolean {
    const own = messages.filter((it) => it.role === 'user' || (it.model === model && it.endpoint === endpoint))
    const begin = own.findLastIndex(startsTurn)
    const earlier = this.#itemsIn(own.slice(0, begin + 1))
    const gone = earlier.length > 0 ? earlier : this.#itemsIn(own)
    for (const id of gone) this.#refused.add(id)
    return gone.length > 0
  }

  #itemsIn(messages: RequestMessage[]): string[] {
    const blocks = messages.flatMap((message) => (message.role === 'assistant' ? message.blocks : []))
    return blocks.flatMap((block) => {
      const id = isObject(block) ? reasoningIn(block)?.id : undefined
      return id === undefined || this.#refused.has(id) ? [] : [id]
    })
  }
}

/** Whether the user says something here, and not only tools. */
const startsTurn = (message: RequestMessage): boolean =>
  message.role === 'user' && message.content.some(({ type }) => type !== 'tool-result')
