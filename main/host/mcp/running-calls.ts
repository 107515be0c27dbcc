import type { Operation } from '../../../shared/asks.ts'
import type { WorkClock } from './work-clock.ts'

type Running = { operation: Operation; clock: WorkClock }

/**
 * The calls that one server works on. A question that it pushes belongs to the only one; where several run, nobody can
 * tell to which, and the clocks of all stand still meanwhile (DECISIONS 7).
 */
export class RunningCalls {
  readonly #calls = new Set<Running>()
  #questions = 0

  /** Returns what ends it. */
  begin(operation: Operation, clock: WorkClock): () => void {
    const running = { operation, clock }
    this.#calls.add(running)
    if (this.#questions > 0) clock.pause()
    return () => void this.#calls.delete(running)
  }

  only(): Operation | undefined {
    const [first, ...others] = this.#calls
    return others.length === 0 ? first?.operation : undefined
  }

  calls(): string[] {
    return Array.from(this.#calls, ({ operation }) => operation.call)
  }

  /** Time in which a person is being asked is not work. */
  async paused<T>(question: () => Promise<T>): Promise<T> {
    if (this.#questions++ === 0) for (const { clock } of this.#calls) clock.pause()
    try {
      return await question()
    } finally {
      if (--this.#questions === 0) for (const { clock } of this.#calls) clock.resume()
    }
  }
}
