export type Note = { id: string; title: string; text: string }

const mostNotes = 100

/** The notes of one life of the playground. They are in memory only, and gone when it stops. */
export class Notebook {
  readonly #notes = new Map<string, Note>()
  #last = 0

  constructor() {
    this.add('Welcome', 'This notebook is in memory. Whatever you write into it is gone when the playground stops.')
    this.add('Things to try', 'Add a note, look at it as a resource, then delete it: that one is marked destructive.')
  }

  /** Nothing when the notebook is full. */
  add(title: string, text: string): Note | undefined {
    if (this.#notes.size >= mostNotes) return undefined
    const note = { id: String(++this.#last), title, text }
    this.#notes.set(note.id, note)
    return note
  }

  get(id: string): Note | undefined {
    return this.#notes.get(id)
  }

  /** Oldest first. */
  list(): Note[] {
    return [...this.#notes.values()]
  }

  /** What was deleted, if it was there. */
  delete(id: string): Note | undefined {
    const note = this.#notes.get(id)
    this.#notes.delete(id)
    return note
  }
}

/** The address of a note as a resource. */
export const noteUri = ({ id }: Note): string => `note://${id}`

/** The ids that begin with what was typed so far. */
export const idsLike = (notebook: Notebook, typed: string): string[] =>
  notebook.list().flatMap(({ id }) => (id.startsWith(typed) ? [id] : []))
