import type { Requirements } from '../types.ts'

/** Users' view of the log as a whole, and their actions. */
export const logUi = {
  'LUI-1': {
    source: 'docs/interface.md 07a, 07b',
    behaviour:
      'The log is checked when a person asks; how far the check is, and then what it found, is said in words: intact and how far it is signed, broken at which record, or cut.',
  },
  'LUI-2': {
    source: 'docs/interface.md 07a',
    behaviour: 'A search for whole words narrows the records beside every other condition and is part of the address.',
  },
  'LUI-3': {
    source: 'docs/interface.md 07a',
    behaviour: 'An export says beforehand what goes out under the filter in force, and afterwards where the file is.',
  },
  'LUI-4': {
    source: 'docs/architecture.md, The journal on disk; docs/interface.md 07a',
    behaviour:
      'A deleted conversation can be erased at once, after a dialog says that this cannot be undone and that the chain still holds.',
  },
  'LUI-5': {
    source: 'docs/interface.md, Accessibility',
    behaviour: 'axe finds nothing in the audit with its check, search and dialogs, in both themes, also at 380 px.',
  },
} as const satisfies Requirements
