import { z } from 'zod'
import { longestName, mostAttachments } from '../content/attachments.ts'
import { command, hash, id, systemPrompt } from './command.ts'
import { isObject, type JsonObject } from '../schema/json.ts'
import { modelChoice } from '../config/settings.ts'
import { toolsOff } from '../config/tools-off.ts'

/** A tool as the person was shown it, and her arguments for it. */
const filledIn = {
  server: id,
  tool: z.string().min(1).max(128),
  definition: hash,
  arguments: z.custom<JsonObject>(isObject, 'The arguments must be an object'),
}
const messageText = z.string().trim().max(1_000_000)
/** A file by what it is called, and its bytes in base64. What it is, its bytes say. */
const attachment = z.strictObject({
  name: z
    .string()
    .min(1)
    .max(10 * longestName),
  data: z.string().max(10_485_760),
})

/** What is wrong at one place of the arguments (RFC 6901): what must be there, such as "must be a whole number". */
export type ArgumentProblem = { path: string; message: string }

/** What may be asked of the host about messages, turns and the calls in them. */
export const turnCommands = {
  /**
   * Starts a turn; without a conversation it begins one, with this choice, system prompt and tools. While a turn runs,
   * the message waits in the queue (one at most). Attachments are images and text files, 12 MB together.
   */
  sendMessage: command(
    'use',
    z
      .strictObject({
        conversation: id.optional(),
        text: messageText,
        attachments: z.array(attachment).max(mostAttachments).default([]),
        /** What `getPrompt` and `readResource` returned, in order; `live`: a resource whose changes are followed. */
        picked: z
          .array(z.strictObject({ handle: hash, live: z.boolean().default(false) }))
          .max(mostAttachments)
          .default([]),
        choice: modelChoice.optional(),
        system: systemPrompt.optional(),
        off: toolsOff.optional(),
      })
      .refine(
        ({ text, attachments, picked }) => text !== '' || attachments.length + picked.length > 0,
        'must have a text or an attachment',
      )
      .refine(
        ({ conversation, choice, system, off }) =>
          conversation === undefined || !(choice || system !== undefined || off),
        'chooseModel, setSystemPrompt and switchTools change a conversation that is there',
      ),
  ).returns<{ conversation: string; turn?: string; queued: boolean }>(),
  unqueueMessage: command('use', z.strictObject({ conversation: id, message: id })).returns<void>(),
  /** Sends the waiting message now; `conflict` while a turn runs. */
  sendQueued: command('use', z.strictObject({ conversation: id })).returns<{ turn: string }>(),
  /** Goes on after a failed, interrupted or step-limited turn, without a new message. */
  continueTurn: command('use', z.strictObject({ conversation: id })).returns<{ turn: string }>(),
  /**
   * Runs a tool as the user filled it in, without a model: a turn of its own, and without a conversation a new one.
   * `definition` is the hash of what was shown. Running it is consent to exactly these arguments, so that nobody is
   * asked; only without the right `admin` a rule that denies holds, and in a `judged` session all rules, as for a model.
   * `conflict` when the tool has changed since, or while a turn runs.
   */
  callTool: command(
    'use',
    z.strictObject({
      conversation: id.optional(),
      ...filledIn,
    }),
  ).returns<{ conversation: string; turn: string; call: string }>(),
  /**
   * Whether what the person has filled in so far fits the tool. `conflict` when the tool has changed since; `unchecked`
   * says why its schema cannot tell.
   */
  checkArguments: command('read', z.strictObject(filledIn)).returns<{
    problems: ArgumentProblem[]
    unchecked?: string
  }>(),
  /** Ends a turn's wait for servers that are starting: the model is asked with the tools there are. */
  sendNow: command('use', z.strictObject({ turn: id })).returns<void>(),
  cancelTurn: command('use', z.strictObject({ turn: id })).returns<void>(),
  cancelCall: command('use', z.strictObject({ call: id })).returns<void>(),
}
