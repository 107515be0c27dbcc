import { setTimeout as wait } from 'node:timers/promises'
import { schemes } from './addresses.ts'
import { life } from './app.ts'
import type { Download } from './window/downloads.ts'
import type { Server } from './serve.ts'
import { running } from './window/state.ts'
import { ask, callApp, innerOf, onlyKnown, strict, StrictEmitter } from './strict.ts'

type Handler = (request: Request) => Response | Promise<Response>
type OnRequest = (contents: object, permission: string, answer: (granted: boolean) => void, details: object) => void
type OnCheck = (contents: object, permission: string, origin: string, details: object) => boolean
type OnBeforeRequest = (details: object, answer: (response: { cancel?: boolean }) => void) => void

class Protocol {
  readonly #handlers = new Map<string, Handler>()

  /** Once for each scheme, of those registered before ready: docs/api/protocol.md of Electron. */
  handle(scheme: string, handler: Handler): void {
    if (!schemes.has(scheme)) throw new Error(`The scheme ${scheme} was not registered before the app was ready.`)
    if (this.#handlers.has(scheme)) throw new Error(`The scheme ${scheme} is handled already.`)
    this.#handlers.set(scheme, handler)
  }

  unhandle(scheme: string): void {
    this.#handlers.delete(scheme)
  }

  isProtocolHandled(scheme: string): boolean {
    return this.#handlers.has(scheme)
  }

  static handlerOf(protocol: Protocol, scheme: string): Handler | undefined {
    return protocol.#handlers.get(scheme)
  }
}

const events = ['will-download', 'select-hid-device', 'select-serial-port', 'select-usb-device']

export class Session extends StrictEmitter {
  readonly #protocol = new Protocol()
  readonly protocol = strict('protocol', this.#protocol)
  #onRequest: OnRequest | null = null
  #onCheck: OnCheck | null = null
  readonly #whenChanged = new Set<() => void>()
  #onBeforeRequest: OnBeforeRequest | null = null
  readonly webRequest = strict('webRequest', {
    onBeforeRequest: (listener: OnBeforeRequest | null) => void (this.#onBeforeRequest = listener),
  })

  constructor() {
    super('session', events)
  }

  setPermissionRequestHandler(handler: OnRequest | null): void {
    this.#onRequest = handler
    for (const changed of this.#whenChanged) changed()
  }

  setPermissionCheckHandler(handler: OnCheck | null): void {
    this.#onCheck = handler
    for (const changed of this.#whenChanged) changed()
  }

  /** The double has no devices and captures no screen: the effect of these shows only in Electron. */
  setDevicePermissionHandler(_handler: unknown): void {}

  setDisplayMediaRequestHandler(_handler: unknown, options: object = {}): void {
    onlyKnown('setDisplayMediaRequestHandler', options, ['useSystemPicker'])
  }

  setUSBProtectedClassesHandler(_handler: unknown): void {}

  setBluetoothPairingHandler(_handler: unknown): void {}

  /**
   * In PAC form, and empty after an error; one question waits for the one before it: ResolveProxy in
   * shell/browser/net/resolve_proxy_helper.cc of Electron. This double's system has no proxy.
   */
  resolveProxy(url: string): Promise<string> {
    return Promise.resolve(URL.canParse(url) ? 'DIRECT' : '')
  }

  /** Without a handler Electron says yes: CheckPermissionWithDetails in shell/browser/electron_permission_manager.cc. */
  static checks(face: Session, ...asked: Parameters<OnCheck>): boolean {
    const onCheck = innerOf(face).#onCheck
    return onCheck === null || callApp(() => onCheck(...asked)) === true
  }

  /** Without a handler Electron says yes: RequestPermissionsWithDetails in the same file. A late answer doesn't count. */
  static async requests(face: Session, contents: object, permission: string, details: object): Promise<boolean> {
    const onRequest = innerOf(face).#onRequest
    if (!onRequest) return true
    const answered = new Promise<boolean>((resolve) => callApp(() => onRequest(contents, permission, resolve, details)))
    return Promise.race([answered, wait(500, false)])
  }

  /** Calls back when a handler changes. */
  static whenChanged(session: Session, changed: () => void): void {
    innerOf(session).#whenChanged.add(changed)
  }

  static download(session: Session, { item, refuse }: Download, contents: object): void {
    if (ask(innerOf(session), 'will-download', {}, item, contents)) refuse()
  }

  /** How its pages' requests are answered. */
  static server(face: Session): Server {
    const session = innerOf(face)
    return {
      isWanted: (details) => {
        const listener = session.#onBeforeRequest
        if (!listener) return Promise.resolve(true)
        return new Promise((resolve) => callApp(() => listener(details, ({ cancel }) => resolve(cancel !== true))))
      },
      answer: async (scheme, request) => {
        const handler = Protocol.handlerOf(session.#protocol, scheme)
        if (!handler) throw new Error(`Nobody handles ${scheme}.`)
        return handler(request)
      },
    }
  }
}

let usual: Session | undefined

/** As in Electron, it exists from the moment the app is ready: docs/api/session.md. */
export function defaultSession(): Session {
  if (!running.chromium) throw new Error('Session can only be received when app is ready')
  if (!usual) {
    usual = strict('session', new Session())
    life.emit('session-created', usual)
  }
  return usual
}

export const session = strict('session', {
  get defaultSession() {
    return defaultSession()
  },
})
