import { readFileSync } from 'node:fs'
import { framesToChromium, toApp, toChromium } from '../addresses.ts'
import type { Chromium, Session } from '../cdp.ts'
import { Frames, type Frame } from './frames.ts'
import { pack, unpack } from '../ipc.ts'
import { Navigations, type Guard } from './navigations.ts'
import { serve, type Paused, type Server } from '../serve.ts'
import { binding, deliver, pageSource, preloadSource, preloadWorld, type Click } from '../world.ts'

export type Said = { type: 'invoke' | 'send'; channel: string; args: unknown[] }
type Answer = { value: string } | { error: string }

/** A page's requirements of its window. */
export type Owner = Guard & {
  preload: string | undefined
  /** Whether the preload also runs in frames inside the page, as in a compromised page. */
  everyFrame: boolean
  server: Server
  /** A user's click opens another tab or window. */
  open(url: string, disposition: string): void
  /** The header Permissions-Policy for a document of a frame inside the page. */
  policyInside(url: string): Promise<string>
  /** The answer goes back to an `invoke`. */
  hear(said: Said, frame: Frame): Promise<Answer | undefined>
  loaded(event: 'dom-ready' | 'did-finish-load'): void
  crashed(): void
}

type Start = { chromium: Chromium; id: string; session: Session; take(): void }

/** A place where a preload runs. */
type World = { session: Session; context: number; frame: Frame }

/** One Chromium tab as the content of a window: its frames, their preloads, its requests. */
export class Page {
  readonly frames = new Frames()
  readonly #owner: Owner
  readonly #navigations: Navigations
  readonly #worlds = new Set<World>()
  #session: Session | undefined

  constructor(owner: Owner) {
    this.#owner = owner
    this.#navigations = new Navigations(this.frames, owner)
  }

