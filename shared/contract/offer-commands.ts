import { z } from 'zod'
import { mostAttachments } from '../content/attachments.ts'
import { command, hash, id } from './command.ts'
import type { PromptMessage, ResourceContent, ResourceEntry } from '../content/listed.ts'

const uri = z.string().min(1).max(8192)
const values = z.record(z.string().min(1).max(200), z.string().max(100_000))

/** A prompt as its server filled it in. `handle` stands for exactly these messages in `sendMessage`. */
export type GotPrompt = {
  handle: string
  description?: string | undefined
  messages: PromptMessage[]
  /** What else the server sent that could not be used, in sentences. */
  problems: string[]
}

/**
 * A resource as it was read. `handle` stands for exactly these contents in `sendMessage`; `problems` says, in sentences,
 * what else the server sent that could not be read. `canFollow`: its server tells when it changes, so it can be sent `live`.
 */
export type ReadResource = { handle: string; contents: ResourceContent[]; problems: string[]; canFollow: boolean }

/** What an argument could be, at most 100; `total` is how many there are, as the server says. */
export type Completion = { values: string[]; total?: number | undefined; more: boolean; tookMs: number }

/**
 * What a person picks of what servers offer besides tools. She picks it herself, so nobody is asked; it is in the log.
 * Every one rejects with `not-found` where the server or the thing is not there, with `unavailable` and the server's own
 * words where the server refused, and with `conflict` where the definition is not the one she was shown or is in quarantine.
 */
export const offerCommands = {
  /** All resources that a server lists, in its order. */
  listResources: command('read', z.strictObject({ server: id })).returns<{
    resources: ResourceEntry[]
    incomplete?: string | undefined
  }>(),
  /** Fetches a list anew, as when some of it did not come; resolves when that is over, with whatever end. */
  listAgain: command(
    'use',
    z.strictObject({ server: id, list: z.enum(['tools', 'prompts', 'resources']) }),
  ).returns<void>(),
  /** `definition` is the hash of what she was shown. `bad-input` names an argument that is missing or unknown. */
  getPrompt: command(
    'use',
    z.strictObject({ server: id, prompt: z.string().min(1).max(128), definition: hash, arguments: values.default({}) }),
  ).returns<GotPrompt>(),
  /**
   * What one argument could be, given the others so far. A session's newer question to the same server takes the place of
   * its older one, which is then cancelled there and resolves with nothing.
   */
  complete: command(
    'use',
    z.strictObject({
      server: id,
      of: z.union([z.strictObject({ prompt: z.string().min(1).max(128) }), z.strictObject({ template: uri })]),
      argument: z.string().min(1).max(200),
      value: z.string().max(100_000),
      given: values.default({}),
    }),
  ).returns<Completion>(),
  /** Whether models are given the instructions of a server, as they are with this hash. `conflict` when they have changed. */
  shareInstructions: command('use', z.strictObject({ server: id, hash, share: z.boolean() })).returns<void>(),
  readResource: command('use', z.strictObject({ server: id, uri })).returns<ReadResource>(),
  /** Which of these handles of prompts and resources can no longer be sent: they last as long as Atrium runs. */
  gonePicked: command('use', z.strictObject({ handles: z.array(hash).max(mostAttachments) })).returns<{
    gone: string[]
  }>(),
  /** Ends a live attachment of a conversation: its changes are no longer followed. */
  unfollowResource: command('use', z.strictObject({ conversation: id, server: id, uri })).returns<void>(),
}
