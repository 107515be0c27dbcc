import type { Database } from 'better-sqlite3'
import type { Flow } from '../../../../shared/asks/asks.ts'
import type { EventOf, HostEvent } from '../../../../shared/events/events.ts'
import { pagesIn } from '../../../../shared/content/extracted.ts'
import { isObject, type JsonObject, type JsonValue, type StoredValue } from '../../../../shared/schema/json.ts'
import { resultPartOf } from '../../../../shared/content/result-part.ts'
import { turnOfView } from '../../../../shared/events/app-events.ts'
import { laterRenames } from '../../journal/search/renames.ts'
import { upcast } from '../../../../shared/events/upcast.ts'

/** The origin of a text in a conversation; `person` means the user wrote it. */
export type Origin = Flow['source'] | { kind: 'person' }
/** `text` can contain more than the model got. */
export type GivenText = { seq: number; from: Origin; text: string }

/** Max characters kept of one text; models get fewer at once. */
const longestText = 1_000_000
/** Max characters of addresses and names, in addition. */
const longestNames = 200_000
const page = 20

type Row = {
  conversation: string
  seq: number
  version: number
  server: string | null
  tool: string | null
  body: string
}

type Source = { call: string; server: string; tool: string }

/** A condition for the records that give a model something, as SQL. */
const gives = `(type IN ('turn.started', 'conversation.system', 'call.finished', 'turn.imported', 'message.imported',
    'compaction.requested', 'compaction.finished', 'compaction.edited', 'file.read')
    OR (type = 'call.requested' AND server IS NULL))
  AND (turn IS NULL OR turn NOT GLOB '${turnOfView('*')}')`

/** A condition for the records that can be a result's source, as SQL. */
const isSource = "type = 'call.finished' AND server IS NOT NULL AND tool IS NOT NULL"

const newestIn = (views: Database | undefined): number =>
  views?.prepare<[], number>('SELECT coalesce(max(seq), 0) FROM events').pluck().get() ?? 0

/** The next records of a conversation that give a model something. */
function pages(db: Database, views: Database | undefined): (conversation: string, seq: number) => Row[] {
  const columns = 'SELECT conversation, seq, version, server, tool, body FROM events JOIN bodies USING (seq)'
  const rest = `WHERE conversation = ? AND seq > ? AND ${gives} ORDER BY seq LIMIT ?`
  const indexed = views?.prepare<[string, number, number], Row>(`${columns} ${rest}`)
  const newer = db.prepare<[string, number, number], Row>(`${columns} ${rest}`)
  return (conversation, seq) => {
    // The views could read on in between: what they have is known before they're asked.
    const known = newestIn(views)
    const found = (indexed?.all(conversation, seq, page) ?? []).filter((row) => row.seq <= known)
    const room = page - found.length
    return room === 0 ? found : [...found, ...newer.all(conversation, Math.max(seq, known), room)]
  }
}

/** The call in a conversation whose result is stored under a hash. */
function sources(
  db: Database,
  views: Database | undefined,
): (blob: string, conversation: string) => Source | undefined {
  const columns = 'SELECT call, server, tool FROM'
  const indexed = views?.prepare<[string, string], Source>(
    `${columns} blob_refs JOIN events USING (seq) WHERE blob = ? AND conversation = ? AND ${isSource} ORDER BY seq LIMIT 1`,
  )
  const newer = db.prepare<[number, string, string], Source>(
    `${columns} events JOIN bodies USING (seq)
     WHERE seq > ? AND conversation = ? AND ${isSource} AND instr(body, ?) > 0 ORDER BY seq LIMIT 1`,
  )
  return (blob, conversation) => {
    const known = newestIn(views)
    return indexed?.get(blob, conversation) ?? newer.get(known, conversation, blob)
  }
}

/** A file's text, hidden text too: a provider that gets the file gets all of it. */
const extractedIn = (value: JsonValue | undefined): string =>
  pagesIn(value)
    .flatMap(({ text, hidden = [] }) => [text, hidden].flat())
    .join('\n')

