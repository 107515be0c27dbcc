import { HostError } from '../../../../shared/contract/errors.ts'
import type { Delta } from '../../../../shared/events/turn-events.ts'
import { isObject, type JsonObject } from '../../../../shared/schema/json.ts'
import { ModelError, type Llm } from '../llm.ts'
import type { Redaction } from '../../secrets/redaction.ts'
import { endpointWords } from './words.ts'

/**
 * A model whose answers never contain a secret's value. Answers must go back unchanged, so nothing in them can be
 * redacted: Atrium discards an answer that repeats a value, before any of the value is shown or stored. Errors and
 * lists are redacted as usual.
 */
export function guard(llm: Llm, redaction: Redaction): Llm {
  const clean = (error: unknown): unknown =>
    error instanceof ModelError ? new ModelError(error.fault, redaction.text(error.message)) : error
  return {
    stream: async (request, { onDelta, onWait, ...options }) => {
      const deltas = new Deltas(redaction, onDelta)
      try {
        const answer = await llm.stream(request, {
          ...options,
          onDelta: (delta) => deltas.add(delta),
          onWait: (wait) => onWait('reason' in wait ? { ...wait, reason: redaction.text(wait.reason) } : wait),
        })
        for (const block of answer.blocks) refuse(redaction.find(isObject(block) ? said(block) : block))
        return answer
      } catch (error) {
        throw clean(error)
      }
    },
    models: async (signal) => {
      try {
        const models = await llm.models(signal)
        return models.map((model) => ({ ...model, name: redaction.text(model.name) }))
      } catch (error) {
        throw clean(error)
      }
    },
  }
}

/** A block's words, without its structure: a tool's name isn't the model's wording. */
const said = ({ type: _type, id: _id, name: _name, signature: _signature, ...words }: JsonObject): JsonObject => words

type Piece = Omit<Delta, 'message'>

/** Passes text on as soon as it can't be part of a value. The rest comes with the finished message. */
class Deltas {
  readonly #redaction: Redaction
  readonly #pass: (piece: Piece) => void
  readonly #held = new Map<number, Piece>()

  constructor(redaction: Redaction, pass: (piece: Piece) => void) {
    this.#redaction = redaction
    this.#pass = pass
  }

  add(piece: Piece): void {
    const held = this.#held.get(piece.block)
    const whole = held ? { ...held, text: held.text + piece.text } : piece
    refuse(this.#redaction.find(whole.text))
    const safe = whole.text.length - this.#redaction.beginning(whole.text)
    if (safe > 0) this.#pass({ ...whole, text: whole.text.slice(0, safe) })
    this.#held.set(whole.block, { ...whole, offset: whole.offset + safe, text: whole.text.slice(safe) })
  }
}

function refuse(secret: string | undefined): void {
  if (secret === undefined) return
  throw new HostError('unavailable', endpointWords.secretInReply(secret))
}
