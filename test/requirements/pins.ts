import type { Requirements } from './types.ts'

/** What is owed about the definitions that servers send. */
export const pins = {
  'PIN-1': {
    source: 'design, trust; security 8.4',
    behaviour: 'The first list of a server is pinned as one, also an empty one, and pins survive every restart.',
  },
  'PIN-2': {
    source: 'cases 43, 44; promise P15',
    behaviour:
      'Whatever of a definition changes, announced or not, within a run or between two, puts it in quarantine, and its permissions end.',
  },
  'PIN-3': { source: 'case 45', behaviour: 'Another order of keys or of the list is no change.' },
  'PIN-4': {
    source: 'promise P22; case 42',
    behaviour:
      'No request to a model holds anything of a definition in quarantine, and it cannot be used, by a model or by hand.',
  },
  'PIN-5': {
    source: 'design, trust: one inbox entry per server',
    behaviour:
      'One question per server says what is new or changed, is withdrawn and asked anew with the catalogue, and goes with the server.',
  },
  'PIN-6': {
    source: 'design, the inbox',
    behaviour:
      'What is accepted is pinned in the same commit and in the name of who answered; nothing else can be accepted, and not by everybody.',
  },
  'PIN-7': {
    source: 'design, trust',
    behaviour:
      'What a person keeps off is not asked about again, after a restart either, until it is another definition.',
  },
  'PIN-8': {
    source: 'design, trust: a review screen',
    behaviour: 'A review that is asked for is about everything in quarantine, kept off or not.',
  },
  'PIN-9': {
    source: 'cases 52, 53; promise P21',
    behaviour:
      'Hidden text in a definition keeps it in quarantine from the first list on; writing that needs such characters does not.',
  },
  'PIN-10': {
    source: 'cases 47, 48',
    behaviour:
      'Tools that can be taken for one another wait, at one server or at two; the same name at two servers does not.',
  },
  'PIN-11': {
    source: 'case 51',
    behaviour:
      'A definition that speaks of another server or its tools waits; ordinary words and its own names do not count.',
  },
  'PIN-12': {
    source: 'decision 15',
    behaviour:
      'A call whose definition changes under its question is asked anew with what was shown before, and can be allowed once only.',
  },
  'PIN-13': {
    source: 'security 8.10: pin store unreadable, treat all as changed',
    behaviour:
      'What is pinned is never made up: a journal from before pins pins what is listed first, a pin that cannot be read leaves all in quarantine.',
  },
  'PIN-14': {
    source: 'decision 9: the playground is part of Atrium',
    behaviour: 'Definitions of the playground are pinned by the host, whatever they were before.',
  },
} as const satisfies Requirements
