import type { Requirements } from './types.ts'

/** Bounds on what servers may cost, and checks that don't refuse what is right. */
export const limits = {
  'VAL-3': {
    source: 'JSON Schema Validation 2020-12, 6.2.1 multipleOf',
    behaviour: 'Whether a number is a multiple of another is decided in decimal, as both are written.',
  },
  'VAL-4': {
    source: 'SECURITY.md: a server that floods, hangs, crashes or lies delays no other',
    behaviour:
      'However many of its schemas burn the processor, a server takes at most one check from the thread that others share and five from a thread apart; then none of its schemas is checked for ten minutes, which is said.',
  },
} as const satisfies Requirements
