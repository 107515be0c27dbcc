import type { JsonObject } from '../../../../shared/schema/json.ts'

/** One tool call, and what it is bound to. A change of server configuration or definition makes it stale. */
export type ToolOperation = {
  call: string
  conversation: string
  turn: string
  server: string
  tool: string
  /** SHA-256 of the canonical JSON (RFC 8785) of the launch configuration, the definition and the arguments. */
  configuration: string
  definition: string
  argumentsHash: string
  arguments: JsonObject
  /** Positions in the arguments (RFC 6901) that were left out and got the tool's defaults. */
  filled?: string[]
}

declare const cleared: unique symbol

/** An operation cleared by the user or a rule. Only `agent/clearance.ts` creates one. */
export type Cleared<Op> = Op & { readonly [cleared]: true }
