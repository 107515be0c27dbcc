/** So far the time of day has to go back before it is pointed out, in milliseconds: clocks are put right all the time. */
const tolerated = 1000

type Reading = { type: string; seq: number; at: number; mono?: number | null | undefined }

/** Where the time of day went back while the clock that nobody can set went on. */
type SetBack = { times: number; first: number }

/** Holds the two clocks of the records of one process against each other. */
export class ClockCheck {
  #last: Reading | undefined
  #found: SetBack | null = null

  take(row: Reading): void {
    const { at, mono = null } = this.#last ?? row
    this.#last = row
    // A process that begins counts anew.
    if (row.type === 'host.started' || mono === null || (row.mono ?? -1) < mono || row.at >= at - tolerated) return
    this.#found = { times: (this.#found?.times ?? 0) + 1, first: this.#found?.first ?? row.seq }
  }

  get found(): SetBack | null {
    return this.#found
  }
}
