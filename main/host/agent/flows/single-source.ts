import type { HostEvent } from '../../../../shared/events/events.ts'
import { isTurnOfView } from '../../../../shared/events/app-events.ts'
import type { Part } from '../../../../shared/content/attachments.ts'

/** Max conversations remembered; an older one is searched like one from an earlier run. */
const mostKept = 1000

/** A source other than one server: a file, an imported text, or one that isn't known. */
const other = Symbol('other')

/**
 * Conversations created in this run whose model was given nothing yet, or only one server's data. A call back to that
 * server can't carry anything from another one, so there is nothing to search.
 */
export class SingleSources {
  /** By conversation its only server; null while nothing was given. */
  readonly #only = new Map<string, string | null>()
  /** The servers of running calls. */
  readonly #calls = new Map<string, string | undefined>()

  /** Whether a call to this server can't carry anything from another source. */
  isOwn(conversation: string, server: string): boolean {
    const only = this.#only.get(conversation)
    return only === null || only === server
  }

  /** Whether everything a conversation has came from at most one server. */
  has(conversation: string): boolean {
    return this.#only.has(conversation)
  }

  take(event: HostEvent): void {
    if ('turn' in event && isTurnOfView(event.turn)) return
    switch (event.type) {
      case 'conversation.created':
        return this.#create(event.conversation)
      case 'conversation.deleted':
      case 'conversation.erased':
        return void this.#only.delete(event.conversation)
      case 'turn.started':
        for (const part of event.message?.parts ?? []) this.#give(event.conversation, sourceOf(part))
        for (const { server } of event.message?.from ?? []) this.#give(event.conversation, server)
        return
      case 'turn.imported':
      case 'message.imported':
        return this.#give(event.conversation, other)
      case 'server.renamed':
        for (const [conversation, only] of this.#only)
          if (only === event.from) this.#only.set(conversation, event.server)
        return
      case 'call.requested':
        return void this.#calls.set(event.call, event.server)
      case 'call.finished':
        this.#give(event.conversation, this.#calls.get(event.call) ?? other)
        return void this.#calls.delete(event.call)
      default:
    }
  }

  #create(conversation: string): void {
    this.#only.set(conversation, null)
    const [oldest] = this.#only.keys()
    if (this.#only.size > mostKept && oldest !== undefined) this.#only.delete(oldest)
  }

  #give(conversation: string, source: string | typeof other | undefined): void {
    if (source === undefined) return
    const only = this.#only.get(conversation)
    if (only === undefined || only === source) return
    if (only === null && source !== other) this.#only.set(conversation, source)
    else this.#only.delete(conversation)
  }
}

/** The server an attachment came from; undefined for the user's own words and images. */
function sourceOf(part: Part): string | typeof other | undefined {
  if (part.type === 'text' || part.type === 'image' || part.type === 'audio') return undefined
  return part.type === 'file' || part.type === 'document' ? other : part.server
}
