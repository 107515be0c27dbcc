import { isObject, type JsonObject, type JsonValue } from '../../../shared/json.ts'
import type { Redaction } from '../redaction.ts'
import type { RequestId } from './framing.ts'
import type { RequestAnswer } from './requests.ts'
import { clip } from './text.ts'
import type { Violation } from './misconduct.ts'
import type { SendOptions, Wire, WireSink } from './wire.ts'

/** What passes the gate on its way to the client library, or is told to us instead. */
type GateSink = {
  /** A message the library may see. */
  message(message: JsonObject): void
  closed(): void
}

export type GateWatch = {
  /** Takes the values of secrets out of what the server says. */
  readonly redaction: Redaction
  violation(violation: Violation): void
  /** A request or notification left; `detail` names the tool of a cancelled call. */
  sent(method: string, detail?: string): void
  /** The server asked for something; what comes back is sent. */
  asked(method: string): RequestAnswer | undefined
  toolsChanged(): void
}

/** The member under which an answer's own result travels through the library; see `wrap`. */
export const rawMember = 'atrium/raw'

/** Methods whose results are read by us, item by item, and not by the library's schemas, which refuse a whole list for one bad item. */
const ours = new Set(['tools/list', 'tools/call'])
/** The notifications that the library has a use for. */
const forLibrary = new Set([
  'notifications/progress',
  'notifications/cancelled',
  'notifications/subscriptions/acknowledged',
])
/** What a server may say although nothing here listens to it. */
const unheard = new Set([
  'notifications/message',
  'notifications/resources/list_changed',
  'notifications/resources/updated',
  'notifications/prompts/list_changed',
  'notifications/elicitation/complete',
  'notifications/tasks/status',
])
const progressMs = 100
const mostAbandoned = 1000

type Pending = { method: string; detail?: string; progressAt: number; held?: NodeJS.Timeout | undefined }

/**
 * Stands between a wire and the client library, which trusts its peer: answers are matched to requests strictly,
 * each at most once, malformed ones settle at once, and a flood of notifications ends here.
 */
export class Gate implements WireSink {
  readonly #wire: Wire
  readonly #watch: GateWatch
  readonly #pending = new Map<RequestId, Pending>()
  readonly #abandoned = new Set<RequestId>()
  #sink: GateSink | undefined

  constructor(wire: Wire, watch: GateWatch) {
    this.#wire = wire
    this.#watch = watch
  }

  open(sink: GateSink): void | Promise<void> {
    this.#sink = sink
    return this.#wire.listen(this)
  }

