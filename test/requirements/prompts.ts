import type { Requirements } from './types.ts'

/** What is owed about the prompts, lists and instructions of servers. */
export const prompts = {
  'PRM-1': {
    source: 'specification, server/prompts, server/resources; requirements P1, PG1',
    behaviour:
      'Prompts, resources and templates of every server that declares them are listed, all pages of them, and of no other.',
  },
  'PRM-2': {
    source: 'requirements P1, P3',
    behaviour:
      'A prompt is filled in by its server with what it takes and nothing else; a bad message of it costs only itself.',
  },
  'PRM-3': {
    source: 'requirements P4, P5',
    behaviour:
      'What an argument could be is asked with what is filled in already; a newer question takes the place of an older one, and there are not too many.',
  },
} satisfies Requirements
