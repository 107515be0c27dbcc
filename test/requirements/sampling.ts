import type { Requirements } from './types.ts'

/** What Atrium owes when servers ask for folders and for models. */
export const sampling = {
  'ROO-1': {
    source: 'specification client/roots; security case 111',
    behaviour:
      'A server is told of the folders that were chosen for it and are there, as file URIs, in both eras and over every wire; of nothing else.',
  },
  'ROO-2': {
    source: 'specification client/roots (MUST: notifications/roots/list_changed)',
    behaviour: 'Other folders are announced to a running server, which is not started again for them.',
  },
  'ROO-3': {
    source: 'security case 111',
    behaviour: 'A folder that is missing, is none, or is reached through a link is left out, and one can see why.',
  },
} as const satisfies Requirements
