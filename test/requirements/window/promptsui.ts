import type { Requirements } from '../types.ts'

/** How users find, fill in and send servers' prompts, and decide about their instructions. */
export const promptsui = {
  'PRU-1': {
    source: 'docs/interface.md, Prompts and resources; docs/interface.md, Composer',
    behaviour:
      'A slash at the beginning of a word opens the prompts of all ready servers, which typing narrows and the keyboard walks',
  },
  'PRU-2': {
    source: 'docs/interface.md, Prompts and resources; docs/protocol-support.md, Prompts and completion',
    behaviour:
      'An argument is completed by its server with what is filled in already; Tab takes, Esc closes the list first',
  },
  'PRU-3': {
    source: 'docs/interface.md, Prompts and resources',
    behaviour:
      'A prompt is previewed with all its messages; what is missing is said at its field, what the server refuses at the form',
  },
  'PRU-4': {
    source: 'docs/interface.md, Prompts and resources; docs/interface.md, Third-party text',
    behaviour: 'The text of a prompt becomes the words of the person only after what is lost by that was said',
  },
  'PRU-5': {
    source: 'docs/interface.md, Prompts and resources; docs/interface.md, Third-party text',
    behaviour:
      'An inserted prompt is a chip of its server that outlives a reload, goes with the message, and is seen in the transcript',
  },
  'PRU-6': {
    source: 'docs/interface.md, Prompts and resources',
    behaviour: 'The page of a server and the palette list its prompts and lead to their forms; what waits is named so',
  },
  'PRU-7': {
    source: 'docs/interface.md, Prompts and resources',
    behaviour:
      'The instructions of a server are shown as its words, and models are given them only where the person says so',
  },
} as const satisfies Requirements
