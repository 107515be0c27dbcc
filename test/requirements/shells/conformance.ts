import type { Requirements } from '../types.ts'

/** The run of the official suite. */
export const conformance = {
  'CNF-1': {
    source: 'docs/protocol-support.md',
    behaviour:
      'A scenario is passed when the suite found no fault in it and showed something, and the driver did its part to the end.',
  },
  'CNF-2': {
    source: 'docs/protocol-support.md; the official conformance suite',
    behaviour:
      'Every scenario that a revision requires is run and passed, and a list that has become shorter is a failure.',
  },
  'CNF-3': {
    source: 'docs/protocol-support.md',
    behaviour: 'Every scenario of the suite is acted out, or named among what is not offered with its reason.',
  },
} satisfies Requirements
