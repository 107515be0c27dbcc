import type { Requirements } from './types.ts'

/** What the form for servers owes, and the field for pasted configs. */
export const form = {
  'FORM-1': {
    source: 'mock-up 06i; shared/config/server-config.ts',
    behaviour: 'A server is a program or an address; what was typed for the other kind is neither judged nor saved.',
  },
  'FORM-2': {
    source: 'DESIGN-GUIDE.md, 8. Empty, loading, error',
    behaviour: 'An address and its headers are judged as in servers.json, and the sentence stands beside its field.',
  },
  'FORM-3': {
    source: 'DECISIONS.md, 18',
    behaviour:
      'A secret of a row goes to the store under a name of its own; no renaming, replacing or unticking loses or mixes up another.',
  },
  'FORM-4': {
    source: 'DECISIONS.md, 1',
    behaviour: 'A server that is opened and saved is what it was, whatever the form does not show of it.',
  },
  'FORM-5': {
    source: 'mock-up 06h; DECISIONS.md, 7',
    behaviour: 'The time limits of a server are numbers of seconds that do not contradict each other.',
  },
  'FORM-6': {
    source: 'mock-up 06i',
    behaviour: 'Servers at an address are read in the spellings of known applications, and an address alone is one.',
  },
  'FORM-7': {
    source: 'mock-up 06i; security cases 118, 122',
    behaviour:
      'Secrets in a pasted config are recognised and said; what is left open in it is asked for, never filled in.',
  },
  'FORM-8': {
    source: 'DESIGN-GUIDE.md, 9. Words',
    behaviour: 'What of a pasted text cannot be taken is said with its reason.',
  },
  'FORM-9': {
    source: 'mock-up 06i',
    behaviour: 'Several servers are added at once; each refusal names its server and costs no other.',
  },
  'FORM-10': {
    source: 'DESIGN-GUIDE.md, 5. Sentence',
    behaviour: 'The form says to which host everything goes, and whether that is this computer.',
  },
  'FORM-11': {
    source: 'E2E of servers at an address',
    behaviour:
      'A server at an address is added and edited by the interface; its secret is sent to it and is not in the file.',
  },
  'FORM-12': {
    source: 'DESIGN-GUIDE.md, 11. Accessibility',
    behaviour: 'The form is used by keyboard, axe finds nothing in it, and nothing scrolls sideways at 360 px.',
  },
} as const satisfies Requirements
