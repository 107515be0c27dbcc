import { randomUUID } from 'node:crypto'
import { displayName } from '../../../shared/config/server-config.ts'
import type { ViewState, AppSurroundings, SavedForApp } from '../../../shared/contract/result-commands.ts'
import { HostError } from '../../../shared/contract/errors.ts'
import { defined, isObject, parseJson, type JsonObject } from '../../../shared/schema/json.ts'
import type { Clock } from '../base/wake.ts'
import type { Inbox } from '../inbox.ts'
import type { Journal } from '../journal/journal.ts'
import { notRunning } from '../mcp/process/reasons.ts'
import type { Servers } from '../mcp/server/servers.ts'
import type { Redaction } from '../secrets/redaction.ts'
import { changedContext, hostContext, type AppHost } from './app-context.ts'
import { CallGate } from './call-gate.ts'
import type { RunAppCall } from './app-calls.ts'
import type { KeepPart } from './app-texts.ts'
import type { SaveFile } from './app-wishes.ts'
import { ModeWishes } from './app-mode.ts'
import type { OpenedFrame, AppFrames } from '../platform.ts'
import { joined, offersFor } from './app-offers.ts'
import type { DisplayMode } from './offer.ts'
import { AppPeer } from './app-peer.ts'
import { AppReports } from './app-reports.ts'
import { reviewApp } from './app-review.ts'
import { readApp, type ReadApp } from './read-app.ts'
import { type CallEnd, toolEnd, toolInput, type ReadBlob, type ShownCall } from './shown-call.ts'
import { appWords as words } from './words.ts'

/** The parts of the host that an app needs. */
export type AppDeps = {
  journal: Journal
  inbox: Inbox
  servers: Pick<Servers, 'get'>
  frames: AppFrames
  read: ReadBlob
  call: RunAppCall
  redaction: Redaction
  host: AppHost
  clock: Clock
  save: SaveFile
  keep: KeepPart
}

type Opened = { call: ShownCall; end: CallEnd; actor: string; around: AppSurroundings }

/** Max bytes of a document; see `readApp`. */
const mostBytes = 8 * 1024 * 1024

/** One run of an app for one call and one window, from the request to show it to its end. */
export class AppView {
  id: string = randomUUID()
  readonly actor: string
  readonly #shown: ShownCall
  readonly #end: CallEnd
  readonly #deps: AppDeps
  readonly #ended = new AbortController()
  readonly #reports: AppReports
  readonly #gate: CallGate
  #peer: AppPeer | undefined
  #frame: OpenedFrame | undefined
  #around: AppSurroundings
  #context: JsonObject = {}
  #tool: JsonObject | undefined
  #now: ViewState = { state: 'reading' }
  #messages: JsonObject[] = []
  #isTold = false
  #saved: SavedForApp = { files: [] }
  readonly #modes = new ModeWishes(() => this.#toldOfOpen())

  constructor({ call, end, actor, around }: Opened, deps: AppDeps) {
    this.#shown = call
    this.#end = end
    this.#deps = deps
    this.actor = actor
    this.#around = around
    const { id, server, tool } = call.call
    this.#reports = new AppReports({ call: id, server, tool }, deps)
    this.#gate = new CallGate(deps.clock, () => this.#toldOfOpen())
  }

  get call(): string {
    return this.#shown.call.id
  }

  get conversation(): string {
    return this.#shown.conversation
  }

  get server(): string {
    return this.#shown.call.server
  }

  get now(): ViewState {
    return this.#now
  }

  /** Another window takes the place of the one that asked; the app doesn't run yet. */
  moveTo(around: AppSurroundings): string {
    this.id = randomUUID()
    this.#around = around
    return this.id
  }

