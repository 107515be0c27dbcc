import type { Database } from 'better-sqlite3'
import type { Flow } from '../../../shared/asks.ts'
import type { HostEvent } from '../../../shared/events.ts'
import { isObject, type JsonValue, type Kept } from '../../../shared/json.ts'
import { upcast } from '../../../shared/upcast.ts'

/** Where a text that stands in a conversation came from; `person` is what she wrote herself. */
export type Origin = Flow['source'] | { kind: 'person' }
/** `text` may hold more than a model was shown of it. */
export type Given = { seq: number; from: Origin; text: string }

/** Of one conversation, how many of the last results are read. */
export const mostResults = 200
/** Characters of one text that are kept; models are shown fewer of any. */
const longestText = 1_000_000
const page = 20

type Row = { seq: number; version: number; server: string | null; tool: string | null; body: string }

/** Reads what models were given in conversations: what is in the database, from one record on. */
export class GivenTexts {
  readonly #page
  readonly #first
  readonly #blob

  constructor(db: Database) {
    this.#page = db.prepare<[string, number, number], Row>(
      `SELECT seq, version, server, tool, body FROM events JOIN bodies USING (seq)
       WHERE conversation = ? AND seq > ?
       AND (type IN ('turn.started', 'conversation.system') OR (type = 'call.finished' AND seq >= ?))
       ORDER BY seq LIMIT ${page}`,
    )
    this.#first = db
      .prepare<[string], number>(
        `SELECT seq FROM events WHERE conversation = ? AND type = 'call.finished'
         ORDER BY seq DESC LIMIT 1 OFFSET ${mostResults - 1}`,
      )
      .pluck()
    this.#blob = db.prepare<[string], string>('SELECT CAST(bytes AS TEXT) FROM blobs WHERE hash = ?').pluck()
  }

  /** The texts of the next records after `seq`, and up to where that was; undefined where there are no more. */
  after(conversation: string, seq: number): { upTo: number; texts: Given[] } | undefined {
    const rows = this.#page.all(conversation, seq, this.#first.get(conversation) ?? 0)
    const upTo = rows.at(-1)?.seq
    if (upTo === undefined) return undefined
    const texts = rows.flatMap((row) => {
      const event = upcast(row.version, JSON.parse(row.body))
      const found = event ? this.#textsOf(event, row) : []
      return found.map(({ from, text }) => ({ seq: row.seq, from, text: text.slice(0, longestText) }))
    })
    return { upTo, texts }
  }

  /** The canonical text of a definition; empty where it is not stored. */
  definition(hash: string): string {
    return this.#blob.get(hash) ?? ''
  }

  #textsOf(event: HostEvent, { server, tool }: Row): Omit<Given, 'seq'>[] {
    if (event.type === 'conversation.system') return [{ from: { kind: 'person' }, text: event.text }]
    if (event.type === 'turn.started')
      return (event.message?.parts ?? []).flatMap((part): Omit<Given, 'seq'>[] => {
        if (part.type === 'text') return [{ from: { kind: 'person' }, text: part.text }]
        if (part.type === 'image') return []
        if (part.type === 'resource' || part.type === 'prompt') {
          const from = { kind: 'attachment', turn: event.turn, name: part.name, server: part.server } as const
          const data = this.#read(part.data)
          return [{ from, text: part.type === 'resource' ? textOfContents(data) : textOfMessages(data) }]
        }
        const text = this.#read(part.data)
        if (typeof text !== 'string') return []
        return [{ from: { kind: 'attachment', turn: event.turn, name: part.name }, text }]
      })
    if (event.type !== 'call.finished' || server === null || tool === null) return []
    const { outcome, call } = event
    const result = 'result' in outcome && outcome.result ? this.#read(outcome.result) : undefined
    const text = result === undefined && 'problem' in outcome ? outcome.problem : textOfResult(result)
    return text === '' ? [] : [{ from: { kind: 'result', call, server, tool }, text }]
  }

  #read(kept: Kept): JsonValue | undefined {
    if ('json' in kept) return kept.json
    const text = this.#blob.get(kept.blob)
    return text === undefined ? undefined : JSON.parse(text)
  }
}

/** The words of a resource: what it is found under, and its texts. */
function textOfContents(contents: JsonValue | undefined): string {
  const items = Array.isArray(contents) ? contents.filter(isObject) : []
  return items.flatMap(({ uri, text }) => [uri, text].filter((it) => typeof it === 'string')).join('\n')
}

/** The words of a prompt: those of its messages. */
function textOfMessages(messages: JsonValue | undefined): string {
  const items = Array.isArray(messages) ? messages.filter(isObject) : []
  return items.flatMap(({ content = null }) => textsOfBlock(content)).join('\n')
}

/** The words of a `tools/call` result that a model is shown: its blocks, or without them its structured content. */
function textOfResult(result: JsonValue | undefined): string {
  if (!isObject(result)) return ''
  const content = Array.isArray(result['content']) ? result['content'] : []
  const structured = result['structuredContent']
  if (content.length === 0) return structured === undefined ? '' : JSON.stringify(structured)
  return content.flatMap(textsOfBlock).join('\n')
}

function textsOfBlock(block: JsonValue): string[] {
  if (!isObject(block)) return []
  const resource = isObject(block['resource']) ? block['resource'] : {}
  return [block['text'], block['uri'], block['name'], resource['uri'], resource['text']].filter(
    (it) => typeof it === 'string',
  )
}
