import type { UndoList } from '../changes/undo.ts'
import { z } from 'zod'
import { longestName, mostAttachments, mostAppDrafts } from '../content/attachments.ts'
import type { FileFacts } from '../content/extracted.ts'
import { command, hash, id, systemPrompt } from './command.ts'
import { isObject, type JsonObject } from '../schema/json.ts'
import { modelChoice } from '../config/settings.ts'
import { toolsOff } from '../config/tools-off.ts'

/** A tool as shown to the user, and their arguments for it. */
const filledIn = {
  server: id,
  tool: z.string().min(1).max(128),
  definition: hash,
  arguments: z.custom<JsonObject>(isObject, 'The arguments must be an object'),
}
const messageText = z.string().trim().max(1_000_000)
/** A file by its name, with its bytes in base64. Its kind is read from the bytes. */
const attachment = z.strictObject({
  name: z
    .string()
    .min(1)
    .max(10 * longestName),
  data: z.string().max(10_485_760),
})

/** A problem at one position in the arguments (RFC 6901): what must be there, such as "must be a whole number". */
export type ArgumentProblem = { path: string; message: string }

/** Commands about messages, turns and the calls in them. */
export const turnCommands = {
  /**
   * Starts a turn; without a conversation, begins one with this choice, system prompt, tools and project. While a turn
   * runs, the message waits in the queue (one at most). Attachments are files of any kind, 12 MB together.
   */
  sendMessage: command(
    'use',
    z
      .strictObject({
        conversation: id.optional(),
        text: messageText,
        attachments: z.array(attachment).max(mostAttachments).default([]),
        /** Results of `getPrompt` and `readResource`, in order; `live`: a resource whose changes Atrium follows. */
        picked: z
          .array(z.strictObject({ handle: hash, live: z.boolean().default(false) }))
          .max(mostAttachments)
          .default([]),
        /** Drafts by servers' apps that the text was made from; see `HostState.appDrafts`. */
        drafts: z.array(id).max(mostAppDrafts).default([]),
        choice: modelChoice.optional(),
        system: systemPrompt.optional(),
        off: toolsOff.optional(),
        project: id.optional(),
      })
      .refine(
        ({ text, attachments, picked }) => text !== '' || attachments.length + picked.length > 0,
        'must have a text or an attachment',
      )
      .refine(
        ({ conversation, choice, system, off, project }) =>
          conversation === undefined || !(choice || system !== undefined || off || project !== undefined),
        'chooseModel, setSystemPrompt, switchTools and moveConversation change a conversation that is there',
      ),
  ).returns<{ conversation: string; turn?: string; queued: boolean }>(),
  /** Reads a file as it would be attached; nothing of it is kept. */
  readFile: command('use', attachment).returns<FileFacts>(),
  /**
   * Starts a turn in an earlier one's place, as a new branch: the same message or `text` with its attachments, to the
   * same model or `choice`. The earlier turn and all after it stay. `conflict` while a turn runs.
   */
  sendAgain: command(
    'use',
    z.strictObject({ conversation: id, turn: id, text: messageText.optional(), choice: modelChoice.optional() }),
  ).returns<{ turn: string }>(),
  /** The branch in use ends with this turn from now on, and the next message continues from it. */
  chooseBranch: command('use', z.strictObject({ conversation: id, head: id })).returns<void>(),
  /**
   * Hides a turn and all that continue from it, until they are restored; `head`: where the branch in use ended, if that
   * was there. `conflict` if nothing would be left, or while a turn runs.
   */
  deleteBranch: command('use', z.strictObject({ conversation: id, turn: id })).returns<{ head?: string }>(),
  /** Restores a deleted turn and all that continue from it; with `head`, that branch is in use again. */
  restoreBranch: command('use', z.strictObject({ conversation: id, turn: id, head: id.optional() })).returns<void>(),
  /** Removes what a server's app wrote for the user. `not-found` if it was sent or removed. */
  removeAppDraft: command('use', z.strictObject({ conversation: id, draft: id })).returns<void>(),
  unqueueMessage: command('use', z.strictObject({ conversation: id, message: id })).returns<void>(),
  /** Sends the waiting message now; `conflict` while a turn runs. */
  sendQueued: command('use', z.strictObject({ conversation: id })).returns<{ turn: string }>(),
  /**
   * Continues a failed, interrupted or step-limited turn, without a new message. `without`: what the model can't take is
   * left out from now on, until the user chooses a model again.
   */
  continueTurn: command(
    'use',
    z.strictObject({ conversation: id, without: z.enum(['tools', 'images']).optional() }),
  ).returns<{ turn: string }>(),
  /**
   * Runs a tool as the user filled it in, without a model: a separate turn, in a new conversation if none is given.
   * `definition` is the hash of the definition shown. Running it is consent to exactly these arguments, so Atrium
   * doesn't ask; a denying rule applies only without the right `admin`, and in a `judged` session all rules apply, as
   * for a model. `conflict` if the tool has changed since, or while a turn runs.
   */
  callTool: command('use', z.strictObject({ conversation: id.optional(), ...filledIn })).returns<{
    conversation: string
    turn: string
    call: string
  }>(),
  /** A turn's changes that Atrium can take back, and the others; without those taken back already. */
  getUndo: command('read', z.strictObject({ conversation: id, turn: id })).returns<UndoList>(),
  /**
   * Asks to take a turn's changes back, in a turn with one call per file. No rule answers for the user, and a file that
   * changed since is left alone. `conflict` if there is nothing to take back, or while a turn runs.
   */
  undoTurn: command('use', z.strictObject({ conversation: id, turn: id })).returns<{ turn: string; calls: string[] }>(),
  /**
   * Whether the arguments filled in so far fit the tool. `conflict` if the tool has changed since; `unchecked` says why
   * its schema can't tell.
   */
  checkArguments: command('read', z.strictObject(filledIn)).returns<{
    problems: ArgumentProblem[]
    unchecked?: string
  }>(),
  /** Ends a turn's wait for starting servers: the model gets the tools that are ready. */
  sendNow: command('use', z.strictObject({ turn: id })).returns<void>(),
  cancelTurn: command('use', z.strictObject({ turn: id })).returns<void>(),
  cancelCall: command('use', z.strictObject({ call: id })).returns<void>(),
}
