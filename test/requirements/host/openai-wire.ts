import type { Requirements } from '../types.ts'

/** Endpoints of the Chat Completions API: answers of any server are understood, or their failure is explained. */
export const openaiWire = {
  'OAI-1': {
    source: 'Chat Completions API, requests',
    behaviour:
      'Chat Completions is an API behind the same port. Every request goes through the given fetch to the given address; nothing comes from the environment, and no header tells of this computer.',
  },
  'OAI-2': {
    source: 'Chat Completions API, base URL; Chat Completions API, authentication',
    behaviour:
      'A pasted address is corrected and the form that worked is remembered. Without a key there is no header for one; Azure gets its own.',
  },
  'OAI-3': {
    source: 'Chat Completions API, streaming; HTML standard, server-sent events',
    behaviour:
      'An answer is read as events or as JSON, cut at any byte, with any line ends and comments, up to a limit; anything else is a broken answer.',
  },
  'OAI-4': {
    source: 'docs/threat-model.md 188',
    behaviour: 'The cost of reading an answer grows with its length, and arguments are joined once.',
  },
  'OAI-5': {
    source: 'Chat Completions API, tool calls; Chat Completions API, reasoning',
    behaviour:
      'Calls and reasoning are told apart however a server numbers, names, splits or wraps them; an unclear call comes back with its problem.',
  },
  'OAI-6': {
    source: 'docs/threat-model.md P29, 188, 190',
    behaviour:
      'Calls exist only in an answer that clearly stopped for them; never after a limit, a filter, an error, a cut or an unknown reason.',
  },
  'OAI-7': {
    source: 'Chat Completions API, errors',
    behaviour:
      'One reader understands errors as a status, a body, a chunk, an event, a list or a sentence, and each is one fault with a next step.',
  },
  'OAI-8': {
    source: 'docs/threat-model.md 190',
    behaviour: 'A call that a model wrote as text, in whatever wrapping, is named and never run.',
  },
  'OAI-17': {
    source: 'Chat Completions API, rate limits',
    behaviour:
      'A retry waits as long as the server asks in any of its ways, and is announced. A spending limit, and a limit per minute that no wait can meet, are not retried.',
  },
  'OAI-18': {
    source: 'Chat Completions API, errors',
    behaviour:
      'A model without tools or sight, a wrong address, a loading model and a data policy are told apart, each with the step for that server.',
  },
  'OAI-19': {
    source: 'Chat Completions API, errors',
    behaviour:
      'A refusal for length corrects what is known of the model’s context, and the request is shortened and sent once more.',
  },
  'OAI-20': {
    source: 'Ollama, LM Studio, llama.cpp and vLLM, their context',
    behaviour:
      'A silent cut of a long request is noticed and told with its figures; an answer that fits is not called cut.',
  },
  'OAI-21': {
    source: 'Chat Completions API, streaming',
    behaviour:
      'The first byte and the pauses have limits that suit the place of the server and the model; comments keep a stream alive for a while only; an abort closes the connection at once.',
  },
  'OAI-22': {
    source: 'Chat Completions API, models',
    behaviour:
      'Model lists of all kinds are read with context, tools, sight and price; models that can’t chat are left out.',
  },
  'OAI-23': {
    source: 'Chat Completions API, usage',
    behaviour: 'Tokens and cost are counted as each server reports them; unknown stays unknown.',
  },
  'OAI-26': {
    source: 'docs/architecture.md, Secrets',
    behaviour: 'No error repeats the key, and a server’s words in it are cut and marked as its own.',
  },
} as const satisfies Requirements