  /** Reads the app, asks the user if they haven't allowed exactly this one, and opens its frame. Never rejects. */
  async run(): Promise<void> {
    try {
      const read = await this.#find()
      if ('problem' in read) return this.#close(read.problem)
      const { journal, inbox } = this.#deps
      const asking = (ask: string): void => this.#change({ state: 'asking', ask })
      const around = { journal, inbox, signal: this.#ended.signal, asking }
      if (!(await reviewApp(read.app, this.#shown, around))) return this.#close()
      await this.#open(read)
    } catch (error) {
      if (this.#ended.signal.aborted) return
      this.#close(error instanceof HostError ? error.message : words.cannotShow(this.#shown.call.tool))
    }
  }

  /** The state for the window, and the messages that it hands to the app. */
  take(): { now: ViewState; messages: JsonObject[] } {
    this.#isTold = false
    return { now: this.#now, messages: this.#messages.splice(0) }
  }

  /** Messages of the app, in order. */
  tell(messages: JsonObject[]): void {
    for (const raw of messages) {
      if (!this.#peer || this.#now.state !== 'open') return
      this.#peer.receive(this.#reports.arrived(raw))
    }
  }

  /** The user lets an app that made too many calls continue. */
  goOn(): void {
    this.#gate.goOn()
  }

  /** The window's looks or size changed. `answers` is the ID of the app's wish that this answers. */
  change(around: AppSurroundings, answers?: number): void {
    this.#around = around
    if (!this.#peer || this.#peer.phase === 'mounting') return
    const context = this.#contextNow()
    const changed = changedContext(this.#context, context)
    this.#context = context
    if (changed) this.#peer.notify('ui/notifications/host-context-changed', changed)
    this.#modes.answered(answers)
  }

  /** Ends it, and tells a running app first. `problem` says why, unless the user wanted it. */
  async end(problem?: string): Promise<void> {
    if (this.#now.state === 'closed') return
    this.#ended.abort()
    await this.#peer?.end()
    this.#close(problem)
  }

  /** Its frame is gone already. */
  lost(problem: string): void {
    this.#ended.abort()
    this.#close(problem)
  }

  /** The app that was shown for this call before, else what the server has now. */
  async #find(): Promise<ReadApp | { problem: string }> {
    const { call } = this.#shown
    const { journal, servers, read } = this.#deps
    if (call.shown) {
      const { text } = await read(call.shown.hash, mostBytes)
      return { app: call.shown, html: text }
    }
    const server = servers.get(call.server)
    if (server?.standby.isOn) await server.standby.start()
    const name = displayName(call.server, journal.state.configured.servers[call.server])
    if (!server) return { problem: words.serverGone(name) }
    const { status } = server
    if (status.state !== 'ready') return { problem: notRunning(name, status, words.cannotShow(call.tool)) }
    return readApp(server, call.app, { name, signal: this.#ended.signal })
  }

  async #open({ app, html }: ReadApp): Promise<void> {
    const { call, conversation, turn } = this.#shown
    const { journal, frames, clock } = this.#deps
    const { id: view, actor } = this
    const { server, tool } = call
    journal.keepBlob(html)
    journal.append({ type: 'page.opened', conversation, turn, call: call.id, server, tool, view, page: app, actor })
    await journal.durable()
    this.#tool = await this.#definition()
    const allowedOrigins = app.domains.flatMap(({ domain, refused }) => (refused === undefined ? [domain] : []))
    const frame = await frames.open({ html, policy: app.policy, allowedOrigins: [...new Set(allowedOrigins)] })
    if (this.#ended.signal.aborted) return frame.close()
    this.#frame = frame
    const to = {
      view,
      shown: this.#shown,
      app,
      actor,
      reports: this.#reports,
      signal: this.#ended.signal,
      gate: this.#gate,
      leave: () => void this.end(),
      modes: {
        takes: (mode: string) => peer.takes(mode),
        now: () => this.#around.mode,
        ask: (mode: DisplayMode, signal: AbortSignal) => this.#modes.ask(mode, signal),
      },
      saved: (outcome: SavedForApp) => {
        this.#saved = outcome
        this.#toldOfOpen()
      },
    }
    const { capabilities, requests, notifications } = joined(offersFor(to, this.#deps))
    const peer = new AppPeer({
      clock,
      post: (message) => this.#post(message),
      welcome: () => this.#welcome(app, capabilities),
      requests,
      notifications,
      changed: () => this.#toldOfOpen(),
      flooded: () => this.lost(words.flooded(this.#serverName())),
    })
    this.#peer = peer
    peer.begin()
    this.#toldOfOpen()
    await this.#tellOfCall(peer)
  }

  #toldOfOpen(): void {
    const [peer, frame] = [this.#peer, this.#frame]
    if (!peer || !frame || this.#ended.signal.aborted) return
    const { phase, isLate } = peer
    const handshake = { isReady: phase === 'live', isLate, canFill: peer.takes('fullscreen') }
    const asked = { saved: this.#saved, isHeld: this.#gate.isHeld, wish: this.#modes.open }
    this.#change({ state: 'open', address: frame.address, ...handshake, ...asked })
  }

  /** Tells the app the call's arguments, then its outcome as soon as there is one. */
  async #tellOfCall(peer: AppPeer): Promise<void> {
    const { call } = this.#shown
    const { read } = this.#deps
    peer.notify('ui/notifications/tool-input', await toolInput(call, read))
    const { method, params } = await toolEnd(call.outcome ?? (await this.#end.outcome), read)
    peer.notify(method, params)
  }

  /** The tool as its server listed it when the call was made. */
  async #definition(): Promise<JsonObject | undefined> {
    const { text } = await this.#deps.read(this.#shown.call.definition, mostBytes)
    const tool = parseJson(text)
    return isObject(tool) ? tool : undefined
  }

  #welcome({ domains }: ReadApp['app'], capabilities: JsonObject): JsonObject {
    this.#context = this.#contextNow()
    const { version } = this.#deps.host
    const taken = (list: string): string[] =>
      domains.flatMap((it) => (it.list === list && it.refused === undefined ? [it.domain] : []))
    const csp = { connectDomains: taken('connect'), resourceDomains: taken('resource'), baseUriDomains: taken('base') }
    return {
      hostInfo: { name: 'Atrium', version },
      hostCapabilities: { ...capabilities, sandbox: { csp, permissions: {} } },
      hostContext: this.#context,
    }
  }

  #contextNow(): JsonObject {
    return hostContext(this.#around, this.#tool, this.#deps.host)
  }

  #post(message: JsonObject): void {
    this.#reports.sent(message)
    this.#messages.push(message)
    this.#toldOf()
  }

  #change(now: ViewState): void {
    if (this.#now.state === 'closed') return
    this.#now = now
    this.#toldOf()
  }

  #close(problem?: string): void {
    if (this.#now.state === 'closed') return
    this.#peer?.drop()
    this.#frame?.close()
    this.#end.leave()
    this.#reports.over()
    this.#messages = []
    this.#change({ state: 'closed', ...defined({ problem }) })
  }

  /** Tells the window that there is news, once until it has taken all of it. */
  #toldOf(): void {
    if (this.#isTold) return
    this.#isTold = true
    this.#deps.journal.append({ type: 'page.told', view: this.id })
  }

  #serverName(): string {
    return displayName(this.server, this.#deps.journal.state.configured.servers[this.server])
  }
}
