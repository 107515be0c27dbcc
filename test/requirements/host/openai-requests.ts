import type { Requirements } from '../types.ts'

/** Requests to servers of OpenAI's APIs, each in its dialect. */
export const openaiRequests = {
  'OAI-9': {
    source: 'Chat Completions API, tool calls',
    behaviour:
      'Every call is answered by one result, at once and in order. No history of the host is refused in any dialect.',
  },
  'OAI-11': {
    source: 'Chat Completions API, messages',
    behaviour:
      'Messages have known keys only. Content is a string except beside images, the system prompt is one message, and no role appears twice in a row.',
  },
  'OAI-14': {
    source: 'Chat Completions API, function parameters',
    behaviour:
      'A schema goes out at the level that its server takes, and lost restrictions are said in words. A tool that is refused even so is left out and named.',
  },
} as const satisfies Requirements
