import type { Requirements } from './types.ts'

/** What a person has decided for the calls to come, and how she decides about those that wait. */
export const rules = {
  'RUL-1': {
    source: 'issue 6, clearance',
    behaviour: 'A rule that denies wins over every other, and adding a permission never takes a denial back',
  },
  'RUL-2': {
    source: 'issue 6, clearance',
    behaviour: 'The most specific rule decides, between equals asking wins, and their order is irrelevant',
  },
  'RUL-3': {
    source: 'issue 6, clearance',
    behaviour: 'A folder holds what is in it once `..` is gone, and nothing outside, however a path is written',
  },
  'RUL-4': {
    source: 'issue 6, clearance',
    behaviour: 'A value is met with its type, and an address by its exact host, not by what only looks like it',
  },
  'RUL-5': {
    source: 'cases 98; security 8.1',
    behaviour:
      'A permission is for one definition, and holds for a tool that may destroy, or for data of others, by word',
  },
  'RUL-6': { source: 'issue 6, clearance', behaviour: 'Every rule can be said in one sentence that has all of it' },
} as const satisfies Requirements
