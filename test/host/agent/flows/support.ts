import { onTestFinished } from 'vitest'
import type { JsonObject, JsonValue } from '../../../../shared/schema/json.ts'
import type { Journal } from '../../../../main/host/journal/journal.ts'
import { Tracer, type Traced } from '../../../../main/host/agent/flows/tracer.ts'
import { samples } from '../../journal/samples.ts'
import { openJournal, temporaryDirectory } from '../../journal/support.ts'

/** A log of conversations, and the tracer that follows them. */
export class Conversations {
  readonly journal: Journal
  readonly tracer: Tracer
  #calls = 0

  constructor(directory = temporaryDirectory()) {
    this.journal = openJournal({}, directory)
    this.tracer = new Tracer(this.journal)
    onTestFinished(() => this.tracer.close())
  }

  /** The user writes, optionally with an attached text. */
  says(text: string, file?: { name: string; text: string }, conversation = 'c'): void {
    const { journal } = this
    const data = file && journal.keep(file.text)
    const attached = file && data ? [{ type: 'file' as const, name: file.name, bytes: file.text.length, data }] : []
    const message = { id: 'm', parts: [...attached, { type: 'text' as const, text }] }
    journal.append({ ...samples['turn.started'], conversation, turn: `said-${journal.seq}`, message })
  }

  /** A call to `list` on a server returns this; returns the call's ID. */
  returned(server: string, result: string | JsonObject, conversation = 'c'): string {
    const { journal } = this
    const call = `call-${++this.#calls}`
    const of = { conversation, turn: `turn-${call}`, call }
    const content = typeof result === 'string' ? { content: [{ type: 'text', text: result }] } : result
    const kept = journal.keep(content)
    journal.append(
      { type: 'turn.started', conversation, turn: of.turn, actor: 'desktop' },
      { type: 'call.requested', ...of, message: 'm', modelCall: 'x', server, tool: 'list', arguments: { json: {} } },
      { type: 'call.finished', ...of, outcome: { status: 'succeeded', result: kept } },
      { type: 'turn.finished', conversation, turn: of.turn, end: 'done' },
    )
    return call
  }

  /** The model reads on in a returned result: this part of it. */
  readOn(result: JsonObject, part: string, conversation = 'c'): void {
    const { journal } = this
    const kept = journal.keep(result)
    const call = `call-${++this.#calls}`
    const of = { conversation, turn: `turn-${call}`, call }
    const input = { json: { result: 'blob' in kept ? kept.blob : '', from: 0 } }
    const outcome = { status: 'succeeded', result: journal.keep({ content: [{ type: 'text', text: part }] }) } as const
    journal.append(
      { type: 'turn.started', conversation, turn: of.turn, actor: 'desktop' },
      { type: 'call.requested', ...of, message: 'm', modelCall: 'x', tool: 'atrium__read_result', arguments: input },
      { type: 'call.finished', ...of, outcome },
      { type: 'turn.finished', conversation, turn: of.turn, end: 'done' },
    )
  }

  /** Traces a call to `mail` with these arguments. */
  trace(input: JsonObject, { definition = {}, server = 'mail', conversation = 'c' } = {}): Promise<Traced> {
    const hash = this.journal.keepBlob(JSON.stringify(definition satisfies JsonValue))
    // A server's definitions are on disk before a model sees them.
    this.journal.flush()
    return this.tracer.trace({ conversation, server, definition: hash, arguments: input })
  }

  /** Waits until everything appended has been read. */
  async caughtUp(): Promise<void> {
    while (!(await this.trace({})).complete);
  }

  /** The parts of one argument that came from other servers or attachments. */
  async pieces(text: string, options: Parameters<Conversations['trace']>[1] = {}): Promise<string[]> {
    const { flows, complete } = await this.trace({ text }, options)
    if (!complete) throw new Error('It could not be told.')
    return flows.map(({ start, end }) => text.slice(start, end))
  }
}
