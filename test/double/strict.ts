import { EventEmitter } from 'node:events'

const faces = new WeakMap<object, object>()
const inners = new WeakMap<object, object>()

/** A double's object as the app sees it, once made strict. */
export const faceOf = <T extends object>(inner: T): T => (faces.get(inner) ?? inner) as T

/** The double's object behind what the app sees. */
export const innerOf = <T extends object>(face: T): T => (inners.get(face) ?? face) as T

const missing = (what: string) => new Error(`The double of Electron does not implement ${what}.`)

/** When an object ends in Electron, what it then throws, and its members that can still be used. */
type End = { isGone(): boolean; error(): Error; keeps: readonly string[] }

/** Of an object whose native part is gone: shell/common/gin_helper/function_template.h of Electron, ArgumentHolder */
export const destroyed = (): Error => new TypeError('Object has been destroyed')

/**
 * The object as the app sees it: using a member it doesn't have throws. Methods run on the object itself, so it can
 * have private members; a test can replace a method. Once it has ended, a property throws at a look and a method when
 * called; those of its emitter are JavaScript's own and don't.
 */
export function strict<T extends object>(name: string, inner: T, end?: End): T {
  const methods = new Map<PropertyKey, unknown>()
  const isLost = (key: PropertyKey): boolean =>
    end?.isGone() === true && typeof key === 'string' && !end.keeps.includes(key) && !(key in EventEmitter.prototype)
  const face: T = new Proxy(inner, {
    get(target, key) {
      if (!(key in target) && typeof key === 'string' && key !== 'then') throw missing(`${name}.${key}`)
      const isMethod = typeof propertyOf(target, key)?.value === 'function'
      if (end && !isMethod && isLost(key)) throw end.error()
      const value: unknown = Reflect.get(target, key, target)
      if (typeof value !== 'function' || inners.has(value)) return value
      if (!methods.has(key))
        methods.set(key, (...args: unknown[]) => {
          if (end && isLost(key)) throw end.error()
          const result: unknown = Reflect.apply(Reflect.get(target, key, target) as () => unknown, target, args)
          return result === target ? face : result
        })
      return methods.get(key)
    },
    set(target, key, value) {
      if (end && isLost(key)) throw end.error()
      if (!(key in target)) throw missing(`setting ${name}.${String(key)}`)
      return Reflect.set(target, key, value, target)
    },
  })
  faces.set(inner, face)
  inners.set(face, inner)
  return face
}

/** Without looking at its value, which a getter may compute. */
function propertyOf(target: object, key: PropertyKey): PropertyDescriptor | undefined {
  for (let at: object | null = target; at !== null; at = Reflect.getPrototypeOf(at)) {
    const found = Reflect.getOwnPropertyDescriptor(at, key)
    if (found) return found
  }
  return undefined
}

/** Refuses an option that the double would silently ignore. */
export function onlyKnown(what: string, options: object, known: readonly string[]): void {
  const unknown = Object.keys(options).filter((key) => !known.includes(key))
  if (unknown.length > 0) throw missing(`${what} with ${unknown.join(', ')}`)
}

/** An emitter of Electron's, which refuses a listener for an event that would never come. */
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

  override emit(event: string | symbol, ...details: unknown[]): boolean {
    return callApp(() => super.emit(event, ...details)) ?? false
  }
}

/**
 * Calls into the app as Electron's own code does: what the app throws is an uncaught exception at once, and Electron
 * continues without a value. Follows shell/common/gin_helper/event_emitter_caller.cc and callback.h of Electron.
 */
export function callApp<T>(run: () => T): T | undefined {
  try {
    return run()
  } catch (error) {
    ;(process as EventEmitter).emit('uncaughtException', error, 'uncaughtException')
    return undefined
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
