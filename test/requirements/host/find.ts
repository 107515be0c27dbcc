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
      'Finding in the open conversation counts every match in all of its branch in use, also what isn’t drawn or indexed yet, and in the reply that is being written; that one moves the view only to a match the user goes to.',
  },
  'FND-5': {
    source: 'docs/architecture.md, The journal on disk',
    behaviour:
      'The index follows the journal in bounded steps apart from commits, also over old records after an upgrade; a page reads a bounded number of texts.',
  },
  'FND-6': {
    source: 'docs/interface.md, Finding',
    behaviour:
      'By keyboard alone, a search in all conversations leads to the exact place, also in rows that aren’t drawn, and Ctrl F goes through every match of the open conversation.',
  },
  'FND-7': {
    source: 'docs/interface.md, Finding',
    behaviour:
      'The palette offers passages of conversations after all other matches; a server’s text is marked as theirs. Those that read the same share an entry.',
  },
  'FND-8': {
    source: 'docs/interface.md, Finding',
    behaviour:
      'What a model wrote is searched and shown as people read it, without the signs of Markdown, in a search and on the page alike; a passage of its reasoning says so.',
  },
  'FND-9': {
    source: 'docs/interface.md, Finding',
    behaviour:
      'Each match says how often its message or call has the text, and a wide window shows the conversation around it, in which nothing can be answered or run.',
  },
} as const satisfies Requirements
