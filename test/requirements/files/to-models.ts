import type { Requirements } from '../types.ts'

/** Files in requests to models: in which form each goes, and what becomes of a refused one. */
export const toModels = {
  'FIL-1': {
    source: 'Messages API, PDF support; Chat Completions API, file inputs; Responses API, file inputs',
    behaviour: 'A PDF file goes as it is to a model that is known to take it, else as the text that was read from it.',
  },
  'FIL-3': {
    source: 'Chat Completions API, file inputs',
    behaviour:
      'Over Chat Completions, files of results follow the last result in one user message, each after a line that names its call.',
  },
  'FIL-4': {
    source: 'Messages API, tool results',
    behaviour: 'In a result that is an error, only text goes to the model.',
  },
  'FIL-5': {
    source: 'docs/configuration.md',
    behaviour:
      'No file goes as it is if it’s unknown whether the model takes it, unless the user said so for that model.',
  },
  'FIL-6': {
    source: 'Messages API, PDF support',
    behaviour:
      'Pages and bytes of a whole request, old turns included, stay within the limits. The oldest files become text, then a line.',
  },
  'FIL-7': {
    source: 'docs/protocol-support.md',
    behaviour:
      'A refusal of a file leads to one more request with its text. The file is remembered for that model, the turn says so, and the conversation goes on.',
  },
  'FIL-8': {
    source: 'Chat Completions API, file inputs at OpenRouter',
    behaviour: 'OpenRouter gets a file only for a model that takes it, and only with the engine “native”.',
  },
  'FIL-28': {
    source: 'docs/guide.md',
    behaviour: 'A switch to another model decides anew in which form the files of earlier turns go.',
  },
  'FIL-30': {
    source: 'docs/configuration.md',
    behaviour:
      'The settings say for each model whether it reads PDF files and hears sounds, or that it’s unknown, and who says so.',
  },
} satisfies Requirements
