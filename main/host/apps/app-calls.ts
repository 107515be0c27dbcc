import { isAppTool } from '../../../shared/events/events.ts'
import type { CallOutcome } from '../../../shared/events/turn-events.ts'
import { defined, isObject, type JsonObject } from '../../../shared/schema/json.ts'
import { consentOf } from '../../../shared/state/consents.ts'
import { isPinned, toolItem } from '../../../shared/state/pins.ts'
import { head } from '../../../shared/text/clip.ts'
import type { CallingApp, CoveredByApp, CallByApp } from '../mcp/requests/app-caller.ts'
import type { Journal } from '../journal/journal.ts'
import type { Servers } from '../mcp/server/servers.ts'
import type { OfferedTo, AppOffer } from './offer.ts'
import { codes, AppRefusal } from './app-peer.ts'
import { type ReadBlob, wholeResult } from './shown-call.ts'
import { appWords as words } from './words.ts'

/** Runs an app's call, from request to outcome. Rejects only if the log can't be written. */
export type RunAppCall = (call: CallByApp, signal: AbortSignal) => Promise<CallOutcome>

/** The parts of the host that apps' calls need. */
export type AppCallDeps = {
  journal: Journal
  servers: Pick<Servers, 'get'>
  read: ReadBlob
  call: RunAppCall
}

/** Max characters of a tool's name (server/tools#tool-names). */
const longestName = 128

/**
 * One app's calls to its own server (MCP Apps 2026-01-26, Standard MCP Messages): to tools that are for apps, each
 * through the same checks as a model's calls.
 */
export class AppCalls implements CallingApp {
  readonly about: CallingApp['about']
  readonly #to: OfferedTo
  readonly #deps: AppCallDeps
  /** By what an answer covers, the actor who allowed it for as long as the app is open. */
  readonly #allowed = new Map<string, string>()
  /** Resolves when the open question and all waiting ones are over. */
  #asking: Promise<void> = Promise.resolve()

  constructor(to: OfferedTo, deps: AppCallDeps) {
    const { tool, title } = to.shown.call
    this.about = { tool, ...defined({ title }) }
    this.#to = to
    this.#deps = deps
  }

  get offer(): AppOffer {
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

  allowedBy(covered: CoveredByApp): string | undefined {
    return this.#allowed.get(keyOf(covered))
  }

  allow(covered: CoveredByApp, actor: string): void {
    this.#allowed.set(keyOf(covered), actor)
  }

  get #server(): string {
    return this.#to.shown.call.server
  }

  async #call({ name, arguments: input = {} }: JsonObject, signal: AbortSignal): Promise<JsonObject> {
    if (typeof name !== 'string' || !isObject(input)) throw new AppRefusal(codes.params, words.refused.badCall)
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
    return this.#deps.call({ ...of, tool, arguments: input, app: this }, signal)
  }

  /** The error for an app whose call has no result. It reveals nothing about Atrium's internals. */
  #refusal(outcome: CallOutcome, tool: string): AppRefusal {
    const { refused, told } = words
    switch (outcome.status) {
      case 'invalid':
        return outcome.awaitsReview ? new AppRefusal(codes.refused, refused.inReview) : this.#misfit(tool)
      case 'denied':
        return new AppRefusal(codes.refused, refused.denied)
      case 'timed-out':
        return new AppRefusal(codes.refused, told.timedOut)
      case 'cancelled':
        return new AppRefusal(codes.refused, told.cancelled)
      case 'succeeded':
        return new AppRefusal(codes.refused, told.tooLarge)
      default:
        return new AppRefusal(codes.refused, told.failed)
    }
  }

  #misfit(tool: string): AppRefusal {
    const server = this.#deps.servers.get(this.#server)
    if (server?.status.state !== 'ready') return new AppRefusal(codes.refused, words.refused.notRunning)
    const found = server.definition(tool)
    const isForApps = found !== undefined && isAppTool(found.entry)
    return new AppRefusal(codes.params, isForApps ? words.refused.badArguments : words.refused.noTool)
  }

  /** The server's tools for apps that the user accepted, as it lists them. */
  #list(): JsonObject {
    const { journal, servers } = this.#deps
    const entries = Object.values(journal.state.servers[this.#server]?.tools ?? {})
    const pins = consentOf(journal.state, this.#server).pins
    const tools = entries.flatMap((entry) => {
      if (!isAppTool(entry) || !isPinned(pins, toolItem(entry.name), entry.hash)) return []
      return servers.get(this.#server)?.definition(entry.name)?.raw ?? []
    })
    return { tools }
  }
}

const keyOf = ({ tool, definition, configuration }: CoveredByApp): string =>
  JSON.stringify([tool, definition, configuration])
