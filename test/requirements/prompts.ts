import type { Requirements } from './types.ts'

/** What is owed about the prompts, lists and instructions of servers. */
export const prompts = {
  'PRM-1': {
    source: 'specification, server/prompts, server/resources; requirements P1, PG1',
    behaviour:
      'Prompts, resources and templates of every server that declares them are listed, all pages of them, and nothing is asked of one that does not.',
  },
  'PRM-2': {
    source: 'requirements P1, P3',
    behaviour:
      'A prompt is filled in by its server with what it takes and nothing else; a bad message of it costs only itself and is said.',
  },
  'PRM-3': {
    source: 'requirements P4, P5',
    behaviour:
      'What an argument could be is asked with what is filled in already; a newer question takes the place of an older one, and there are not too many.',
  },
  'PRM-4': {
    source: 'requirements PG1, PG2; issue 7',
    behaviour:
      'A list that loops, never ends, breaks off or holds what is none costs only what is wrong with it; ten thousand resources are one list.',
  },
  'PRM-5': {
    source: 'requirements C2, C3, R7, R8',
    behaviour:
      'A list is fetched anew when its server says that it changed, and when it is shown after it went stale; never otherwise.',
  },
  'PRM-6': {
    source: 'design, trust; cases 43, 44',
    behaviour:
      'A prompt, template or instructions that changed or came later are reviewed as tools are, and cannot be used before.',
  },
  'PRM-7': {
    source: 'issue 7, prompts',
    behaviour:
      'A prompt that is sent reaches the model in its roles, marked as its server’s, in messages that every API takes.',
  },
  'PRM-8': {
    source: 'issue 7, instructions',
    behaviour:
      'Models are given the instructions of a server only where the person agreed to exactly these, marked as the server’s.',
  },
} satisfies Requirements