  /** Connects the page to this tab, which waits to be told to run. Calls `take` once it can answer its requests. */
  async start({ chromium, id, session, take }: Start): Promise<void> {
    this.#session = session
    this.frames.name(id)
    session.on('Page.domContentEventFired', () => this.#owner.loaded('dom-ready'))
    session.on('Page.loadEventFired', () => this.#owner.loaded('did-finish-load'))
    session.on('Inspector.targetCrashed', () => this.#owner.crashed())
    await this.#enter(chromium, session, take)
  }

  /** Resolves when the document is loaded. Rejects like Electron if it fails. */
  async load(url: string): Promise<void> {
    const session = this.#started()
    let finish = (): void => undefined
    const loaded = new Promise<void>((resolve) => session.on('Page.loadEventFired', (finish = () => resolve())))
    await this.#navigations.asMain(async () => {
      const { errorText, loaderId } = await session.send('Page.navigate', { url: toChromium(url) })
      if (errorText !== undefined) throw new Error(`${errorText.replace('net::', '')} (-2) loading '${url}'`)
      if (loaderId !== undefined) await loaded
    })
    session.off('Page.loadEventFired', finish)
  }

  reload(): void {
    void this.#navigations.asMain(() => this.#started().send('Page.reload'))
  }

  /** Sends to the main frame's preload, if there is one. */
  send(channel: string, args: unknown[]): void {
    const packed = pack(args)
    for (const world of this.#worlds)
      if (world.frame === this.frames.main) tell(world, { type: 'event', channel, args: packed })
  }

  /** Runs script in the page's own world. */
  async evaluate(expression: string): Promise<unknown> {
    const options = { expression, awaitPromise: true, returnByValue: true }
    const { result, exceptionDetails } = await this.#started().send('Runtime.evaluate', options)
    if (exceptionDetails) throw new Error('Script failed to execute')
    return result.value
  }

  async picture(): Promise<Buffer> {
    const { data } = await this.#started().send('Page.captureScreenshot')
    return Buffer.from(data, 'base64')
  }

  /** The theme that `prefers-color-scheme` names; empty for Chromium's own. */
  prefer(value: string): void {
    this.tell('Emulation.setEmulatedMedia', { features: [{ name: 'prefers-color-scheme', value }] })
  }

  tell(...of: Parameters<Session['tell']>): void {
    this.#session?.tell(...of)
  }

  #started(): Session {
    if (!this.#session) throw new Error('The page has not started.')
    return this.#session
  }

  /** Sets up the tab, or a part of it that Chromium moved into its own process, and lets it run. */
  async #enter(chromium: Chromium, session: Session, take = (): void => undefined): Promise<void> {
    this.#followFrames(session)
    this.#followWorlds(session)
    this.#navigations.watch(session)
    session.on('Fetch.requestPaused', (paused) => void this.#serve(session, paused))
    session.on('Target.attachedToTarget', ({ sessionId, targetInfo: { type } }) => {
      if (type === 'iframe') void this.#enter(chromium, chromium.open(sessionId))
      else if (type !== 'page') this.#enterWorker(chromium.open(sessionId))
    })
    const { preload, everyFrame } = this.#owner
    await Promise.all([
      session.send('Page.enable'),
      session.send('Runtime.enable'),
      session.send('Fetch.enable', { patterns: [{ urlPattern: '*' }] }),
      session.send('Runtime.addBinding', { name: binding, executionContextName: preloadWorld }),
      session.send('Page.addScriptToEvaluateOnNewDocument', { source: pageSource }),
      preload !== undefined &&
        session.send('Page.addScriptToEvaluateOnNewDocument', {
          worldName: preloadWorld,
          source: preloadSource(readFileSync(preload, 'utf8'), preload, everyFrame),
        }),
      session.send('Target.setAutoAttach', { autoAttach: true, waitForDebuggerOnStart: true, flatten: true }),
    ])
    take()
    await session.send('Runtime.runIfWaitingForDebugger')
  }

  async #serve(session: Session, paused: Paused): Promise<void> {
    const isInside = paused.resourceType === 'Document' && this.#navigations.isInside(paused.frameId)
    const policy = isInside ? await this.#owner.policyInside(toApp(paused.request.url)) : ''
    await serve(session, paused, { navigations: this.#navigations, server: this.#owner.server, policy })
  }

  #enterWorker(session: Session): void {
    session.on('Fetch.requestPaused', (paused) => void this.#serve(session, paused))
    session.tell('Fetch.enable', { patterns: [{ urlPattern: '*' }] })
    session.tell('Runtime.runIfWaitingForDebugger')
  }

  #followFrames(session: Session): void {
    session.on('Page.frameAttached', ({ frameId, parentFrameId }) => void this.frames.attach(frameId, parentFrameId))
    session.on('Page.frameNavigated', ({ frame }) => this.#navigations.committed(frame))
    session.on('Page.frameDetached', ({ frameId, reason }) => {
      if (reason === 'remove') this.frames.detach(frameId)
    })
  }

  #followWorlds(session: Session): void {
    session.on('Runtime.executionContextCreated', ({ context }) => {
      const { frameId, isDefault } = context.auxData as { frameId?: string; isDefault?: boolean }
      const frame = this.frames.find(frameId)
      if (frame && isDefault === true) this.frames.originated(frame, context.origin)
      if (context.name === preloadWorld && frame) this.#worlds.add({ session, context: context.id, frame })
    })
    session.on('Runtime.executionContextDestroyed', ({ executionContextId }) =>
      this.#forget(session, executionContextId),
    )
    session.on('Runtime.executionContextsCleared', () => this.#forget(session))
    session.on('Runtime.bindingCalled', ({ executionContextId, payload }) => {
      const world = [...this.#worlds].find((it) => it.session === session && it.context === executionContextId)
      if (world) void this.#hear(world, payload)
    })
  }

  #forget(session: Session, context?: number): void {
    for (const world of this.#worlds)
      if (world.session === session && (context === undefined || world.context === context)) this.#worlds.delete(world)
  }

  async #hear(world: World, payload: string): Promise<void> {
    const said = JSON.parse(payload) as Click | (Omit<Said, 'args'> & { at: number; args: string })
    if (said.type === 'open') return this.#owner.open(toApp(said.url), said.disposition)
    const { type, channel, at, args } = said
    const answer = await this.#owner.hear({ type, channel, args: unpack(args) as unknown[] }, world.frame)
    if (answer && this.#worlds.has(world)) tell(world, { type: 'value' in answer ? 'reply' : 'failure', at, ...answer })
  }
}

/** Calls the function that receives messages in a preload's world. */
function tell({ session, context }: World, message: object): void {
  session.tell('Runtime.callFunctionOn', {
    executionContextId: context,
    functionDeclaration: `function (text) { ${deliver}(text) }`,
    arguments: [{ value: framesToChromium(JSON.stringify(message)) }],
    silent: true,
  })
}
