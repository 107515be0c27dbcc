/** A page that a person has open, by the server's id for it. */
export type Visit = {
  /** Aborts when the server says that what had to be done there is done. */
  done: AbortSignal
  close(): void
}

/** The pages of one server whose end somebody waits for (2025-11-25, client/elicitation#completion-notifications). */
export class Visits {
  readonly #open = new Map<string, AbortController>()

  open(id: string | undefined): Visit {
    const done = new AbortController()
    if (id !== undefined) this.#open.set(id, done)
    const close = () => {
      if (id !== undefined && this.#open.get(id) === done) this.#open.delete(id)
    }
    return { done: done.signal, close }
  }

  /** The server says so; an id that nobody waits for is not heeded. */
  done(id: string): void {
    this.#open.get(id)?.abort(new Error('The server says that it is done.'))
  }
}