/**
 * Reads what models were given in conversations, from one record in the log on. The views know which records are a
 * conversation's; the log's newest ones, which they haven't read yet, are looked through.
 */
export class GivenTexts {
  readonly #db: Database
  readonly #next: (conversation: string, seq: number) => Row[]
  readonly #source: (blob: string, conversation: string) => Source | undefined
  readonly #blob
  /** By running call that reads on in a result, that result's hash. */
  readonly #readings = new Map<string, string>()
  /** By summary, the last turn that it replaces. */
  readonly #summarised = new Map<string, string>()

  /** Whether a conversation's records are found by the views. */
  readonly isIndexed: boolean

  /** `db` is the log's database; `views` its views, if there are any. */
  constructor(db: Database, views?: Database) {
    this.#db = db
    this.isIndexed = views !== undefined
    this.#next = pages(db, views)
    this.#source = sources(db, views)
    this.#blob = db.prepare<[string], string>('SELECT CAST(bytes AS TEXT) FROM blobs WHERE hash = ?').pluck()
  }

  /** The texts in the next records after `seq`, and the last record read; undefined if there are no more. */
  after(conversation: string, seq: number): { upTo: number; texts: GivenText[] } | undefined {
    const rows = this.#next(conversation, seq)
    const upTo = rows.at(-1)?.seq
    if (upTo === undefined) return undefined
    const renames = laterRenames(this.#db)
    const texts = rows.flatMap((row) => {
      const event = upcast(row.version, JSON.parse(row.body))
      const found = event ? this.#textsOf(event, row) : []
      return found.map(({ from, text }) => ({
        seq: row.seq,
        from: renamedOrigin(from, (server) => renames(server, row.seq).at(-1)?.to ?? server),
        text: text.slice(0, longestText + longestNames),
      }))
    })
    return { upTo, texts }
  }

  /** A definition's canonical text; empty if it isn't stored. */
  definition(hash: string): string {
    return this.#blob.get(hash) ?? ''
  }

  #textsOf(event: HostEvent, { conversation, server, tool }: Row): Omit<GivenText, 'seq'>[] {
    if (event.type === 'conversation.system') return [{ from: { kind: 'person' }, text: event.text }]
    if (event.type === 'turn.started')
      return (event.message?.parts ?? []).flatMap((part): Omit<GivenText, 'seq'>[] => {
        if (part.type === 'text') return [{ from: writerOf(event), text: part.text }]
        if (part.type === 'image' || part.type === 'audio') return []
        if (part.type === 'resource' || part.type === 'prompt') {
          const from = { kind: 'attachment', turn: event.turn, name: part.name, server: part.server } as const
          const data = this.#read(part.data)
          return [{ from, text: part.type === 'resource' ? textOfContents(data) : textOfMessages(data) }]
        }
        const text = part.type === 'document' ? extractedIn(this.#read(part.text)) : this.#read(part.data)
        if (typeof text !== 'string') return []
        return [{ from: { kind: 'attachment', turn: event.turn, name: part.name }, text }]
      })
    if (event.type === 'file.read') {
      const { turn, name } = event
      return [{ from: { kind: 'attachment', turn, name }, text: extractedIn(this.#read(event.text)) }]
    }
    if (event.type === 'turn.imported' || event.type === 'message.imported') return this.#importedIn(event)
    if (event.type === 'compaction.requested') this.#summarised.set(event.compaction, event.upTo)
    if (event.type === 'compaction.finished') return this.#summaryIn(event.compaction, event.summary)
    if (event.type === 'compaction.edited') return this.#summaryIn(event.compaction, event.text)
    if (event.type === 'call.requested') this.#reads(event.call, this.#read(event.arguments))
    if (event.type !== 'call.finished') return []
    const { outcome, call } = event
    const source = server === null || tool === null ? this.#readFrom(call, conversation) : { call, server, tool }
    if (!source) return []
    const result = 'result' in outcome && outcome.result ? this.#read(outcome.result) : undefined
    const text = result === undefined && 'problem' in outcome ? outcome.problem : textOfResult(result)
    return text === '' ? [] : [{ from: { kind: 'result', ...source }, text }]
  }

  /** A summary repeats what servers and files said, in a model's words, also after the user changed some of them. */
  #summaryIn(compaction: string, text = ''): Omit<GivenText, 'seq'>[] {
    const turn = this.#summarised.get(compaction)
    return turn === undefined || text === '' ? [] : [{ from: { kind: 'attachment', turn, name: 'summary' }, text }]
  }

  /** All of it is the file's text, also the user's part. */
  #importedIn(event: EventOf<'turn.imported' | 'message.imported'>): Omit<GivenText, 'seq'>[] {
    const from = { kind: 'attachment', turn: event.turn, name: 'imported conversation' } as const
    const texts =
      event.type === 'message.imported'
        ? blocksIn(this.#read(event.blocks)).flatMap(({ text }) => (typeof text === 'string' ? [text] : []))
        : (event.message?.parts ?? []).flatMap((part) => {
            const text = part.type === 'text' ? part.text : part.type === 'file' ? this.#read(part.data) : undefined
            return typeof text === 'string' ? [text] : []
          })
    return texts.map((text) => ({ from, text }))
  }

  #reads(call: string, input: JsonValue | undefined): void {
    const result = isObject(input) ? input['result'] : undefined
    if (typeof result === 'string') this.#readings.set(call, result)
  }

  /** The call whose result this call of Atrium's own tool continued to read. */
  #readFrom(call: string, conversation: string): { call: string; server: string; tool: string } | undefined {
    const hash = this.#readings.get(call)
    this.#readings.delete(call)
    return hash === undefined ? undefined : this.#source(hash, conversation)
  }

  #read(kept: StoredValue): JsonValue | undefined {
    if ('json' in kept) return kept.json
    const text = this.#blob.get(kept.blob)
    return text === undefined ? undefined : JSON.parse(text)
  }
}

