import type { Completion } from '../../../../shared/contract/offer-commands.ts'
import type { RequestOutcome } from './ask.ts'
import { readCompletion } from '../results/completion-values.ts'
import { TokenBucket } from '../../base/token-bucket.ts'

/** Max rate of questions to one server. */
const usualRate = { burst: 20, perSecond: 10 }
const answerMs = 10_000

/** How a question ended: with an answer, with why there is none, or because there were too many. */
export type Completed = Completion | { problem: string } | 'too-many'

/** Asks servers for completions: one question at a time per session and server, and not too often. */
export class Completions {
  readonly #open = new Map<string, AbortController>()
  readonly #rates = new Map<string, TokenBucket>()

  /** A session's newer question to the same server cancels its older one, which resolves to nothing. */
  async ask(
    { server, session }: { server: string; session: string },
    request: (signal: AbortSignal) => Promise<RequestOutcome>,
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
    // A late answer counts as none: the user is still typing.
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
