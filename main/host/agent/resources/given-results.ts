import { isObject, type JsonObject, type JsonValue, type StoredValue } from '../../../../shared/schema/json.ts'
import type { Conversation } from '../../../../shared/state/conversation.ts'
import type { CallOutcome } from '../../../../shared/events/turn-events.ts'
import { resultPartOf, type ResultPart } from '../../../../shared/content/result-part.ts'
import { note } from '../../llm/request/notes.ts'
import type { Reader } from '../../journal/queries/reader.ts'
import { resourceModelWords as words } from './model-words.ts'

/** Reads stored results in its own thread. */
export type ResultReading = Pick<Reader, 'ask'>

/** The model's tool for reading the rest of a result. */
export const readResultName = 'atrium__read_result'

/** The results of one conversation as its model gets them. Stored ones are fetched first. */
export class GivenResults {
  readonly #reading: ResultReading
  readonly #parts = new Map<string, ResultPart>()

  constructor(reading: ResultReading) {
    this.#reading = reading
  }

  /** Whether the model got any result only in part. */
  get areCut(): boolean {
    return [...this.#parts.values()].some(({ shown, characters }) => shown < characters)
  }

  has(hash: string): boolean {
    return this.#parts.has(hash)
  }

  async fetchAll({ turns }: Conversation): Promise<void> {
    const calls = turns.flatMap(({ call, messages }) => [
      ...(call ? [call] : []),
      ...messages.flatMap((message) => message.calls),
    ])
    await this.fetch(calls.flatMap(({ outcome }) => outcome ?? []))
  }

  /** One after the other: while it reads a long conversation, the thread answers others between two results. */
  async fetch(outcomes: CallOutcome[]): Promise<void> {
    for (const outcome of outcomes) {
      const kept = 'result' in outcome ? outcome.result : undefined
      if (!kept || !('blob' in kept) || this.#parts.has(kept.blob)) continue
      this.#parts.set(kept.blob, await this.#reading.ask('resultForModel', { hash: kept.blob }))
    }
  }

  /** A result's content blocks as the model gets them; a note at the end counts the missing ones. */
  contentOf(kept: StoredValue): JsonValue[] | undefined {
    const part = 'json' in kept ? inline(kept.json) : this.#parts.get(kept.blob)
    if (!part) return undefined
    const content = Array.isArray(part.result['content']) ? part.result['content'] : []
    return [...content, ...notesOn(part, kept).map((it) => text(note(it)))]
  }
}

/** A value stored inline is short: the model gets all of it. */
const inline = (value: JsonValue): ResultPart | undefined =>
  isObject(value) ? resultPartOf(value, 'model', Number.MAX_SAFE_INTEGER) : undefined

function notesOn({ shown, characters, leftOut }: ResultPart, kept: StoredValue): string[] {
  const notes: string[] = []
  if (shown < characters && 'blob' in kept)
    notes.push(
      words.firstPart({
        shown: figure(shown),
        characters: figure(characters),
        tool: readResultName,
        readOn: readOn(kept.blob, shown),
      }),
    )
  if (leftOut.parts > 0) notes.push(words.tooLarge(leftOut.parts))
  if (leftOut.notForModel > 0) notes.push(words.forPerson(leftOut.notForModel))
  return notes
}

/** Arguments of `readResultTool`, as JSON, for continuing at a character. */
export const readOn = (result: string, from: number): string => JSON.stringify({ result, from } satisfies JsonObject)
/** A count with commas between its thousands. */
export const figure = (count: number): string => String(count).replaceAll(/\B(?=(?:\d{3})+$)/g, ',')
const text = (value: string): JsonValue => ({ type: 'text', text: value })
