import type { JsonObject } from '../../../../shared/schema/json.ts'

/** One call of a tool: what it is bound to. A change of server configuration or definition makes it stale. */
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
  /** Places in the arguments (RFC 6901) that were left out and have the tool's defaults now. */
  filled?: string[]
}

declare const cleared: unique symbol

/** An operation that a person or a rule let through. Only `agent/clearance.ts` makes one. */
export type Cleared<Op> = Op & { readonly [cleared]: true }
