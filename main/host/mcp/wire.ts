import type { JsonObject } from '../../../shared/json.ts'
import type { RequestId } from './framing.ts'
import type { Violation } from './misconduct.ts'

/** A message never left: the channel is gone, or full. */
export class Unsent extends Error {
  override readonly name = 'Unsent'
}

/** A channel that carries JSON-RPC messages to one server and back. */
export interface Wire {
  /** Delivers from now on, and first what has come already. Called once. */
  listen(sink: WireSink): void
  /** Throws `Unsent`. */
  send(message: JsonObject): void
  /** Resolves when everything behind the channel has ended. */
  close(): Promise<void>
}

export type WireSink = {
  message(message: JsonObject): void
  /** Something was not delivered; `id` is the request it may have answered. */
  dropped(violation: Violation, id?: RequestId): void
  closed(): void
}
