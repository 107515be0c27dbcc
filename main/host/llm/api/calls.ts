import { isObject, parseJson, type JsonObject, type JsonValue } from '../../../../shared/schema/json.ts'
import type { ModelCall } from '../llm.ts'
import { deepest, exceeds, hasEndlessNumber } from '../request/json.ts'
import type { Restore } from '../request/tools.ts'
import { unmadeWords as words } from './words.ts'

/** Max number of JSON values in a call's arguments. */
const largestInput = 200_000

/** A call as it arrived: `raw` is the text of its arguments, `input` what it says if it is complete and sound. */
type Arrived = { id: string; name: string; raw: string; input: JsonObject | undefined }

/** Reads a message's calls. A call can run only if it is complete and the model stopped to have it run. */
export class Calls {
  readonly made: ModelCall[] = []
  readonly #wanted: boolean
  readonly #restore: Restore

  constructor(wanted: boolean, restore: Restore) {
    this.#wanted = wanted
    this.#restore = restore
  }

  /** The call to keep in the message; undefined for one that was cut off, because it can't have a result. */
  read({ id, name: sent, raw, input }: Arrived): { id: string; name: string; input: JsonObject } | undefined {
    const name = this.#restore.name(sent)
    if (!this.#wanted) return input && raw.trim() !== '' ? { id, name, input } : undefined
    const problem = this.#problem(id, name)
    if (input && problem === undefined) this.made.push({ id, name, input: this.#restore.input(sent, input) })
    else this.made.push({ id, name, problem: problem ?? words.arguments })
    return { id, name, input: input ?? { INVALID_JSON: raw } }
  }

  #problem(id: string, name: string): string | undefined {
    if (name === '') return words.noTool
    if (this.made.some((call) => call.id === id)) return words.sameId
    return undefined
  }
}

/** Max times that arguments are a JSON text inside another. */
const mostTexts = 3
const fence = /^```[a-z]*\s([^]*?)\s?```$/i

/**
 * A call's arguments, also in the dialects of models with one meaning: in a fence, as a JSON text in a JSON text, or
 * null for none. Undefined if they aren't an object, are too deep or too large, or have an endless number.
 */
export function parseInput(text: string): JsonObject | undefined {
  const value = unwrapped(text)
  if (value === null) return {}
  return isObject(value) && !exceeds(value, deepest, largestInput) && !hasEndlessNumber(value) ? value : undefined
}

function unwrapped(text: string): JsonValue | undefined {
  let value: JsonValue | undefined = text
  for (let texts = 0; typeof value === 'string' && texts <= mostTexts; texts++) {
    const written: string = value.trim()
    value = parseJson(fence.exec(written)?.[1] ?? written)
  }
  return value
}
