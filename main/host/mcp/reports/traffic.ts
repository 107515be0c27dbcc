import { isObject, type JsonObject, type JsonValue } from '../../../../shared/schema/json.ts'
import type { FrameKind } from '../../../../shared/content/reports.ts'
import type { NewFrame, Reports } from '../../journal/reports/reports.ts'
import type { Redaction } from '../../secrets/redaction.ts'
import { longLine } from '../wire/frame.ts'
import { jsonHead } from './json-head.ts'
import { taskLabel } from '../../base/hash.ts'
import { TokenBucket } from '../../base/token-bucket.ts'
import { clip } from '../../../../shared/text/clip.ts'

/** Max characters stored per message. */
export const keptText = 16 * 1024
/** Max characters read of a message: it is cut only after redaction. */
const readText = 24 * 1024
const mostOpen = 1000
/** Max rate of stored answers to nothing known. */
const strayRate = { burst: 50, perSecond: 2 }

/** Replaces what the user entered in a form: the log has their answer, under its question. */
const withheld = '[kept out of the traffic]'

type Direction = NewFrame['direction']
type Open = { frame: number; method: string; detail: string | null; since: number }
type About = Pick<NewFrame, 'method' | 'detail' | 'about' | 'took'>

/** `label`: what is shown in the place of a message's subject; the subject itself if absent. */
type TrafficDeps = { reports: Reports; redaction: Redaction; label?: (subject: string | null) => string | null }

/** The messages between Atrium and one server, each with the one it answers. Excludes headers. */
export class Traffic {
  readonly #server: string
  readonly #reports: Reports
  readonly #redaction: Redaction
  readonly #stray = new TokenBucket(strayRate)
  readonly #label: NonNullable<TrafficDeps['label']>
  /** Requests without an answer, by sender and ID. */
  readonly #open = new Map<string, Open>()

  constructor(server: string, { reports, redaction, label = (detail) => detail }: TrafficDeps) {
    this.#server = server
    this.#reports = reports
    this.#redaction = redaction
    this.#label = label
  }

  sent(message: JsonObject): void {
    const clean = this.#redaction.message(withoutFormAnswers(message))
    this.#record('out', clean, Buffer.byteLength(JSON.stringify(message)))
  }

  /** A redacted message; little may be left of a long one, but its line had this many bytes. */
  arrived(clean: JsonObject, bytes: number | undefined): void {
    this.#record('in', clean, bytes)
  }

  /** The connection is over: open requests stay unanswered. */
  over(): void {
    this.#open.clear()
  }

  #record(direction: Direction, received: JsonObject, size: number | undefined): void {
    const message = withoutTaskIds(received)
    const kind = kindOf(message)
    const rpc = message['id'] === undefined ? null : clip(JSON.stringify(message['id']), 200)
    const about = this.#about(direction, message, rpc)
    if (!about) return
    const head = jsonHead(message, readText)
    const clean = this.#redaction.diagnostic(head)
    const text = clean.slice(0, keptText)
    const bytes = size ?? Buffer.byteLength(head)
    // Little more than the ID of a long answer arrives here.
    const isCut = text.length < clean.length || bytes > longLine
    const frame = { server: this.#server, direction, kind, rpc, ...about, bytes, text, cut: isCut ? 1 : 0 } as const
    const id = this.#reports.frame(frame)
    if (kind === 'request' && rpc !== null) this.#wait(`${direction} ${rpc}`, { frame: id, ...about, since: now() })
  }

  /** The subject of a message; undefined for one not worth storing. */
  #about(direction: Direction, message: JsonObject, rpc: string | null): About | undefined {
    const { method, params } = message
    if (typeof method === 'string') {
      const about = method === 'notifications/cancelled' ? this.#cancelled(direction, params) : undefined
      const detail = about ? about.method + (about.detail === null ? '' : ` ${about.detail}`) : detailOf(params)
      return {
        method: clip(method, 200),
        detail: this.#said(this.#label(detail)),
        about: about?.frame ?? null,
        took: null,
      }
    }
    const key = `${direction === 'in' ? 'out' : 'in'} ${rpc}`
    const open = this.#open.get(key)
    this.#open.delete(key)
    if (!open && !this.#stray.take()) return undefined
    const took = open ? Math.round(now() - open.since) : null
    return { method: open?.method ?? null, detail: this.#said(endOf(message)), about: open?.frame ?? null, took }
  }

  #cancelled(direction: Direction, params: JsonValue | undefined): Open | undefined {
    const id = isObject(params) ? params['requestId'] : undefined
    return this.#open.get(`${direction} ${JSON.stringify(id)}`)
  }