/** A text's origin with its server's current ID: a later server of an old ID wrote nothing of it. */
function renamedOrigin(from: Origin, now: (server: string) => string): Origin {
  if (from.kind === 'result') return { ...from, server: now(from.server) }
  return from.kind === 'attachment' && from.server !== undefined ? { ...from, server: now(from.server) } : from
}

/** The text of a server's app stays that server's after the user sent it. */
function writerOf({ turn, message }: EventOf<'turn.started'>): Origin {
  const [origin] = message?.from ?? []
  if (!origin) return { kind: 'person' }
  return { kind: 'attachment', turn, name: `message by the app of ${origin.tool}`, server: origin.server }
}

const blocksIn = (blocks: JsonValue | undefined): JsonObject[] => (Array.isArray(blocks) ? blocks.filter(isObject) : [])

/** A resource's words: its URI, and its texts. */
function textOfContents(contents: JsonValue | undefined): string {
  const items = Array.isArray(contents) ? contents.filter(isObject) : []
  return items.flatMap(({ uri, text }) => [uri, text].filter((it) => typeof it === 'string')).join('\n')
}

/** A prompt's words: those of its messages. */
function textOfMessages(messages: JsonValue | undefined): string {
  const items = Array.isArray(messages) ? messages.filter(isObject) : []
  return items.flatMap(({ content = null }) => textsOfBlock(content)).join('\n')
}

/** The words of a `tools/call` result that a model gets. */
function textOfResult(result: JsonValue | undefined): string {
  if (!isObject(result)) return ''
  const given = resultPartOf(result, 'model', longestText).result['content']
  const content = Array.isArray(given) ? given : []
  return content.flatMap(textsOfBlock).join('\n')
}

function textsOfBlock(block: JsonValue): string[] {
  if (!isObject(block)) return []
  const resource = isObject(block['resource']) ? block['resource'] : {}
  return [block['text'], block['uri'], block['name'], resource['uri'], resource['text']].filter(
    (it) => typeof it === 'string',
  )
}
