import type { NoRoom } from '../../shared/content/attachments.ts'
import { formatCount } from './format/time.ts'

const noRoomWords = (attachments: number, parts: number): string =>
  [
    ...(attachments > 0 ? [formatCount(attachments, 'attached text')] : []),
    ...(parts > 0 ? [formatCount(parts, 'part of a result', 'parts of results')] : []),
  ].join(' and ')

/** Texts of a model's message. */
export const message = {
  by: (model: string, time: string) => `${model}, ${time}`,
  stillComes: 'Still receiving a long message…',
  unreadable: 'Atrium can’t read this message’s text.',
  tooLong: 'This message is too long to show.',
  thinking: 'Thinking',
  thinkingNow: 'Thinking…',
  unreadablePart: 'Atrium can’t read this part of the reply.',
  encrypted: 'Thinking, encrypted by the provider.',
  unmadeCall: (tool: string) => `The model started a call to ${tool} but didn’t finish it. Nothing ran.`,
  someTool: 'a tool',
  unknownPart: (kind: string) => `Atrium can’t show this part (type “${kind}”).`,
  unknownKind: 'unknown',
  callAsText: (tool: string) =>
    `The model wrote the call to ${tool} as text, so nothing ran. Try again, or choose a model that supports tools.`,
  noRoom: ({ attachments, parts, shortened = 0, messages = 0 }: NoRoom) =>
    [
      'Not everything fit in the context window.',
      ...(attachments + parts > 0 ? [`Left out, lowest priority first: ${noRoomWords(attachments, parts)}.`] : []),
      ...(messages > 0 ? [`Left out: the oldest ${formatCount(messages, 'message')}.`] : []),
      ...(shortened > 0
        ? [`Shortened: ${formatCount(shortened, 'long result or reply', 'long results or replies')}.`]
        : []),
      'The model was told.',
    ].join(' '),
  cut: (sent: string, read: string) =>
    `The model’s server read only about ${read} of ${sent} tokens and dropped the beginning of this conversation. Give the model a larger context there (in Ollama, OLLAMA_CONTEXT_LENGTH), or start a new conversation.`,
  leftOut: (tools: string, count: number) =>
    `The model’s server refused the definition of ${tools}, so the model didn’t get ${count === 1 ? 'this tool' : 'these tools'}.`,
  unseenImages: (count: number) =>
    `The model can’t see ${count === 1 ? 'an image' : `${count} images`} in this conversation. It was told what is missing.`,
  refusedFiles: (files: string, count: number) =>
    `The model’s server refused ${files}, so the model got ${count === 1 ? 'its' : 'their'} text instead, or a note if there is none.`,
  reasoningOf: (from: string, to: string) => `${from}’s thinking isn’t sent to ${to}. Texts, calls and results are.`,
  cutOff: 'The reply hit the model’s length limit. Ask it to continue.',
  declined: 'The model declined to reply.',
  contextFull: 'The conversation no longer fits in the model’s context window. Start a new conversation to continue.',
  unknownStop: 'The model stopped for an unknown reason.',
} as const

/** Texts about waits for servers and models. */
export const waiting = {
  servers: (names: string, seconds: number) => `Waiting for ${names} to start, ${seconds} s`,
  andMore: (names: string, more: number) => `${names} and ${more} more`,
  sendNow: 'Send now',
  readOnly: 'View only. You can’t send from this window.',
  first: (model: string) => `Waiting for ${model}`,
  unanswered: (model: string, seconds: number) => `Still waiting for ${model}, ${seconds} s`,
  another: 'Try another model',
  retrying: (reason: string, nextTry: string) => `${reason} ${nextTry}`,
  tryingNow: 'Trying again now.',
  nextTry: (seconds: number) => `Trying again in ${seconds} s.`,
  tryNow: 'Try now',
  use: (model: string) => `Use ${model}`,
  stop: 'Stop',
  stalled: (model: string, seconds: number) => `${model} paused mid-reply. Nothing received for ${seconds} s.`,
} as const

