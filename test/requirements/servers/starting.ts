import type { Requirements } from '../types.ts'

/** A server's start, and what happens if it fails. */
export const starting = {
  'STA-1': {
    source: 'docs/threat-model.md',
    behaviour:
      'A start is given up only after silence: messages, error output, CPU time, bytes and processes of its tree are progress.',
  },
  'STA-2': {
    source: 'docs/threat-model.md',
    behaviour:
      'No limit of time ends a package runner while it fetches, the state says what is fetched and since when, and turning the server off ends it.',
  },
  'STA-3': {
    source: 'docs/threat-model.md',
    behaviour:
      'A start that was given up says what it waited for and which command to run in a terminal, and is tried again with back-off.',
  },
  'STA-4': {
    source: 'docs/threat-model.md',
    behaviour:
      'A server that is busy starting keeps its place among those that start; one that only waits gives it up.',
  },
  'STA-5': {
    source: 'docs/threat-model.md',
    behaviour:
      'A program that ends before it answers is quoted with the line that names the error, and its first lines are kept beside its last.',
  },
  'STA-6': {
    source: 'docs/threat-model.md',
    behaviour: 'A program whose starts end three times in the same way, with the same words, is not started again.',
  },
  'STA-7': {
    source: 'docs/threat-model.md',
    behaviour:
      'A list that does not load says why in the words of the server; a server without its tools is not called ready, and what it says is not new because of that.',
  },
  'STA-8': {
    source: 'docs/threat-model.md',
    behaviour:
      'A server with more tools than are used says how many and which are left out, and its configuration can raise the number up to 5,000.',
  },
  'STA-9': {
    source: 'docs/threat-model.md',
    behaviour: 'The same name spelled otherwise at another server is no look-alike.',
  },
  'STA-10': {
    source: 'specification 2026-07-28, basic/versioning',
    behaviour: 'That an older server refuses the question which revision it speaks is not shown as an error.',
  },
  'STA-11': {
    source: 'docs/threat-model.md',
    behaviour:
      'A program is given the proxies and certificates of the environment only if its configuration says so; a changed value is asked about again, and no password of a proxy is printed.',
  },
  'STA-12': {
    source: 'docs/guide.md; docs/configuration.md, All servers',
    behaviour:
      'A server that starts on its first call offers the tools it last defined, as far as they were accepted; the call waits for the start, for trust and for the definition to be the same.',
  },
  'STA-13': {
    source: 'docs/configuration.md',
    behaviour:
      'Only what leads to an answer is progress: other text on stdout and the work it takes are not, and a configured limit of a start ends it whatever the progress.',
  },
  'STA-14': {
    source: 'docs/threat-model.md',
    behaviour:
      'A server that printed nothing is said to have printed nothing; no sentence sends the user to an output that isn’t there.',
  },
  'STA-15': {
    source: 'docs/threat-model.md',
    behaviour: 'A quoted line of a server begins with its message: no time before it, and no record around it.',
  },
  'STA-16': {
    source: 'docs/threat-model.md',
    behaviour:
      'A server whose list of tools hasn’t arrived when it is used says so wherever its tools would be, and has them as soon as the server answers, however late.',
  },
  'STA-80': {
    source: 'docs/threat-model.md',
    behaviour:
      'Whatever a program does instead of each of its answers, its start ends by itself: it is ready, or has failed with a sentence.',
  },
} as const satisfies Requirements
