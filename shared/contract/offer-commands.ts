import { z } from 'zod'
import { mostAttachments } from '../content/attachments.ts'
import { command, hash, id } from './command.ts'
import type { PromptMessage, ResourceContent, ResourceEntry } from '../content/listed.ts'
import type { SkillList } from '../content/skills.ts'
import type { JudgedApp } from '../content/judged-app.ts'

const uri = z.string().min(1).max(8192)
const skillUri = z.string().min(1).max(2048)
const values = z.record(z.string().min(1).max(200), z.string().max(100_000))

/** A prompt as its server filled it in. `handle` identifies exactly these messages in `sendMessage`. */
export type GotPrompt = {
  handle: string
  description?: string | undefined
  messages: PromptMessage[]
  /** Sentences about unusable data from the server. */
  problems: string[]
}

/**
 * A resource that was read. `handle` identifies exactly these contents in `sendMessage`; `problems` says, in sentences,
 * what the server sent that can't be read. `canFollow`: its server reports changes, so it can be sent `live`. `fetched`:
 * Atrium fetched it from its address. `folder`: the contents are what's in it, and it can't be sent.
 */
export type ReadResource = {
  handle: string
  contents: ResourceContent[]
  problems: string[]
  canFollow: boolean
  fetched?: true
  folder?: true
}

/** A file of a skill for the user to read, with the hash of the skill's files as they are now. */
export type ReadSkillFile = { content: ResourceContent; set: string }

/** Suggested values for an argument, up to 100; `total` is the server's count. */
export type Completion = { values: string[]; total?: number | undefined; more: boolean; tookMs: number }

/**
 * Commands for servers' prompts, resources and other features except tools. The user picks items directly, so Atrium
 * doesn't ask; the log records it. All reject with `not-found` if the server or item doesn't exist, with `unavailable`
 * and the server's own words if the server refuses, and with `conflict` if the definition isn't the one shown or is in
 * quarantine.
 */
export const offerCommands = {
  /** All resources a server lists, in its order. */
  listResources: command('read', z.strictObject({ server: id })).returns<{
    resources: ResourceEntry[]
    incomplete?: string | undefined
  }>(),
  /** Fetches a list again, for example after parts of it failed to arrive; resolves when done, whatever the result. */
  listAgain: command(
    'use',
    z.strictObject({ server: id, list: z.enum(['tools', 'prompts', 'resources']) }),
  ).returns<void>(),
  /** `definition` is the hash of the definition shown. `bad-input` names an argument that is missing or unknown. */
  getPrompt: command(
    'use',
    z.strictObject({ server: id, prompt: z.string().min(1).max(128), definition: hash, arguments: values.default({}) }),
  ).returns<GotPrompt>(),
  /**
   * Suggested values for one argument, given the others so far. A session's newer question to the same server replaces
   * its older one, which is cancelled and resolves to nothing.
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
  /** Sets whether models get a server's instructions, as identified by this hash. `conflict` if they have changed. */
  shareInstructions: command('use', z.strictObject({ server: id, hash, share: z.boolean() })).returns<void>(),
  /**
   * Reads the app that a server has for a tool's results, and judges what it asks for. Runs nothing; `unavailable` if
   * the server sends something else.
   */
  lookAtApp: command('use', z.strictObject({ server: id, tool: z.string().min(1).max(128) })).returns<JudgedApp>(),
  readResource: command('use', z.strictObject({ server: id, uri })).returns<ReadResource>(),
  /**
   * Fetches an `https:` URI that a server names but doesn't read: only after the user saw the whole address and agreed.
   * `bad-input` if it can't be fetched at all.
   */
  fetchResource: command('use', z.strictObject({ server: id, uri })).returns<ReadResource>(),
  /** Returns the prompt and resource handles that can no longer be sent: they last as long as Atrium runs. */
  gonePicked: command('use', z.strictObject({ handles: z.array(hash).max(mostAttachments) })).returns<{
    gone: string[]
  }>(),
  /** Ends a conversation's live attachment: Atrium stops following its changes. */
  unfollowResource: command('use', z.strictObject({ conversation: id, server: id, uri })).returns<void>(),
  /** A server's skills, by their entries alone. */
  listSkills: command('use', z.strictObject({ server: id })).returns<SkillList>(),
  /** Reads a file of a skill, verified, for the user only. */
  readSkillFile: command('use', z.strictObject({ server: id, uri: skillUri, file: skillUri })).returns<ReadSkillFile>(),
  /** Approves exactly these files of a skill. `conflict` if the skill has changed. */
  approveSkill: command('admin', z.strictObject({ server: id, uri: skillUri, set: hash })).returns<void>(),
  /** Reads the head file of a skill for a message. `unavailable` if the skill isn't approved as it is now. */
  loadSkill: command('use', z.strictObject({ server: id, uri: skillUri })).returns<ReadResource & { name: string }>(),
}
