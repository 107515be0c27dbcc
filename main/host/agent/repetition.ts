import type { JsonValue } from '../../../shared/schema/json.ts'
import { hashOf } from '../base/hash.ts'
import type { ModelCall } from '../llm/llm.ts'
import type { Called } from './tool-call.ts'

/** How often in a row a model may ask for the same and get the same. */
export const mostRepetitions = 3

/** One call of a message, and what became of it. */
export type Round = ({ made: ModelCall } & Called)[]

/** Notices a model that goes round in circles: message after message it makes the same calls, and they end the same way. */
export class Repetition {
  #last = ''
  #times = 0

  /** True when this message was one too many. */
  isLoop(round: Round): boolean {
    const told = round.map(({ made, outcome, edited }) => ({ ...made, id: '', outcome, edited: edited ?? null }))
    const hash = hashOf(told as unknown as JsonValue)
    this.#times = hash === this.#last ? this.#times + 1 : 1
    this.#last = hash
    return round.length > 0 && this.#times >= mostRepetitions
  }
}
