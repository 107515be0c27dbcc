import { setImmediate, setTimeout as sleep } from 'node:timers/promises'
import { ApiError } from './api.ts'
import { faultWords as faults } from './words.ts'

/** A server sent more than any answer has. */
export class Flood extends ApiError {}

/** Max bytes of one answer, with everything around its text. */
export const largestStream = 32 * 1024 * 1024
/** Bytes that can come at once, such as an answer in one piece, and then per second: more than the fastest models send. */
const rate = { burst: 17 * 1024 * 1024, perSecond: 4 * 1024 * 1024 }
/** Max milliseconds of reading before everything else in this thread gets its turn. */
const longestTurn = 5

/** Lets one stream neither take over the thread nor bring more than an answer has. */
export class Pace {
  #bytes = 0
  #since = performance.now()
  #turn = this.#since

  /** Called after each piece, before the next one is read. Throws `Flood`. */
  async took(bytes: number): Promise<void> {
    this.#bytes += bytes
    if (this.#bytes > largestStream) throw new Flood(faults.tooLong)
    const now = performance.now()
    const early = ((this.#bytes - rate.burst) / rate.perSecond) * 1000 - (now - this.#since)
    if (early > longestTurn) await sleep(early)
    else if (now - this.#turn > longestTurn) await setImmediate()
    else return
    this.#turn = performance.now()
  }
}

/** Max characters handled between two looks at the time. */
const pieceLength = 4096

/** A text in pieces that take little time. */
export function* inPieces(text: string): Generator<string> {
  for (let at = 0; at < text.length; at += pieceLength) yield text.slice(at, at + pieceLength)
}
