import { wire } from './wire.ts'

/** The name of the function through which the preload's side of the double calls Node. */
export const binding = '__electronDouble'
export const preloadWorld = 'Electron Isolated Context'
/** The function in the preload's world that receives Node's messages. */
export const deliver = '__electronDoubleDeliver'

type Codec = ReturnType<typeof wire>
type Callable = (...args: unknown[]) => unknown
type Stand = { function: number } | { promise: number } | { error: string }
type Post =
  | { type: 'call'; at: number; args: string }
  | { type: 'returned'; value: string }
  | { type: 'threw'; error: string }
  | { type: 'settled'; at: number; value: string; failed: boolean }
  | { type: 'expose'; key: string; value: string }

/**
 * One end of the bridge between a document's worlds: values are copied, functions and promises are proxied, prototypes
 * don't cross. The ends meet in a node that the page has never seen, before the page runs, so nothing in the page can
 * eavesdrop or interfere.
 */
function bridge(codec: Codec, node: EventTarget, mine: string, theirs: string) {
  const functions: Callable[] = []
  const promises = new Map<number, { resolve: Callable; reject: Callable }>()
  const proxies = new Map<number, Callable>()
  let last = 0
  const answers: Extract<Post, { type: 'returned' | 'threw' }>[] = []

  const post = (message: Post): boolean =>
    node.dispatchEvent(new CustomEvent(theirs, { detail: JSON.stringify(message) }))
  const special = {
    encode(value: object): Stand | undefined {
      if (typeof value === 'function') return { function: indexOf(value as Callable) }
      if (value instanceof Promise) return { promise: follow(value) }
      if (value instanceof Error) return { error: value.message }
      return undefined
    },
    decode(stand: Stand): unknown {
      if ('function' in stand) return proxyOf(stand.function)
      if ('error' in stand) return new Error(stand.error)
      return new Promise((resolve, reject) => promises.set(stand.promise, { resolve, reject }))
    },
  }
  const copyOut = (value: unknown): string => codec.encode(value, special)
  const copyIn = (text: string): unknown => codec.decode(text, special)

  const indexOf = (value: Callable): number => {
    const known = functions.indexOf(value)
    return known < 0 ? functions.push(value) - 1 : known
  }
  const follow = (promise: Promise<unknown>): number => {
    const at = (last += 1)
    const settle = (failed: boolean) => (value: unknown) =>
      post({
        type: 'settled',
        at,
        value: copyOut(failed && !(value instanceof Error) ? new Error(String(value)) : value),
        failed,
      })
    promise.then(settle(false), settle(true))
    return at
  }
  const proxyOf = (at: number): Callable => {
    const known = proxies.get(at)
    if (known) return known
    const proxy: Callable = (...args) => {
      post({ type: 'call', at, args: copyOut(args) })
      const given = answers.pop()
      if (!given) throw new Error('The other side of the bridge is gone.')
      if (given.type === 'threw') throw new Error(given.error)
      return copyIn(given.value)
    }
    proxies.set(at, proxy)
    return proxy
  }
  const freeze = (value: unknown): unknown => {
    if (typeof value === 'object' && value !== null)
      for (const part of Object.values(Object.freeze(value))) freeze(part)
    return value
  }

  node.addEventListener(mine, (event) => {
    const message = JSON.parse((event as CustomEvent<string>).detail) as Post
    switch (message.type) {
      case 'call':
        try {
          const value: unknown = functions[message.at]?.(...(copyIn(message.args) as unknown[]))
          post({ type: 'returned', value: copyOut(value) })
        } catch (error) {
          post({ type: 'threw', error: error instanceof Error ? error.message : String(error) })
        }
        break
      case 'settled': {
        const promise = promises.get(message.at)
        promises.delete(message.at)
        promise?.[message.failed ? 'reject' : 'resolve'](copyIn(message.value))
        break
      }
      case 'expose': {
        if (Object.hasOwn(globalThis, message.key)) break
        const value = freeze(copyIn(message.value))
        Object.defineProperty(globalThis, message.key, {
          value,
          enumerable: true,
          writable: false,
          configurable: false,
        })
        break
      }
      default:
        answers.push(message)
    }
  })
  return { expose: (key: string, value: unknown) => post({ type: 'expose', key, value: copyOut(value) }) }
}

/** In the page's world: waits for the preload's end, which runs right after. */
function page(codec: Codec, open: typeof bridge): void {
  const meet = (event: Event): void => {
    const node = (event as MouseEvent).relatedTarget
    if (node) open(codec, node, 'to-page', 'to-preload')
  }
  document.addEventListener('electron-double', meet, { once: true, capture: true })
}

/** A click on a link that opens another tab or window. */
export type Click = { type: 'open'; url: string; disposition: string }

/**
 * In every frame's preload world: intercepts and reports clicks by which Chromium would open a tab on its own, which
 * the app couldn't stop.
 */
