import { EventEmitter } from 'node:events'

const faces = new WeakMap<object, object>()
const inners = new WeakMap<object, object>()

/** A double's object as the app sees it, once made strict. */
export const faceOf = <T extends object>(inner: T): T => (faces.get(inner) ?? inner) as T

/** The double's object behind what the app sees. */
export const innerOf = <T extends object>(face: T): T => (inners.get(face) ?? face) as T

const missing = (what: string) => new Error(`The double of Electron does not implement ${what}.`)

/**
 * The object as the app sees it: using a member it doesn't have throws. Methods run on the object itself, so it can
 * have private members; a test can replace a method.
 */
export function strict<T extends object>(name: string, inner: T): T {
  const methods = new Map<PropertyKey, unknown>()
  const face: T = new Proxy(inner, {
    get(target, key) {
      if (!(key in target) && typeof key === 'string' && key !== 'then') throw missing(`${name}.${key}`)
      const value: unknown = Reflect.get(target, key, target)
      if (typeof value !== 'function' || inners.has(value)) return value
      if (!methods.has(key))
        methods.set(key, (...args: unknown[]) => {
          const result: unknown = Reflect.apply(Reflect.get(target, key, target) as () => unknown, target, args)
          return result === target ? face : result
        })
      return methods.get(key)
    },
    set(target, key, value) {
      if (!(key in target)) throw missing(`setting ${name}.${String(key)}`)
      return Reflect.set(target, key, value, target)
    },
  })
  faces.set(inner, face)
  inners.set(face, inner)
  return face
}

/** Refuses an option that the double would silently ignore. */
export function onlyKnown(what: string, options: object, known: readonly string[]): void {
  const unknown = Object.keys(options).filter((key) => !known.includes(key))
  if (unknown.length > 0) throw missing(`${what} with ${unknown.join(', ')}`)
}

/** An emitter that refuses a listener for an event that would never come. */
export class StrictEmitter extends EventEmitter {
  readonly #name: string
  readonly #known: readonly string[]

  constructor(name: string, known: readonly string[]) {
    super()
    this.#name = name
    this.#known = known
    for (const method of ['on', 'once', 'addListener', 'prependListener', 'prependOnceListener'] as const) {
      const add = this[method].bind(this)
      this[method] = (event: string | symbol, listener: (...args: never[]) => void) => {
        if (typeof event === 'string' && !this.#known.includes(event))
          throw missing(`the event ${event} of ${this.#name}`)
        return add(event, listener as (...args: unknown[]) => void)
      }
    }
  }
}

/** Emits an event that a listener can stop; returns whether one did. */
export function ask(emitter: EventEmitter, event: string, details: object, ...more: unknown[]): boolean {
  let stopped = false
  const asked = {
    ...details,
    get defaultPrevented() {
      return stopped
    },
    preventDefault: () => void (stopped = true),
  }
  emitter.emit(event, asked, ...more)
  return stopped
}
