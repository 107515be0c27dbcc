import type { CallOutcome, TurnEnd } from '../../../shared/events/turn-events.ts'

/** Texts of exported conversations in Markdown and HTML. */
export const exportWords = {
  attachment: 'Attachment',
  notJson: 'This file isn’t JSON. Choose the file conversations.json, or one that Atrium exported as JSON.',
  unknownFile:
    'Atrium doesn’t recognize this file. It imports its own JSON files and conversations.json from ChatGPT or Claude.',
  zip: {
    none: 'This ZIP archive has no conversations.json. Choose the archive of a ChatGPT or Claude data export.',
    several: 'This ZIP archive has several files conversations.json. Unpack it and choose one of them.',
    encrypted: 'This ZIP archive is encrypted. Unpack it and choose its file conversations.json.',
    tooLarge:
      'The files in this ZIP archive are too large or too many. Unpack it and choose its file conversations.json.',
    damaged:
      'Atrium can’t read this ZIP archive. Download it again, or unpack it and choose its file conversations.json.',
  },
  newer: 'A newer release of Atrium wrote this file. Update Atrium to import it.',
  tooLarge: (mebibytes: number) => `A file can have up to ${mebibytes} million characters.`,
  outOfMemory: 'Reading this file takes too much memory. Nothing was imported from it.',
  notRead: 'Atrium couldn’t read this file. Nothing was imported from it. Choose it again.',
  closing: 'Atrium is closing.',
  forgotten: 'Atrium no longer has this file. Choose it again.',
  untitled: 'Conversation without a title',
  by: (release: string, moment: string) => `Exported from Atrium ${release} at ${moment}.`,
  noResults: 'Results of calls aren’t included.',
  project: (name: string) => `Project: ${name}.`,
  branch: 'Only the branch in use is included.',
  you: 'You',
  writtenBy: (server: string, tool: string, isChanged: boolean) =>
    `Written by an app of ${server}, for ${tool}${isChanged ? '. You changed it before you sent it.' : '. You sent it.'}`,
  system: 'Instructions',
  model: 'Model',
  call: (tool: string, server: string) => `Call to ${tool} on ${server}`,
  noServer: 'no server',
  arguments: 'Arguments',
  result: 'Result',
  noText: '(no text)',
  file: (name: string) => `File ${name}`,
  image: (name: string) => `Image ${name}`,
  prompt: (name: string, server: string) => `Prompt ${name} from ${server}`,
  resource: (name: string, server: string) => `Resource ${name} from ${server}`,
  appContext: (tool: string, server: string) => `Context from an app of ${server}, for ${tool}`,
  tooLong: (bytes: number) => `This value has ${bytes} bytes and is too long to include. It begins:`,
  open: 'The call hasn’t ended.',
  outcomes: {
    invalid: 'Atrium didn’t send the call.',
    denied: 'The call was denied.',
    expired: 'Atrium closed before the call was approved.',
    stale: 'The tool changed before Atrium could send the call.',
    cancelled: 'The call was cancelled.',
    succeeded: 'The call succeeded.',
    failed: 'The call failed.',
    'timed-out': 'The call timed out.',
    interrupted: 'Atrium closed during the call.',
  } satisfies Record<CallOutcome['status'], string>,
  mayHaveRun: 'The tool may have run.',
  ends: {
    cancelled: 'You stopped this turn.',
    failed: 'This turn failed.',
    'step-limit': 'This turn reached the step limit.',
    interrupted: 'Atrium closed during this turn.',
  } satisfies Record<Exclude<TurnEnd, 'done'>, string>,
}
