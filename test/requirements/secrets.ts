import type { Requirements } from './types.ts'

export const secrets = {
  'SEC-1': {
    source: 'DESIGN, The journal on disk: Secrets',
    behaviour:
      'A known value is replaced once, where it enters: results, errors, progress, descriptions, notifications, stderr and errors of the model. Model, screen and disk see the same text.',
  },
  'SEC-2': {
    source: 'DESIGN, The journal on disk: Secrets',
    behaviour:
      'A value is found as it is and in its usual encodings, from six characters on, in linear time, and costs nothing where there are no secrets.',
  },
  'SEC-4': {
    source: 'cases.md 18',
    behaviour:
      'In what a server prints, and in why it failed, what has the shape of a token is replaced though no secret has that value.',
  },
  'SEC-3': {
    source: 'DESIGN, The journal on disk: Secrets',
    behaviour: 'A model’s answer that holds a value ends the turn; nothing of the value is shown or kept.',
  },
} as const satisfies Requirements
