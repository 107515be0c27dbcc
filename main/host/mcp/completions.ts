import { isObject, type JsonObject } from '../../../shared/json.ts'
import type { Completion } from '../../../shared/offer-commands.ts'
import type { Asked } from './ask.ts'
import { TokenBucket } from './token-bucket.ts'

/** How often one server is asked at most. */
const usualRate = { burst: 20, perSecond: 10 }
const answerMs = 10_000
/** What one answer may hold (specification, server/utilities/completion). */
const mostValues = 100
const longestValue = 4000

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
    return reply.status === 'answered' ? { ...read(reply.value), tookMs } : { problem: reply.problem }
  }

  #rate(server: string): TokenBucket {
    const known = this.#rates.get(server)
    if (known) return known
    const rate = new TokenBucket(usualRate)
    this.#rates.set(server, rate)
    return rate
  }
}

/** Values that are none, or too long to be one, are left out. */
function read({ completion }: JsonObject): Omit<Completion, 'tookMs'> {
  const { values, total, hasMore } = isObject(completion) ? completion : {}
  const texts = (Array.isArray(values) ? values : []).flatMap((it) =>
    typeof it === 'string' && it.length <= longestValue ? [it] : [],
  )
  const known = typeof total === 'number' && Number.isSafeInteger(total) && total >= 0 ? total : undefined
  const shown = [...new Set(texts)].slice(0, mostValues)
  return {
    values: shown,
    ...(known !== undefined && { total: known }),
    more: hasMore === true || texts.length > mostValues || (known ?? 0) > texts.length,
  }
}
