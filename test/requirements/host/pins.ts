import type { Requirements } from '../types.ts'

/** Definitions that servers send. */
export const pins = {
  'PIN-1': {
    source: 'docs/architecture.md, Third-party text',
    behaviour: 'The first list of a server is pinned as one, also an empty one, and pins survive every restart.',
  },
  'PIN-2': {
    source: 'docs/threat-model.md 43, 44, P15',
    behaviour:
      'Whatever of a definition changes, announced or not, within a run or between two, puts it in quarantine, and its permissions end.',
  },
  'PIN-3': { source: 'docs/threat-model.md 45', behaviour: 'Another order of keys or of the list is no change.' },
  'PIN-4': {
    source: 'docs/threat-model.md P22, 42',
    behaviour:
      'No request to a model holds anything of a definition in quarantine, and it cannot be used, by a model or by hand.',
  },
  'PIN-5': {
    source: 'docs/decisions.md 42',
    behaviour:
      'One question per server says what is new or changed, is withdrawn and asked anew with the catalogue, and goes with the server.',
  },
  'PIN-6': {
    source: 'docs/architecture.md, The inbox',
    behaviour:
      'What is accepted is pinned in the same commit and in the name of who answered; nothing else can be accepted, and not by everybody.',
  },
  'PIN-7': {
    source: 'docs/architecture.md, Third-party text',
    behaviour:
      'What a person keeps off is not asked about again, after a restart either, until it is another definition.',
  },
  'PIN-8': {
    source: 'docs/architecture.md, Third-party text',
    behaviour: 'A review that is asked for is about everything in quarantine, kept off or not.',
  },
  'PIN-9': {
    source: 'docs/threat-model.md 52, 53, P21',
    behaviour:
      'Hidden text in a definition keeps it in quarantine from the first list on; writing that needs such characters does not.',
  },
  'PIN-10': {
    source: 'docs/threat-model.md 47, 48',
    behaviour:
      'Tools that can be taken for one another wait, at one server or at two; the same name at two servers does not.',
  },
  'PIN-11': {
    source: 'docs/threat-model.md 51',
    behaviour:
      'A definition that speaks of another server or its tools waits; ordinary words and its own names do not count.',
  },
  'PIN-15': {
    source: 'docs/threat-model.md 43, P21',
    behaviour:
      'A change is risky if it mentions files, secrets or other tools for the first time, no longer only reads, or may now destroy.',
  },
  'PIN-12': {
    source: 'docs/decisions.md 15',
    behaviour:
      'A call whose definition changes under its question is asked anew with what was shown before, and can be allowed once only.',
  },
  'PIN-13': {
    source: 'docs/threat-model.md 43',
    behaviour:
      'What is pinned is never made up: a journal from before pins pins what is listed first, a pin that cannot be read leaves all in quarantine.',
  },
  'PIN-14': {
    source: 'docs/decisions.md 9',
    behaviour: 'Definitions of the playground are pinned by the host, whatever they were before.',
  },
} as const satisfies Requirements
