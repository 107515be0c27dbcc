import type { Requirements } from './types.ts'

/** How a person finds, fills in and sends the prompts of servers, and decides about their instructions. */
export const promptsui = {
  'PRU-1': {
    source: 'issue 7; design guide 5 (composer), 6',
    behaviour:
      'A slash at the beginning of a word opens the prompts of all ready servers, which typing narrows and the keyboard walks',
  },
  'PRU-2': {
    source: 'issue 7; protocol 3.7 P4',
    behaviour:
      'An argument is completed by its server with what is filled in already; Tab takes, Esc closes the list first',
  },
  'PRU-3': {
    source: 'issue 7',
    behaviour:
      'A prompt is previewed with all its messages; what is missing is said at its field, what the server refuses at the form',
  },
  'PRU-4': {
    source: 'issue 7; design guide 10',
    behaviour: 'The text of a prompt becomes the words of the person only after what is lost by that was said',
  },
  'PRU-5': {
    source: 'issue 7; design guide 10',
    behaviour:
      'An inserted prompt is a chip of its server that outlives a reload, goes with the message, and is seen in the transcript',
  },
  'PRU-6': {
    source: 'issue 7',
    behaviour: 'The page of a server and the palette list its prompts and lead to their forms; what waits is named so',
  },
  'PRU-7': {
    source: 'issue 7, instructions',
    behaviour:
      'The instructions of a server are shown as its words, and models are given them only where the person says so',
  },
} as const satisfies Requirements
