import type { Requirements } from './types.ts'

export const hostile = {
  'HOST-1': {
    source: 'Threat model; DESIGN, Trust',
    behaviour:
      'Beside each hostile server a good one keeps answering, each call ends once, nothing survives the end of its server, and the chain verifies.',
  },
} as const satisfies Requirements