function watchClicks(name: string): void {
  const take = (event: MouseEvent): void => {
    const { button, ctrlKey, metaKey, shiftKey } = event
    const link = event.composedPath().find((it) => it instanceof HTMLAnchorElement && it.href !== '')
    const isAside = button === 1 || (button === 0 && (ctrlKey || metaKey || shiftKey))
    if (event.defaultPrevented || !link || !isAside) return
    event.preventDefault()
    const disposition = shiftKey ? (ctrlKey || metaKey ? 'foreground-tab' : 'new-window') : 'background-tab'
    const click: Click = { type: 'open', url: (link as HTMLAnchorElement).href, disposition }
    ;(globalThis as unknown as Record<string, Callable>)[name]?.(JSON.stringify(click))
  }
  addEventListener('click', take)
  addEventListener('auxclick', take)
}

/** In the preload's world: `electron` as a sandboxed preload gets it (docs/tutorial/sandbox.md of Electron), and the preload itself. */
function preload(codec: Codec, open: typeof bridge, names: { binding: string; deliver: string }, run: Callable): void {
  type Told =
    | { type: 'reply'; at: number; value: string }
    | { type: 'failure'; at: number; error: string }
    | { type: 'event'; channel: string; args: string }
  const node = document.createElement('i')
  document.dispatchEvent(new MouseEvent('electron-double', { relatedTarget: node }))
  const side = open(codec, node, 'to-preload', 'to-page')
  const world = globalThis as unknown as Record<string, Callable>
  const tell = world[names.binding] as Callable
  const waiting = new Map<number, { resolve: Callable; reject: Callable }>()
  const listeners = new Map<string, Callable[]>()
  let last = 0

  const strict = <T extends object>(name: string, inner: T): T =>
    new Proxy(inner, {
      get(target, key) {
        if (key in target || typeof key === 'symbol') return Reflect.get(target, key) as unknown
        throw new Error(`The double of Electron does not implement ${name}.${key}.`)
      },
    })
  const send = (type: string, channel: string, args: unknown[], at = 0): void => {
    if (typeof channel !== 'string') throw new TypeError('The channel must be a string.')
    tell(JSON.stringify({ type, channel, at, args: codec.encode(structuredClone(args)) }))
  }
  const ipcRenderer = {
    invoke: async (channel: string, ...args: unknown[]) => {
      const at = (last += 1)
      const answered = new Promise((resolve, reject) => waiting.set(at, { resolve, reject }))
      send('invoke', channel, args, at)
      return answered
    },
    send: (channel: string, ...args: unknown[]) => send('send', channel, args),
    on: (channel: string, listener: Callable) => {
      listeners.set(channel, [...(listeners.get(channel) ?? []), listener])
      return ipcRenderer
    },
    off: (channel: string, listener: Callable) => {
      listeners.set(
        channel,
        (listeners.get(channel) ?? []).filter((it) => it !== listener),
      )
      return ipcRenderer
    },
  }
  world[names.deliver] = (text: unknown) => {
    const told = JSON.parse(text as string) as Told
    if (told.type === 'event') {
      const args = codec.decode(told.args) as unknown[]
      for (const listener of listeners.get(told.channel) ?? []) listener({ sender: ipcRenderer, ports: [] }, ...args)
      return
    }
    const promise = waiting.get(told.at)
    waiting.delete(told.at)
    if (told.type === 'reply') promise?.resolve(codec.decode(told.value))
    else promise?.reject(new Error(told.error))
  }
  const contextBridge = {
    exposeInMainWorld: (key: string, value: unknown) => void side.expose(key, value),
  }
  const electron = strict('electron', {
    contextBridge: strict('contextBridge', contextBridge),
    ipcRenderer: strict('ipcRenderer', ipcRenderer),
  })
  const require = (name: unknown): unknown => {
    if (name === 'electron') return electron
    throw new Error(`module not found: ${String(name)}. A sandboxed preload may require electron only.`)
  }
  const process = {
    contextIsolated: true,
    sandboxed: true,
    type: 'renderer',
    platform: 'linux',
    versions: {},
    argv: [],
    env: {},
  }
  const module = { exports: {} }
  run(require, module, module.exports, strict('process', process))
}

/** The script in the page's world of every document. */
export const pageSource = `(() => { const bridge = ${String(bridge)}; (${String(page)})((${String(wire)})(), bridge) })()`

/** The script in the preload's own world: of the main frame, or of every frame. */
export function preloadSource(code: string, file: string, everyFrame: boolean): string {
  const run = `function (require, module, exports, process) {\n${code}\n}`
  const names = JSON.stringify({ binding, deliver })
  const start = `const bridge = ${String(bridge)}; (${String(preload)})((${String(wire)})(), bridge, ${names}, ${run})`
  const clicks = `(${String(watchClicks)})(${JSON.stringify(binding)})`
  return `${clicks}; ${everyFrame ? '' : 'if (self === top) '}(() => { ${start} })()\n//# sourceURL=file://${file}`
}
