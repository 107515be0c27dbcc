import type { JsonObject, JsonValue } from '../schema/json.ts'

/** Max bytes of one message of a server's app, as JSON in UTF-8; a request to save files has them in it. */
const mostBytes = 1024 * 1024
const mostBytesWithFiles = 10 * mostBytes
/** Max nesting of lists and objects in one message. */
export const mostLevels = 64

/**
 * How many messages an app can send, and after how many dropped ones it is ended. The window applies it to spare itself,
 * the host because it doesn't trust the window.
 */
export const messageRate = { burst: 100, perSecond: 50, mostDropped: 1000 }

/** Messages of the extension between Atrium and the proxy; an app can neither send nor receive them. */
export const proxyMessages = {
  /** The proxy can show the app (MCP Apps 2026-01-26, Sandbox proxy). */
  ready: 'ui/notifications/sandbox-proxy-ready',
  /** The proxy may show it (same section). The app comes by its address, so there is no HTML in it. */
  show: 'ui/notifications/sandbox-resource-ready',
  /** The user entered the app, so the focus is its. An addition of Atrium's. */
  enter: 'ui/notifications/sandbox-app-entered',
  /** The app's frame loaded another document, or tried to. An addition of Atrium's. */
  left: 'ui/notifications/sandbox-app-left',
} as const

/** The origin of a frame's address, cut from the text: `URL` has none for the window's own scheme. */
export const frameOrigin = (address: string): string => address.split('/').slice(0, 3).join('/')

const reserved = 'ui/notifications/sandbox-'

/** Whether a message is one of those between Atrium and the proxy, or claims to be. */
export const isForProxy = (message: unknown): boolean => methodOf(message).startsWith(reserved)

const methodOf = (message: unknown): string =>
  typeof message === 'object' && message !== null && 'method' in message && typeof message.method === 'string'
    ? message.method
    : ''

/** Max bytes of this message: more with files to save (MCP Apps, draft, ui/download-file). */
const limitOf = (message: unknown): number =>
  methodOf(message) === 'ui/download-file' ? mostBytesWithFiles : mostBytes

/** A message's bytes, as JSON in UTF-8. */
export function bytesOfMessage(message: JsonObject): number {
  const text = JSON.stringify(message)
  let bytes = 0
  // JSON has surrogates only in pairs, of four bytes each.
  for (let at = 0; at < text.length; at += 1) {
    const unit = text.charCodeAt(at)
    bytes += unit < 0x80 ? 1 : unit < 0x800 || (unit >= 0xd800 && unit <= 0xdfff) ? 2 : 3
  }
  return bytes
}

/** Whether a message isn't too large. */
export const isWithinSize = (message: JsonObject): boolean => bytesOfMessage(message) <= limitOf(message)

/** How many messages this one counts for: as many as would have its bytes. */
export const weightOf = (message: JsonObject): number =>
  limitOf(message) === mostBytes ? 1 : Math.max(1, Math.ceil(bytesOfMessage(message) / mostBytes))

/**
 * A copy of a message from another window; undefined if it is anything but JSON, or exceeds the limits. Members without
 * a value are left out, as in JSON text.
 */
export function messageIn(data: unknown): JsonObject | undefined {
  try {
    const copy = new Copier(limitOf(data)).copy(data, 0)
    const isObject = typeof copy === 'object' && copy !== null && !Array.isArray(copy)
    return isObject && isWithinSize(copy) ? copy : undefined
  } catch (error) {
    if (error instanceof NotPassed) return undefined
    throw error
  }
}

class NotPassed extends Error {}

/**
 * Copies one message. It stops once its characters alone exceed the limit in bytes, so a huge message costs no more than a
 * large one.
 */
class Copier {
  #left: number

  constructor(limit: number) {
    this.#left = limit
  }

  copy(value: unknown, level: number): JsonValue {
    switch (typeof value) {
      case 'string':
        this.#spend(value.length + 2)
        return value
      case 'number':
        if (!Number.isFinite(value)) throw new NotPassed()
        this.#spend(String(value).length)
        return value
      case 'boolean':
        this.#spend(4)
        return value
      case 'object':
        return value === null ? this.#nothing() : this.#parts(value, level + 1)
      default:
        throw new NotPassed()
    }
  }

  #nothing(): null {
    this.#spend(4)
    return null
  }

  #parts(value: object, level: number): JsonValue {
    if (level > mostLevels) throw new NotPassed()
    this.#spend(2)
    if (Array.isArray(value)) {
      const list: JsonValue[] = []
      for (let at = 0; at < value.length; at += 1) list.push(this.copy(value[at], level))
      return list
    }
    // Maps, dates, files and buffers have another one. Copies from another window have this window's.
    if (Object.getPrototypeOf(value) !== Object.prototype) throw new NotPassed()
    const members: [string, JsonValue][] = []
    for (const [name, member] of Object.entries(value)) {
      if (member === undefined) continue
      this.#spend(name.length + 3)
      members.push([name, this.copy(member, level)])
    }
    return Object.fromEntries(members)
  }

  #spend(characters: number): void {
    this.#left -= characters
    if (this.#left < 0) throw new NotPassed()
  }
}
