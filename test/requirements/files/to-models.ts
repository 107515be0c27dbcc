import type { Requirements } from '../types.ts'

/** Files in requests to models: in which form each goes, and what becomes of a refused one. */
export const toModels = {
  'FIL-30': {
    source: 'docs/configuration.md',
    behaviour:
      'The settings say for each model whether it reads PDF files and hears sounds, or that it’s unknown, and who says so.',
  },
} satisfies Requirements
