import type { OpenedFrame, AppFrames, ServedFrame } from '../../../main/host/platform.ts'
import type { Input } from '../../../shared/contract/commands.ts'
import type { ViewState, AppSurroundings } from '../../../shared/contract/result-commands.ts'
import { isObject, type JsonObject } from '../../../shared/schema/json.ts'
import type { Person } from '../../support/person.ts'

/** A shell's frames, without a window: the served documents, and those still served. */
export class ScriptedFrames implements AppFrames {
  readonly served: ServedFrame[] = []
  readonly running = new Set<string>()

  open(app: ServedFrame): Promise<OpenedFrame> {
    const address = `frame:${this.served.push(app)}`
    this.running.add(address)
    return Promise.resolve({ address, close: () => void this.running.delete(address) })
  }
}

/** The window around an app: light, 700 pixels wide. */
export const around: AppSurroundings = {
  theme: 'light',
  variables: { '--color-text-primary': 'light-dark(#111111, #eeeeee)' },
  locale: 'en',
  timeZone: 'UTC',
  mode: 'inline',
  width: 700,
  mostHeight: 600,
  touch: false,
  hover: true,
}

/** An app's script, and the window that relays for it. It answers nothing by itself. */
export class ScriptedApp {
  /** Atrium's messages, in order. */
  readonly received: JsonObject[] = []
  now: ViewState = { state: 'reading' }
  readonly #person: Person
  readonly #view: string
  #asked = 0

  private constructor(person: Person, view: string) {
    this.#person = person
    this.#view = view
  }

  /** Begins to show the app of a call. */
  static async show(
    person: Person,
    { conversation, call }: Pick<Input<'openApp'>, 'conversation' | 'call'>,
  ): Promise<ScriptedApp> {
    const { view } = await person.link.call('openApp', { conversation, call, around })
    return new ScriptedApp(person, view)
  }

  get view(): string {
    return this.#view
  }

  /** Takes the available messages until the condition is met. */
  async until<T>(what: string, condition: () => T | undefined | false): Promise<T> {
    let taken = -1
    let taking: Promise<void> | undefined
    return this.#person.until(what, () => {
      const told = this.#person.all('page.told').filter(({ view }) => view === this.#view).length
      if (!taking && (told !== taken || told === 0)) {
        taken = told
        taking = this.#take().finally(() => (taking = undefined))
      }
      return taking ? false : condition()
    })
  }

  /** Waits for one of its states. */
  async is<S extends ViewState['state']>(state: S): Promise<Extract<ViewState, { state: S }>> {
    await this.until(`the app is ${state}`, () => this.now.state === state)
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- it has just become that
    return this.now as Extract<ViewState, { state: S }>
  }

  say(...messages: JsonObject[]): Promise<void> {
    return this.#person.link.call('tellApp', { view: this.#view, messages })
  }

  notify(method: string, params: JsonObject = {}): Promise<void> {
    return this.say({ jsonrpc: '2.0', method, params })
  }

  /** Sends a request and waits for its answer. */
  async ask(method: string, params: JsonObject = {}, id: string | number = ++this.#asked): Promise<JsonObject> {
    const before = this.received.length
    await this.say({ jsonrpc: '2.0', id, method, params })
    return this.until(`an answer to ${method}`, () =>
      this.received.slice(before).find((it) => it['id'] === id && it['method'] === undefined),
    )
  }

  /** The handshake of the extension's own library. */
  async shakeHands(appCapabilities: JsonObject = {}): Promise<JsonObject> {
    await this.is('open')
    const answer = await this.ask('ui/initialize', {
      appInfo: { name: 'scripted', version: '1' },
      appCapabilities,
      protocolVersion: '2026-01-26',
    })
    await this.notify('ui/notifications/initialized')
    return isObject(answer['result']) ? answer['result'] : {}
  }

  /** The message with this method, as soon as it came. */
  got(method: string): Promise<JsonObject> {
    return this.until(method, () => this.received.find((it) => it['method'] === method))
  }

  /** Ends the app without telling it. */
  async close(): Promise<void> {
    await this.#person.link.call('closeApp', { view: this.#view, because: 'left' }).catch(() => undefined)
  }

  methods(): unknown[] {
    return this.received.flatMap(({ method }) => method ?? [])
  }

  async #take(): Promise<void> {
    // After its end there is nothing to take.
    const taken = await this.#person.link.call('takeApp', { view: this.#view }).catch(() => undefined)
    if (!taken) return
    this.now = taken.now
    this.received.push(...taken.messages)
  }
}
