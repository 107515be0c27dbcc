import type { ImportRefusal, LeftOutOfImport } from '../../../shared/contract/conversation-import-commands.ts'
import type { ImportOrigin } from '../../../shared/events/import-events.ts'
import { formatCount } from '../format/time.ts'

const origins: Record<ImportOrigin, string> = { atrium: 'Atrium', chatgpt: 'ChatGPT', claude: 'Claude' }

/** Texts of the dialog that imports conversations. Loaded with it. */
export const conversationImport = {
  title: 'Import conversations',
  about:
    'Choose the ZIP archive of a ChatGPT or Claude data export, its conversations.json, or a conversation that Atrium exported as JSON. You’ll see what is in the file first.',
  bound: 'Up to 64 MB, a ZIP archive up to 48 MB. If the archive is larger, unpack it and choose conversations.json.',
  choose: 'Choose file…',
  reading: (percent: number) => `Reading the file… ${percent}%`,
  tooLarge: (size: string) => `This file is ${size}. Atrium imports files up to 64 MB. Nothing was imported.`,
  zipTooLarge: (size: string) =>
    `This ZIP archive is ${size}. Atrium reads archives up to 48 MB. Unpack it and choose its file conversations.json.`,
  readOnly: 'View only. You can’t import from this window.',
  found: (from: ImportOrigin, conversations: number) =>
    `${formatCount(conversations, 'conversation')} from ${origins[from]}.`,
  nothing: 'This file has no conversation that Atrium can import.',
  third: 'Imported text is treated like text from a server. Nothing in the file runs or changes a setting.',
  list: 'Conversations in the file',
  all: 'Select all',
  none: 'Select none',
  untitled: 'Untitled',
  size: (messages: number, branches: number) =>
    branches > 1
      ? `${formatCount(messages, 'message')}, ${formatCount(branches, 'branch', 'branches')}`
      : formatCount(messages, 'message'),
  already: (date: string) => `Already here since ${date}`,
  leftOut: (parts: string) => `Left out: ${parts}`,
  parts: {
    instructions: (count) => formatCount(count, 'instruction'),
    tools: (count) => formatCount(count, 'tool message'),
    hidden: (count) => formatCount(count, 'hidden message'),
    reasoning: (count) => formatCount(count, 'reasoning step'),
    attachments: (count) => formatCount(count, 'attachment'),
    cut: (count) => `the ends of ${formatCount(count, 'long value')}`,
    other: (count) => formatCount(count, 'unknown part'),
  } satisfies Record<keyof LeftOutOfImport, (count: number) => string>,
  project: (name: string) => `Put into your project “${name}”, whose instructions and servers then apply`,
  newProject: (name: string) => `Create the project “${name}” with no settings, and put the conversation into it`,
  noProject: (name: string) => `The project “${name}” isn’t here, and this window can’t create one.`,
  more: (rows: number) => `Show ${rows} more`,
  refused: (conversations: number) => `${formatCount(conversations, 'conversation')} can’t be imported`,
  why: {
    empty: 'No messages',
    shape: 'Not in the expected format',
    twice: 'In the file twice',
    'too-large': 'Too large: over 10,000 messages, 16 million characters, or 1 million in one message',
  } satisfies Record<ImportRefusal, string>,
  cancel: 'Cancel',
  close: 'Close',
  run: (conversations: number) => `Import ${formatCount(conversations, 'conversation')}`,
  chooseOne: 'Select a conversation first.',
  stop: 'Stop',
  progress: (done: number, total: number) => `Imported ${done} of ${formatCount(total, 'conversation')}`,
  done: (conversations: number) => `Imported ${formatCount(conversations, 'conversation')}.`,
  stopped: (done: number, total: number) => `Imported ${done} of ${formatCount(total, 'conversation')}, then stopped.`,
  open: 'Open the first one',
  undo: 'Undo the import now',
  undone: (conversations: number) => `Deleted ${formatCount(conversations, 'imported conversation')}.`,
} as const
