import type { Requirements } from './types.ts'

/** What a person sees of rules. */
export const rulesUi = {
  'RLU-1': {
    source: 'issue 6, rules; mock-up 02d',
    behaviour:
      'A rule that is made from a call begins no wider than the folders and hosts of that call, and can be narrowed to any of its values; what the host would not take as a rule cannot be saved.',
  },
} satisfies Requirements
