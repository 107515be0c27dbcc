import type { Requirements } from '../types.ts'

/** Passports in the window. */
export const passportUi = {
  'PSUI-1': {
    source: 'docs/passports.md, What it contains',
    behaviour:
      'The page shows everything in the passport, with third-party names as text, and prints without the frame.',
  },
  'PSUI-2': {
    source: 'docs/passports.md, What the signature says',
    behaviour:
      'Before a passport is used, its fingerprint shows, what the signature means, and that it does not make the server safe.',
  },
  'PSUI-3': {
    source: 'docs/passports.md, Add a server with one',
    behaviour:
      'The form asks for every value that a passport leaves out, and the server is not added before they are entered.',
  },
  'PSUI-4': {
    source: 'docs/passports.md, Add a server with one',
    behaviour: 'A review says how a definition compares with the passport; one that differs starts unselected.',
  },
} as const satisfies Requirements
