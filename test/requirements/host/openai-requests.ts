import type { Requirements } from '../types.ts'

/** Requests to servers of OpenAI's APIs, each in its dialect. */
export const openaiRequests = {
  'OAI-9': {
    source: 'Chat Completions API, tool calls',
    behaviour:
      'Every call is answered by one result, at once and in order. No history of the host is refused in any dialect.',
  },
  'OAI-10': {
    source: 'Chat Completions API, tool calls',
    behaviour:
      'A call’s ID goes back unchanged to the model that made it; others are nine letters and digits, or what a Kimi model would count. IDs are unique in a request and the same in each.',
  },
  'OAI-11': {
    source: 'Chat Completions API, messages',
    behaviour:
      'Messages have known keys only. Content is a string except beside images, the system prompt is one message, and no role appears twice in a row.',
  },
  'OAI-12': {
    source: 'Chat Completions API, images',
    behaviour:
      'Images of results follow the last result, marked as that result’s, for models that are known to see; others get a note. Types, number and size are the server’s.',
  },
  'OAI-13': {
    source: 'Chat Completions API, reasoning',
    behaviour:
      'Reasoning goes back to the model and endpoint that wrote it as its server wants it, to others never. A conversation can change its model and provider at any turn, in all directions.',
  },
  'OAI-14': {
    source: 'Chat Completions API, function parameters',
    behaviour:
      'A schema goes out at the level that its server takes, and lost restrictions are said in words. A tool that is refused even so is left out and named.',
  },
  'OAI-15': {
    source: 'Chat Completions API, tools',
    behaviour: 'More tools than a server takes are reported before sending, with what to do, and never cut silently.',
  },
  'OAI-16': {
    source: 'Chat Completions API, request body',
    behaviour:
      'Fields that servers treat differently are sent by dialect, and in the form that a refusal taught from then on.',
  },
} as const satisfies Requirements
