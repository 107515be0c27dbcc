import type { Requirements } from './types.ts'

/** Bounds on what servers may cost, and checks that don't refuse what is right. */
export const limits = {
  'VAL-3': {
    source: 'JSON Schema Validation 2020-12, 6.2.1 multipleOf',
    behaviour: 'Whether a number is a multiple of another is decided in decimal, as both are written.',
  },
} as const satisfies Requirements
