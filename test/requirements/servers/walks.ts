import type { Requirements } from '../types.ts'

const source = 'docs/protocol-support.md; docs/interface.md, Prompts and resources'

/** Whole servers, used through the interface. */
export const walks = {
  'WLK-1': {
    source,
    behaviour:
      'Every tool, prompt, resource and template of the official reference server is used through the interface; what is new there and not yet used fails the test',
  },
  'WLK-2': {
    source,
    behaviour:
      'What a server of both eras offers is used through the interface in each of them, over stdio and at an address, and what changes there is seen',
  },
  'WLK-3': {
    source: 'docs/interface.md, Many',
    behaviour:
      'Ten thousand resources open, scroll by keyboard and are searched about as fast as a hundred, with few rows built',
  },
} as const satisfies Requirements
