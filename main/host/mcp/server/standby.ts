import type { ServerConfig } from '../../../../shared/config/server-config.ts'
import { HostError } from '../../../../shared/contract/errors.ts'
import { isObject, type JsonObject } from '../../../../shared/schema/json.ts'
import { startsOnCall } from '../../../../shared/state/server-state.ts'
import type { Definition } from '../catalogue/definition.ts'
import type { Journal } from '../../journal/journal.ts'
import type { Validator } from '../../validation/validator.ts'

/** A tool's definition and its list entry. */
export type LastDefined = Pick<Definition, 'hash' | 'raw' | 'entry'>

/** The server's part in its own start; `beginning` resolves when a start on request has ended. */
type Started = { id: string; start(): Promise<void>; readonly beginning: Promise<void> | undefined }

/**
 * A server that starts on its first call. Its tools are offered as it last defined them, and only as far as they were
 * accepted. The call that starts it is checked against what the running server offers, as every call is.
 */
export class Standby {
  readonly #server: Started
  readonly #config: () => ServerConfig
  readonly #deps: { journal: Journal; validator: Validator }
  /** A definition never changes, and each turn asks for it again. */
  readonly #read = new Map<string, JsonObject>()

  constructor(server: Started, config: () => ServerConfig, deps: { journal: Journal; validator: Validator }) {
    this.#server = server
    this.#config = config
    this.#deps = deps
  }

  /** Whether a call starts it, or has begun to. */
  get isOn(): boolean {
    return startsOnCall(this.#config(), this.#deps.journal.state.servers[this.#server.id])
  }

  /** A tool as the server last defined it; undefined if no call starts the server. */
  tool(name: string): LastDefined | undefined {
    if (!this.isOn) return undefined
    const { tools = {} } = this.#deps.journal.state.servers[this.#server.id] ?? {}
    const entry = Object.hasOwn(tools, name) ? tools[name] : undefined
    const raw = entry && (this.#read.get(entry.hash) ?? this.#definition(entry.hash))
    return entry && raw && { hash: entry.hash, raw, entry }
  }

  /** Starts the server for a call. Resolves when it is ready, has failed or was stopped. Never rejects. */
  async start(): Promise<void> {
    this.#deps.validator.warm()
    if (!this.#server.beginning) void this.#server.start()
    await this.#server.beginning
  }

  #definition(hash: string): JsonObject | undefined {
    try {
      const value = this.#deps.journal.read({ blob: hash, bytes: 0, preview: '' })
      if (!isObject(value)) return undefined
      this.#read.set(hash, value)
      return value
    } catch (error) {
      // It was never written; the running server will list it.
      if (error instanceof HostError) return undefined
      throw error
    }
  }
}