/** Texts at the end of a turn. */
export const turnEnd = {
  missed: (names: string) => `Sent before ${names} was ready, so its tools were missing at first.`,
  missedMany: (names: string) => `Sent before ${names} were ready, so their tools were missing at first.`,
  callNotMade: 'The call wasn’t made.',
  formKept: 'Your input is kept.',
  stoppedEarly: 'Stopped before the model replied.',
  stopped: 'Stopped. The model will see this partial reply with your next message.',
  failed: 'The model didn’t reply.',
  messageKept: 'Your message is kept.',
  stepLimit: (messages: number) =>
    `The model wrote ${formatCount(messages, 'message')} in this turn, which is the limit.`,
  workKept: 'Its work so far is kept.',
  interrupted: 'Atrium closed during this turn.',
  textKept: 'The text above is kept.',
  chooseModel: 'Choose a model',
  copyCommand: 'Copy command',
  tryAgain: 'Try again',
  goOn: 'Continue',
  copyAnswer: 'Copy answer',
  lastCopied: 'Last answer copied',
  noAnswer: 'No answer to copy yet',
  lastNotCopied: 'Couldn’t copy the last answer.',
  goOnWithout: { tools: 'Continue without tools', images: 'Continue without images' },
  wentWithout: {
    tools: 'The model got no tools, as you chose. To offer them again, choose a model.',
    images: 'The model got no images, as you chose. To send them again, choose a model.',
  },
  toolless: 'You said in Settings › Models that this model takes no tools, so it got none.',
  readOnly: 'View only. You can’t act from this window.',
  noLog: 'Atrium can’t write to its audit log now.',
} as const

/** Texts about branches of a conversation. */
export const branches = {
  name: (at: number, count: number) => `Branch ${at} of ${count}`,
  at: (at: number, count: number) => `${at}/${count}`,
  previous: 'Previous branch',
  next: 'Next branch',
  first: 'This is the first branch.',
  last: 'This is the last branch.',
  edit: 'Edit this message',
  field: 'Edited message',
  cancel: 'Cancel',
  send: 'Send as a new branch',
  empty: 'Write something first.',
  stays: 'The earlier message and all after it stay in their own branch.',
  ran: (calls: number) =>
    calls === 1 ? 'The call that ran there isn’t undone.' : `The ${calls} calls that ran there aren’t undone.`,
  brings: 'Its attachments are sent again.',
  retry: 'Retry',
  retryWith: 'Retry with another model',
  from: 'Branch from here',
  later: (messages: number) =>
    `Your next message starts a new branch here. ${formatCount(messages, 'later turn')} ${messages === 1 ? 'stays' : 'stay'} in another branch.`,
  back: 'Go back to the latest',
  menu: 'Branches…',
  title: 'Branches',
  list: 'Branches of this conversation',
  none: 'Edit a message, retry an answer or branch from one, and the branches are listed here.',
  help: 'Each branch starts where the conversation divides. Nothing is overwritten.',
  current: 'Shown now',
  turns: (count: number, model: string, time: string) =>
    [formatCount(count, 'turn'), model, time].filter(Boolean).join(' · '),
  ownCall: 'A call you ran',
  continued: 'Continued without a message',
  attachments: 'Attachments only',
  show: 'Show',
  showBranch: (name: string) => `Show the branch “${name}”`,
  remove: 'Delete',
  removeBranch: (name: string) => `Delete the branch “${name}”`,
  whole: 'This is the whole conversation.',
  deleted: 'Deleted. It stays in the audit log.',
  restore: 'Restore',
  restoreBranch: (name: string) => `Restore the branch “${name}”`,
  done: 'Done',
  running: 'A turn is running. Stop it or wait until it ends.',
  readOnly: 'View only. You can’t act from this window.',
  noLog: 'Atrium can’t write to its audit log now.',
} as const

/** Texts of a message's attachments. */
export const attached = {
  list: 'Attached',
  show: 'Show',
  notArrived: 'Loading file…',
  unreadable: 'Atrium can’t read this file.',
  tooLong: 'This file is too long to show.',
  hidden: 'Text that can’t be seen, which the model didn’t get',
  noText: 'Atrium found no text in this file.',
  sound: 'A sound. Atrium doesn’t play it.',
  copy: 'Copy text',
  save: 'Save text as a file',
} as const
