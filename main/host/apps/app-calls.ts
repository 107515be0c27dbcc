import { isPageTool } from '../../../shared/events/events.ts'
import type { CallOutcome } from '../../../shared/events/turn-events.ts'
import { defined, isObject, type JsonObject } from '../../../shared/schema/json.ts'
import { isPinned, toolItem } from '../../../shared/state/pins.ts'
import { head } from '../../../shared/text/clip.ts'
import type { CallingPage, CoveredByPage, CallByPage } from '../mcp/requests/app-caller.ts'
import type { Journal } from '../journal/journal.ts'
import type { Servers } from '../mcp/server/servers.ts'
import type { OfferedTo, PageOffer } from './app-offers.ts'
import { codes, PageRefusal } from './app-peer.ts'
import { type ReadBlob, wholeResult } from './shown-call.ts'
import { appWords as words } from './words.ts'

/** Runs a page's call, from request to outcome. Rejects only if the log can't be written. */
export type RunPageCall = (call: CallByPage, signal: AbortSignal) => Promise<CallOutcome>

/** The parts of the host that pages' calls need. */
export type PageCallDeps = {
  journal: Journal
  servers: Pick<Servers, 'get'>
  read: ReadBlob
  call: RunPageCall
}

/** Max characters of a tool's name (server/tools#tool-names). */
const longestName = 128

/**
 * One page's calls to its own server (MCP Apps 2026-01-26, Standard MCP Messages): to tools that are for pages, each
 * through the same checks as a model's calls.
 */
export class PageCalls implements CallingPage {
  readonly about: CallingPage['about']
  readonly #to: OfferedTo
  readonly #deps: PageCallDeps
  /** By what an answer covers, the actor who allowed it for as long as the page is open. */
  readonly #allowed = new Map<string, string>()
  /** Resolves when the open question and all waiting ones are over. */
  #asking: Promise<void> = Promise.resolve()

  constructor(to: OfferedTo, deps: PageCallDeps) {
    const { tool, title } = to.shown.call
    this.about = { tool, ...defined({ title }) }
    this.#to = to
    this.#deps = deps
  }

  get offer(): PageOffer {
    return {
      capabilities: { serverTools: {} },
      requests: { 'tools/call': (params, signal) => this.#call(params, signal), 'tools/list': () => this.#list() },
    }
  }

  async turnToAsk(signal: AbortSignal): Promise<() => void> {
    signal.throwIfAborted()
    const { promise: ended, resolve: leave } = Promise.withResolvers<void>()
    const { promise: withdrawn, reject } = Promise.withResolvers<never>()
    const before = this.#asking
    this.#asking = Promise.all([before, ended]).then(() => undefined)
    const withdraw = (): void => {
      leave()
      reject(signal.reason)
    }
    signal.addEventListener('abort', withdraw, { once: true })
    await Promise.race([before, withdrawn])
    signal.removeEventListener('abort', withdraw)
    return leave
  }

  allowedBy(covered: CoveredByPage): string | undefined {
    return this.#allowed.get(keyOf(covered))
  }

  allow(covered: CoveredByPage, actor: string): void {
    this.#allowed.set(keyOf(covered), actor)
  }

  get #server(): string {
    return this.#to.shown.call.server
  }

  async #call({ name, arguments: input = {} }: JsonObject, signal: AbortSignal): Promise<JsonObject> {
    if (typeof name !== 'string' || !isObject(input)) throw new PageRefusal(codes.params, words.refused.badCall)
    const leave = await this.#to.gate.enter(signal)
    try {
      const outcome = await this.#run(head(name, longestName), input, signal)
      const result = await wholeResult(outcome, this.#deps.read)
      if (result) return result
      throw this.#refusal(outcome, name)
    } finally {
      leave()
    }
  }

  #run(tool: string, input: JsonObject, signal: AbortSignal): Promise<CallOutcome> {
    const { view, shown } = this.#to
    const { conversation, turn, call } = shown
    const of = { conversation, view, shown: { turn, call: call.id }, server: this.#server }
    return this.#deps.call({ ...of, tool, arguments: input, page: this }, signal)
  }

  /** The error for a page whose call has no result. It reveals nothing about Atrium's internals. */
  #refusal(outcome: CallOutcome, tool: string): PageRefusal {
    const { refused, told } = words
    switch (outcome.status) {
      case 'invalid':
        return outcome.awaitsReview ? new PageRefusal(codes.refused, refused.inReview) : this.#misfit(tool)
      case 'denied':
        return new PageRefusal(codes.refused, refused.denied)
      case 'timed-out':
        return new PageRefusal(codes.refused, told.timedOut)
      case 'cancelled':
        return new PageRefusal(codes.refused, told.cancelled)
      case 'succeeded':
        return new PageRefusal(codes.refused, told.tooLarge)
      default:
        return new PageRefusal(codes.refused, told.failed)
    }
  }

  #misfit(tool: string): PageRefusal {
    const server = this.#deps.servers.get(this.#server)
    if (server?.status.state !== 'ready') return new PageRefusal(codes.refused, words.refused.notRunning)
    const found = server.definition(tool)
    const isForPages = found !== undefined && isPageTool(found.entry)
    return new PageRefusal(codes.params, isForPages ? words.refused.badArguments : words.refused.noTool)
  }

  /** The server's tools for pages that the user accepted, as it lists them. */
  #list(): JsonObject {
    const { journal, servers } = this.#deps
    const entries = Object.values(journal.state.servers[this.#server]?.tools ?? {})
    const pins = journal.state.pins[this.#server]
    const tools = entries.flatMap((entry) => {
      if (!isPageTool(entry) || !isPinned(pins, toolItem(entry.name), entry.hash)) return []
      return servers.get(this.#server)?.definition(entry.name)?.raw ?? []
    })
    return { tools }
  }
}

const keyOf = ({ tool, definition, configuration }: CoveredByPage): string =>
  JSON.stringify([tool, definition, configuration])
