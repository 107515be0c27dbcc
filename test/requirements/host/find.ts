import type { Requirements } from '../types.ts'

export const find = {
  'FND-1': {
    source: 'docs/interface.md, Finding',
    behaviour:
      'Messages, replies, arguments and results are found by their words, newest first, with a bounded passage and their place; by speaker, server and time.',
  },
  'FND-2': {
    source: 'docs/interface.md, Finding',
    behaviour:
      'Terms of three or more characters match inside words in every script, shorter ones where a word begins; letter case and accents don’t count, quotes keep words together.',
  },
  'FND-3': {
    source: 'docs/architecture.md, The journal on disk',
    behaviour: 'Deleted conversations aren’t found; erased ones leave the index with their content.',
  },
  'FND-4': {
    source: 'docs/interface.md, Finding',
    behaviour:
      'Finding in the open conversation counts every match in all of it, also what isn’t drawn or indexed yet.',
  },
  'FND-5': {
    source: 'docs/architecture.md, The journal on disk',
    behaviour:
      'The index follows the journal in bounded steps apart from commits, also over old records after an upgrade; a page reads a bounded number of texts.',
  },
} as const satisfies Requirements
