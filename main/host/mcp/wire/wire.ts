import type { JsonObject } from '../../../../shared/schema/json.ts'
import type { Digest } from '../results/digest.ts'
import type { Remains, WantedBy } from './frame.ts'
import type { RequestId } from './request-ids.ts'
import type { Violation } from './violation.ts'

/** The member of `_meta` in which a modern message names its revision (2026-07-28, basic#_meta). */
export const revisionMember = 'io.modelcontextprotocol/protocolVersion'

/** A message was never sent: the channel is gone, or full. */
export class Unsent extends Error {
  override readonly name = 'Unsent'
}

/** Options for sending a message; only HTTP wires use them. */
export type SendOptions = {
  /** Aborts when the request is abandoned. */
  requestSignal?: AbortSignal | undefined
  /** Copies of arguments that the server wants in headers (2026-07-28, streamable-http#custom-headers). */
  headers?: Readonly<Record<string, string>> | undefined
}

/** Why an answer that began has no end: it stopped, or was cut off for being too long or a flood. */
export type BreakOff = 'brokeOff' | 'tooLong' | 'flood'

/** How a connection to a process ended. */
export type Ending =
  | { how: 'exited'; code: number | null; signal: string | null; midLine: boolean }
  /** The connection to a server at a URL; `clause` says how, after the server's name. */
  | { how: 'lost'; clause: string }
  | { how: 'closed-stdout' | 'closed-stdin' | 'line-too-long' | 'flood' | 'stopped' }

/** A channel for JSON-RPC messages to and from one server. */
export interface Wire {
  /** Each request has its own stream, and closing that cancels it (2026-07-28, patterns/cancellation). */
  readonly streamsPerRequest?: boolean
  /** Delivers from now on, starting with what has already arrived. Called once. */
  listen(sink: WireSink): void | Promise<void>
  /** Throws `Unsent`, or rejects if the server didn't accept it. */
  send(message: JsonObject, options?: SendOptions): void | Promise<void>
  setProtocolVersion?(version: string): void
  /** Resolves when everything behind the channel has ended. */
  close(): Promise<void>
}

/** Receives everything that arrives on a wire. */
export type WireSink = {
  /** With `digest`, the message contains little more than its ID. */
  message(message: JsonObject, digest?: Digest): void
  /** An error without an ID, in a place that is only for this request's answer. */
  refused(id: RequestId, error: JsonObject): void
  readonly wanted: WantedBy
  /** Something wasn't delivered; `remains` may answer a request. */
  dropped(violation: Violation, remains?: Remains): void
  /**
   * Nothing more will arrive for this request, although an answer had begun. `how` tells whether the server or Atrium
   * stopped it.
   */
  brokeOff(id: RequestId, how?: BreakOff): void
  /** Another server of the same kind now answers behind the channel. */
  changed(): void
  closed(): void
}
