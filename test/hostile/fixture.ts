import { expect } from 'vitest'
import type { CallReply } from '../../main/host/mcp/requests/call.ts'
import type { ServersDeps } from '../../main/host/mcp/server/servers.ts'
import { isObject, type JsonObject, type JsonValue } from '../../shared/schema/json.ts'
import type { ServerConfigs } from '../../shared/config/server-config.ts'
import type { Fleet } from '../support/fleet.ts'

/** One hostile server: its behaviour, and the conditions that apply during and after it. */
export type Fixture = {
  name: string
  /** The numbers of the cases in docs/threat-model.md that it plays. */
  cases: string
  does: string
  must: string
  /** Next to the good neighbour; `canary` is a URL that must never be requested. */
  servers: (canary: string) => ServerConfigs | Promise<ServerConfigs>
  /** Played once in each; only legacy by default. */
  eras?: ('legacy' | 'modern')[]
  /** Its schemas burn time. A validator remembers that, so each play brings its own. */
  burnsTime?: true
  fleet?: Partial<ServersDeps>
  /** Lets it misbehave; fails if the host doesn't withstand it. */
  attack: (fleet: Fleet, call: Caller) => Promise<void>
  /** Checks after all servers have ended. */
  afterwards?: (fleet: Fleet) => void
  /** Ends everything it started except its servers. */
  leave?: () => Promise<void>
}

/** Runs a tool like a user; each call is in the journal, from its request to its one end. */
export type Caller = (
  tool: string,
  args?: JsonObject,
  more?: { signal?: AbortSignal; server?: string },
) => Promise<CallReply>

/** An answer's first text; empty if there is none. */
export function wordsOf(reply: CallReply): string {
  const content = reply.status === 'answered' ? reply.result['content'] : undefined
  const block = Array.isArray(content) ? content[0] : undefined
  return isObject(block) && typeof block['text'] === 'string' ? block['text'] : ''
}

export const structureOf = (reply: CallReply): JsonValue | undefined =>
  reply.status === 'answered' ? reply.result['structuredContent'] : undefined

export const notesOf = (reply: CallReply): string[] => (reply.status === 'answered' ? reply.notes : [reply.status])

export const gone = { status: 'failed', problem: expect.stringContaining('ended'), mayHaveRun: true }
export const unreadable = { status: 'failed', problem: expect.stringContaining('Can’t read'), mayHaveRun: true }