  /** Rejects with `Unsent`, or with what the wire says where the server did not take it. */
  async send(message: JsonObject, options?: SendOptions): Promise<void> {
    const { id, method, params } = message
    if (typeof method !== 'string') return this.#wire.send(message)
    const detail = isObject(params) && typeof params['name'] === 'string' ? params['name'] : undefined
    if (isId(id)) this.#pending.set(id, { method, progressAt: 0, ...(detail === undefined ? {} : { detail }) })
    const cancelled = method === 'notifications/cancelled' ? this.#abandon(params) : undefined
    if (isId(id)) options?.requestSignal?.addEventListener('abort', () => this.#abandon({ requestId: id }))
    try {
      const taken = this.#wire.send(message, options)
      this.#watch.sent(method, cancelled)
      await taken
    } catch (error) {
      if (isId(id)) this.#pending.delete(id)
      throw error
    }
  }

  close(): Promise<void> {
    return this.#wire.close()
  }

  message(received: JsonObject): void {
    const message = this.#watch.redaction.message(received)
    const { id, method } = message
    const answers = 'result' in message || 'error' in message
    if (method === undefined) return this.#answer(message)
    if (typeof method !== 'string' || answers) return this.#watch.violation('not-a-message')
    if ('id' in message) {
      if (!isId(id)) return this.#watch.violation('bad-id')
      return this.#request(id, method)
    }
    const { params } = message
    this.#notification(method, { jsonrpc: '2.0', method, ...(params === undefined ? {} : { params }) })
  }

  dropped(violation: Violation, id?: RequestId): void {
    if (id === undefined || !this.#pending.has(id)) return
    const isMissing = violation === 'no-answer'
    if (isMissing) this.#watch.violation(violation)
    this.#settle(id, refusal(id, isMissing ? 'it sent none' : `its answer was dropped (${violation})`))
  }

  brokeOff(id: RequestId): void {
    if (this.#pending.has(id)) this.#settle(id, refusal(id, 'it broke off its answer', { brokenOff: true }))
  }

  closed(): void {
    for (const { held } of this.#pending.values()) clearTimeout(held)
    this.#pending.clear()
    this.#sink?.closed()
  }

  #request(id: RequestId, method: string): void {
    const answer = this.#watch.asked(method)
    if (!answer) return
    this.send({ jsonrpc: '2.0', id, ...answer }).catch(() => this.#watch.violation('unread-answer'))
  }

  #answer(message: JsonObject): void {
    const { id } = message
    if (!isId(id)) return this.#watch.violation('bad-id')
    const pending = this.#pending.get(id)
    if (!pending) return this.#watch.violation(this.#abandoned.delete(id) ? 'late-answer' : 'unknown-answer')
    const sound = soundAnswer(id, message, pending.method)
    if (!sound) this.#watch.violation('malformed-answer')
    this.#settle(id, sound ?? refusal(id, 'its answer has not the form of one'))
  }

  #settle(id: RequestId, answer: JsonObject): void {
    clearTimeout(this.#pending.get(id)?.held)
    this.#pending.delete(id)
    this.#sink?.message(answer)
  }

  #notification(method: string, message: JsonObject): void {
    if (method === 'notifications/tools/list_changed') return this.#watch.toolsChanged()
    if (unheard.has(method)) return
    if (!forLibrary.has(method)) return this.#watch.violation('unknown-notification')
    if (method === 'notifications/progress') return this.#progress(message)
    this.#sink?.message(message)
  }

  /** Ten a second for each request are enough for anybody; the last one is never lost. */
  #progress(message: JsonObject): void {
    const { params } = message
    const { progressToken, progress, total, message: words } = isObject(params) ? params : {}
    const pending = isId(progressToken) ? this.#pending.get(progressToken) : undefined
    if (!isId(progressToken) || !pending || typeof progress !== 'number') return this.#watch.violation('bad-progress')
    const sound = {
      progressToken,
      progress,
      ...(typeof total === 'number' ? { total } : {}),
      ...(typeof words === 'string' ? { message: clip(words, 200) } : {}),
    }
    clearTimeout(pending.held)
    const deliver = () => {
      pending.progressAt = performance.now()
      this.#sink?.message({ jsonrpc: '2.0', method: 'notifications/progress', params: sound })
    }
    const wait = pending.progressAt + progressMs - performance.now()
    if (wait <= 0) deliver()
    else pending.held = setTimeout(deliver, wait)
  }

  /** Returns the name of the tool whose call is given up. Its answer may still come, and is then late. */
  #abandon(params: JsonValue | undefined): string | undefined {
    const id = isObject(params) ? params['requestId'] : undefined
    const pending = isId(id) ? this.#pending.get(id) : undefined
    if (!isId(id) || !pending) return undefined
    clearTimeout(pending.held)
    this.#pending.delete(id)
    this.#abandoned.add(id)
    const [oldest] = this.#abandoned
    if (this.#abandoned.size > mostAbandoned && oldest !== undefined) this.#abandoned.delete(oldest)
    return pending.detail
  }
}

/** Strings and whole numbers; `"7"` is not `7` (JSON-RPC 2.0, specification basic/index#requests). */
const isId = (value: JsonValue | undefined): value is RequestId =>
  typeof value === 'string' || (typeof value === 'number' && Number.isSafeInteger(value))

/** The answer in a form the library accepts, or nothing where it is neither a result nor an error, or both. */
function soundAnswer(id: RequestId, { result, error }: JsonObject, method: string): JsonObject | undefined {
  // Some servers write the member that does not apply as null.
  if ((error === undefined || error === null) && isObject(result))
    return { jsonrpc: '2.0', id, result: ours.has(method) ? wrap(result) : withSoundMeta(result) }
  if ((result !== undefined && result !== null) || !isObject(error)) return undefined
  const { code, message, data } = error
  return {
    jsonrpc: '2.0',
    id,
    error: {
      code: typeof code === 'number' && Number.isSafeInteger(code) ? code : -32603,
      message: typeof message === 'string' ? clip(message, 2000) : 'no message',
      ...(data === undefined ? {} : { data }),
    },
  }
}

/** A result that suits every schema of the library, around the one the server sent. */
const wrap = (result: JsonObject): JsonObject => ({
  resultType: 'complete',
  content: [],
  tools: [],
  ttlMs: 0,
  cacheScope: 'private',
  [rawMember]: result,
})

function withSoundMeta(result: JsonObject): JsonObject {
  const { _meta, ...rest } = result
  return isObject(_meta) ? result : rest
}

const refusal = (id: RequestId, reason: string, more: JsonObject = {}): JsonObject => ({
  jsonrpc: '2.0',
  id,
  error: { code: -32603, message: reason, data: { malformed: true, ...more } },
})
