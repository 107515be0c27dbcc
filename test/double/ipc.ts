import { EventEmitter } from 'node:events'
import { strict } from './strict.ts'
import { wire } from './wire.ts'

type Handler = (event: object, ...args: unknown[]) => unknown

const codec = wire()

/** Values as they arrive at the other process. Throws like Electron for values that can't be cloned: docs/api/ipc-main.md. */
export const pack = (value: unknown): string => codec.encode(structuredClone(value))
export const unpack = (text: string): unknown => codec.decode(text)

class IpcMain extends EventEmitter {
  /** Electron's own name for it; a test reaches a handler by it, in the double as in Electron. */
  readonly _invokeHandlers = new Map<string, Handler>()

  handle(channel: string, handler: Handler): void {
    if (this._invokeHandlers.has(channel)) throw new Error(`Attempted to register a second handler for '${channel}'`)
    if (typeof handler !== 'function')
      throw new Error(`Expected handler to be a function, but found type '${typeof handler}'`)
    this._invokeHandlers.set(channel, handler)
  }

  removeHandler(channel: string): void {
    this._invokeHandlers.delete(channel)
  }
}

export const ipcMain = strict('ipcMain', new IpcMain())

/** The reply to a preload's `invoke`: the packed value, or Electron's error sentence, as in lib/renderer/api/ipc-renderer.ts. */
export async function invoke(
  channel: string,
  event: object,
  args: unknown[],
): Promise<{ value: string } | { error: string }> {
  try {
    const handler = ipcMain._invokeHandlers.get(channel)
    if (!handler) throw new Error(`No handler registered for '${channel}'`)
    return { value: pack(await handler(event, ...args)) }
  } catch (error) {
    return { error: `Error invoking remote method '${channel}': ${String(error)}` }
  }
}
