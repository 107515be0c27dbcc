import type { Completion } from '../../../../shared/contract/offer-commands.ts'
import type { Asked } from './ask.ts'
import { readCompletion } from '../results/completion-values.ts'
import { TokenBucket } from '../../base/token-bucket.ts'

/** How often one server is asked at most. */
const usualRate = { burst: 20, perSecond: 10 }
const answerMs = 10_000

/** How a question ended: with an answer, with why there is none, or there were too many of them. */
export type Completed = Completion | { problem: string } | 'too-many'

/** Asks servers how arguments could go on: each one question at a time for each session, and not too often. */
export class Completions {
  readonly #open = new Map<string, AbortController>()
  readonly #rates = new Map<string, TokenBucket>()

  /** A newer question of the same session to the same server cancels an older one, which then holds nothing. */
  async ask(
    { server, session }: { server: string; session: string },
    request: (signal: AbortSignal) => Promise<Asked>,
  ): Promise<Completed> {
    const key = JSON.stringify([server, session])
    this.#open.get(key)?.abort()
    if (!this.#rate(server).take()) return 'too-many'
    const own = new AbortController()
    this.#open.set(key, own)
    const began = performance.now()
    const reply = await request(AbortSignal.any([own.signal, AbortSignal.timeout(answerMs)]))
    if (this.#open.get(key) === own) this.#open.delete(key)
    const tookMs = Math.round(performance.now() - began)
    // One that is late counts as one without an answer: the person goes on typing.
    if (own.signal.aborted || reply.status === 'cancelled') return { values: [], more: false, tookMs }
    return reply.status === 'answered' ? { ...readCompletion(reply.value.result), tookMs } : { problem: reply.problem }
  }

  #rate(server: string): TokenBucket {
    const known = this.#rates.get(server)
    if (known) return known
    const rate = new TokenBucket(usualRate)
    this.#rates.set(server, rate)
    return rate
  }
}
