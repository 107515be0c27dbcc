import type { Requirements } from '../types.ts'

/** The Responses API: everything is sent each time, and nothing is kept there. */
export const responses = {
  'OAI-24': {
    source: 'Responses API, stateless use',
    behaviour:
      'Nothing is kept at the server, and encrypted reasoning goes back to its model unchanged; a model of OpenAI or Azure that refuses tools over Chat Completions is asked over Responses from then on.',
  },
} as const satisfies Requirements
