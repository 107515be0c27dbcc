import type { Requirements } from './types.ts'

export const headless = {
  'CLI-1': {
    source: 'issue: the command line',
    behaviour: 'What a rule allows runs, and its result comes back as the server gave it',
  },
  'CLI-2': {
    source: 'issue: the command line, promise P6',
    behaviour:
      'What would ask is put to whoever answers; where nobody can, it does not run, and the command ends with 3',
  },
  'CLI-3': {
    source: 'issue: the command line',
    behaviour: 'A program that was not trusted is not started before somebody who was asked trusts it',
  },
} satisfies Requirements
