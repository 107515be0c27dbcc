import type { JsonObject } from '../../../../shared/schema/json.ts'
import type { Digest } from '../results/digest.ts'
import type { Remains, WantedBy } from './frame.ts'
import type { RequestId } from './request-ids.ts'
import type { Violation } from '../protocol/types.ts'

/** The member of `_meta` in which a modern message names its revision (2026-07-28, basic#_meta). */
export const revisionMember = 'io.modelcontextprotocol/protocolVersion'

/** A message never left: the channel is gone, or full. */
export class Unsent extends Error {
  override readonly name = 'Unsent'
}

/** What goes with a message beside it; only wires over HTTP have a use for it. */
export type SendOptions = {
  /** Aborted when the request is given up. */
  requestSignal?: AbortSignal | undefined
  /** Copies of arguments that the server wants to see in headers (2026-07-28, streamable-http#custom-headers). */
  headers?: Readonly<Record<string, string>> | undefined
}

/** Why an answer that had begun has no end: it stopped, or was cut off because it was too long or a flood. */
export type BreakOff = 'brokeOff' | 'tooLong' | 'flood'

/** How a connection to a process ended. */
export type Ending =
  | { how: 'exited'; code: number | null; signal: string | null; midLine: boolean }
  /** The connection to a server at an address; `clause` says how, after the server's name. */
  | { how: 'lost'; clause: string }
  | { how: 'closed-stdout' | 'closed-stdin' | 'line-too-long' | 'flood' | 'stopped' }

/** A channel that carries JSON-RPC messages to one server and back. */
export interface Wire {
  /** Each request has a stream of its own, and closing that cancels it (2026-07-28, patterns/cancellation). */
  readonly streamsPerRequest?: boolean
  /** Delivers from now on, and first what has come already. Called once. */
  listen(sink: WireSink): void | Promise<void>
  /** Throws `Unsent`, or rejects where the server did not take it. */
  send(message: JsonObject, options?: SendOptions): void | Promise<void>
  setProtocolVersion?(version: string): void
  /** Resolves when everything behind the channel has ended. */
  close(): Promise<void>
}

export type WireSink = {
  /** With `digest`, the message holds little more than its id. */
  message(message: JsonObject, digest?: Digest): void
  readonly wanted: WantedBy
  /** Something was not delivered; what `remains` may answer a request. */
  dropped(violation: Violation, remains?: Remains): void
  /** Nothing more will come for this request, where something had begun to. `how` is the server's doing, or ours. */
  brokeOff(id: RequestId, how?: BreakOff): void
  /** Behind the channel is another server than before, of the same kind. */
  changed(): void
  closed(): void
}
