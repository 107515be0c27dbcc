import type { Requirements } from '../types.ts'

export const recovery = {
  'REC-1': {
    source: 'docs/architecture.md, The journal; docs/architecture.md, States',
    behaviour:
      'kill -9 of the host at any moment loses nothing it had confirmed: commands that resolved, records that a query had shown. The chain verifies after each.',
  },
  'REC-2': {
    source: 'docs/architecture.md, States',
    behaviour:
      'Turns, calls and questions that were open are closed once, truthfully: what a server did is a call that succeeded or may have run.',
  },
  'REC-3': {
    source: 'docs/architecture.md, States',
    behaviour:
      'After a crash the next message of each conversation that was cut off is accepted by the model and answered.',
  },
  'REC-4': {
    source: 'docs/decisions.md 19',
    behaviour: 'A second host on one data folder is refused with a sentence and leaves the first alone.',
  },
  'REC-5': {
    source: 'node:worker_threads, terminate; Node-API, errors while an environment ends',
    behaviour: 'However soon Atrium ends, no thread is ended while it loads SQLite, which would abort the process.',
  },
} as const satisfies Requirements
