import type { Conversation } from '../../../shared/state/conversation.ts'
import type { Session } from '../../../shared/contract/commands.ts'
import { HostError } from '../../../shared/contract/errors.ts'
import type { ViewState, AppSurroundings } from '../../../shared/contract/result-commands.ts'
import { displayName } from '../../../shared/config/server-config.ts'
import type { JsonObject } from '../../../shared/schema/json.ts'
import type { AppFrames } from '../platform.ts'
import { AppView, type AppDeps } from './app-view.ts'
import { CallEnd, shownCall } from './shown-call.ts'
import { appWords as words } from './words.ts'

/** Max views at once, over all windows. A window has six at most; one that was reloaded leaves its own behind. */
const mostViews = 24

type ServerAppsDeps = Omit<AppDeps, 'frames'> & {
  /** Serves apps; undefined in a shell that can show none. */
  frames: AppFrames | undefined
  /** A conversation by its ID; rejects with `not-found`. */
  conversation(id: string): Promise<Conversation>
}

/** Why a window ends a view: because the user wants that, or because of the app. */
type AppClosing = 'wanted' | keyof typeof words.ends

type Changed = { around: AppSurroundings; answers?: number | undefined }

type Wanted = { conversation: string; call: string; around: AppSurroundings }

/** The apps of servers that run in windows, each as a view that only the session that opened it can use. */
export class ServerApps {
  readonly #deps: ServerAppsDeps
  /** By ID, in the order in which windows last used them. */
  readonly #views = new Map<string, AppView>()
  readonly #leave: () => void
  /** The calls that apps make, until they are in the log. */
  readonly #calls = new Set<Promise<unknown>>()

  constructor(deps: ServerAppsDeps) {
    this.#deps = { ...deps, call: (call, signal) => this.#followed(deps.call(call, signal)) }
    this.#leave = deps.journal.subscribe(({ event }) => {
      if (event.type === 'conversation.deleted')
        this.#endThose((view) => view.conversation === event.conversation, undefined)
      if (event.type === 'server.renamed') this.#endThose(({ server }) => server === event.from, words.serverRenamed)
      if (event.type === 'configured' && event.file === 'servers')
        this.#endThose(({ server }) => !Object.hasOwn(event.after, server), words.serverGone)
    })
  }

  /**
   * Begins to show a call's app. Throws `not-found` if there is none, `conflict` if the user turned the server's apps
   * off, `unavailable` if none can be shown now.
   */
  async open({ conversation: id, call: callId, around }: Wanted, { actor }: Session): Promise<{ view: string }> {
    const { frames, journal } = this.#deps
    if (!frames) throw new HostError('unavailable', words.noFrames)
    journal.assertHealthy()
    const end = new CallEnd(journal, callId)
    const call = await this.#deps.conversation(id).then((it) => shownCall(it, callId), leaving(end))
    if (!call) {
      end.leave()
      throw new HostError('not-found', words.noCall)
    }
    const { [call.call.server]: config } = journal.state.configured.servers
    if (config?.pages === 'off') {
      end.leave()
      throw new HostError('conflict', words.appsOff(displayName(call.call.server, config)))
    }
    const waiting = [...this.#views.values()].find(
      (it) => it.call === callId && it.actor === actor && (it.now.state === 'reading' || it.now.state === 'asking'),
    )
    if (waiting) {
      end.leave()
      this.#views.delete(waiting.id)
      this.#views.set(waiting.moveTo(around), waiting)
      return { view: waiting.id }
    }
    const [oldest] = this.#views.values()
    if (this.#views.size >= mostViews && oldest) {
      this.#views.delete(oldest.id)
      oldest.lost(words.tooMany)
    }
    const view = new AppView({ call, end, actor, around }, { ...this.#deps, frames })
    this.#views.set(view.id, view)
    void view.run()
    return { view: view.id }
  }

  take(id: string, session: Session): { now: ViewState; messages: JsonObject[] } {
    const view = this.#view(id, session)
    const taken = view.take()
    if (taken.now.state === 'closed') this.#views.delete(id)
    return taken
  }

  tell(id: string, messages: JsonObject[], session: Session): void {
    this.#view(id, session).tell(messages)
  }

  change(id: string, { around, answers }: Changed, session: Session): void {
    this.#view(id, session).change(around, answers)
  }

  goOn(id: string, session: Session): void {
    this.#view(id, session).goOn()
  }

  /** Ends a view. Resolves when its app has had time to end. */
  async end(id: string, because: AppClosing, session: Session): Promise<void> {
    const view = this.#view(id, session)
    if (because === 'wanted') await view.end()
    else view.lost(words.ends[because])
  }

  /** Ends all views at once. Resolves when the ends of their calls are recorded. */
  async close(): Promise<void> {
    this.#leave()
    for (const view of this.#views.values()) view.lost('')
    this.#views.clear()
    await Promise.allSettled(this.#calls)
  }

  async #followed<T>(call: Promise<T>): Promise<T> {
    this.#calls.add(call)
    return call.finally(() => this.#calls.delete(call))
  }

  #view(id: string, { actor }: Session): AppView {
    const view = this.#views.get(id)
    if (view?.actor !== actor) throw new HostError('not-found', words.noView)
    this.#views.delete(id)
    this.#views.set(id, view)
    return view
  }

  #endThose(isMeant: (view: AppView) => boolean, why: ((server: string) => string) | undefined): void {
    const { servers } = this.#deps.journal.state.configured
    for (const view of this.#views.values())
      if (isMeant(view)) view.lost(why?.(displayName(view.server, servers[view.server])) ?? words.noView)
  }
}

/** Stops following a call that can't be looked up. */
const leaving =
  (end: CallEnd) =>
  (error: unknown): never => {
    end.leave()
    throw error
  }