  #said(detail: string | null): string | null {
    return detail === null ? null : clip(this.#redaction.diagnostic(detail), 200)
  }

  #wait(key: string, open: Omit<Open, 'method'> & { method: string | null }): void {
    this.#open.set(key, { ...open, method: open.method ?? '' })
    const [oldest] = this.#open.keys()
    if (this.#open.size > mostOpen && oldest !== undefined) this.#open.delete(oldest)
  }
}

const now = () => performance.now()

function kindOf({ method, id, error }: JsonObject): FrameKind {
  if (typeof method === 'string') return id === undefined ? 'notification' : 'request'
  return error === undefined || error === null ? 'response' : 'error'
}

/** The parameters that distinguish requests of the same method: for a call, its tool and first argument. */
function detailOf(params: JsonValue | undefined): string | null {
  if (!isObject(params)) return null
  const subject = subjectOf(params)
  const [first] = isObject(params['arguments']) ? Object.values(params['arguments']) : []
  if (subject === null || first === undefined) return subject
  return `${subject} ${typeof first === 'string' ? first.slice(0, 1000) : jsonHead(first, 200)}`
}

function subjectOf(params: JsonObject): string | null {
  const ref = isObject(params['ref']) ? params['ref'] : {}
  const said = [params['name'], params['uri'], params['level'], params['taskId'], ref['name'], ref['uri']]
  return said.find((it) => typeof it === 'string')?.slice(0, 1000) ?? null
}

/** How an answer ended its request, in the protocol's terms; compare `outcomeOf` of its reader. */
function endOf({ result, error }: JsonObject): string | null {
  if (isObject(error)) {
    const { code, message } = error
    const said = [typeof code === 'number' ? String(code) : '', typeof message === 'string' ? message : '']
    return said.join(' ').trim().slice(0, 1000)
  }
  if (!isObject(result)) return null
  if (result['resultType'] === 'input_required') return 'input_required'
  if (result['isError'] === true) return `isError ${firstText(result['content'])}`.trim()
  return typeof result['action'] === 'string' ? result['action'].slice(0, 100) : null
}

/** The text that a tool's error begins with. */
function firstText(content: JsonValue | undefined): string {
  const text = Array.isArray(content) ? content.find((it) => isObject(it) && typeof it['text'] === 'string') : undefined
  return isObject(text) && typeof text['text'] === 'string' ? text['text'].slice(0, 1000) : ''
}

/** A task's ID works like a password (SEP-2663), so a digest replaces it. */
function withoutTaskIds(message: JsonObject): JsonObject {
  const clean = { ...message }
  for (const member of ['params', 'result'] as const) {
    const value = message[member]
    if (isObject(value) && typeof value['taskId'] === 'string')
      clean[member] = { ...value, taskId: taskLabel(value['taskId']) }
  }
  return clean
}

/** Answers to forms are in a response, or by name in a later leg's parameters (2026-07-28, patterns/mrtr). */
function withoutFormAnswers(message: JsonObject): JsonObject {
  const { result, params } = message
  const clean = { ...message }
  if (isObject(result)) clean['result'] = withoutContent(result)
  if (isObject(params) && isObject(params['inputResponses'])) {
    const responses = Object.entries(params['inputResponses'])
    const inputResponses = Object.fromEntries(
      responses.map(([name, it]) => [name, isObject(it) ? withoutContent(it) : it]),
    )
    clean['params'] = { ...params, inputResponses }
  }
  return clean
}

/** An answer to a form has an `action`; nothing else sent to a server does (client/elicitation). */
function withoutContent(result: JsonObject): JsonObject {
  const { action, content } = result
  if (action === undefined || !isObject(content)) return result
  return { ...result, content: Object.fromEntries(Object.keys(content).map((field) => [field, withheld])) }
}
