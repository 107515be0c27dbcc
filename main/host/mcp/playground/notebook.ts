import { playgroundWords } from './words.ts'

/** A note in the playground's memory; never on disk. */
export type PlaygroundNote = { id: string; title: string; text: string }

const mostNotes = 100

/** The notes of one life of the playground. In memory only; they end with it. */
export class Notebook {
  readonly #notes = new Map<string, PlaygroundNote>()
  #last = 0

  constructor() {
    for (const [title, text] of playgroundWords.notes.first) this.add(title, text)
  }

  /** Undefined if the notebook is full. */
  add(title: string, text: string): PlaygroundNote | undefined {
    if (this.#notes.size >= mostNotes) return undefined
    const note = { id: String(++this.#last), title, text }
    this.#notes.set(note.id, note)
    return note
  }

  get(id: string): PlaygroundNote | undefined {
    return this.#notes.get(id)
  }

  /** Oldest first. */
  list(): PlaygroundNote[] {
    return [...this.#notes.values()]
  }

  /** The deleted note, if it existed. */
  delete(id: string): PlaygroundNote | undefined {
    const note = this.#notes.get(id)
    this.#notes.delete(id)
    return note
  }
}

/** A note's URI as a resource. */
export const noteUri = ({ id }: PlaygroundNote): string => `note://${id}`

/** The IDs that begin with the typed text. */
export const idsLike = (notebook: Notebook, typed: string): string[] =>
  notebook.list().flatMap(({ id }) => (id.startsWith(typed) ? [id] : []))
