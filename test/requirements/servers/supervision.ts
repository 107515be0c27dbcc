import type { Requirements } from '../types.ts'

/** Processes that must not outlive Atrium, and servers that crash. */
export const supervision = {
  'CNT-1': {
    source: 'docs/decisions.md 8; docs/threat-model.md 163, 164',
    behaviour:
      'When the host is killed, who survives is what the level says: nobody, those with a session of their own, or all.',
  },
  'CNT-2': {
    source: 'docs/decisions.md 8; docs/threat-model.md 162; specification basic/transports/stdio#shutdown',
    behaviour: 'At every level a server is stopped in bounded time, hears SIGTERM first, and how it ended is told.',
  },
  'CNT-3': {
    source: 'docs/decisions.md 8',
    behaviour: 'The level is the best one that was seen to work here, and changes nothing of what the server is given.',
  },
  'CNT-4': {
    source: 'docs/decisions.md 8; docs/threat-model.md 169',
    behaviour: 'What a killed host left running is ended at the next start; a stranger with the same number never is.',
  },
  'CNT-5': {
    source: 'docs/threat-model.md 167',
    behaviour: 'A command is resolved to an absolute path before anything starts, and that path is what is recorded.',
  },
  'CNT-10': {
    source: 'docs/threat-model.md',
    behaviour:
      'On Windows a command is looked for in the absolute folders of its PATH only, never in a working folder, and its file is shown and hashed as elsewhere.',
  },
  'SUP-1': {
    source: 'docs/architecture.md, States; docs/threat-model.md 166',
    behaviour:
      'A server that crashes is started again after twice as long each time, from 0.5 to 30 s, with full jitter.',
  },
  'SUP-2': {
    source: 'docs/architecture.md, States; docs/threat-model.md 166',
    behaviour:
      'After five crashes in three minutes it stays stopped, with the reason and its last words, until a person restarts it.',
  },
  'SUP-3': {
    source: 'docs/threat-model.md 166',
    behaviour: 'A minute of health, or a restart by hand, makes good for all crashes before.',
  },
  'SUP-4': {
    source: 'docs/decisions.md 44',
    behaviour: 'What another start cannot mend is not started again: a missing command, a refused handshake.',
  },
  'SUP-5': {
    source: 'docs/threat-model.md 166; docs/architecture.md, One door',
    behaviour:
      'A restart that waits is seen with its time, turning off ends the waiting, and no call is sent a second time.',
  },
  'SUP-6': {
    source: 'specification 2025-11-25 basic/utilities/ping; docs/decisions.md 44',
    behaviour: 'A legacy server that gives no sign of life while it has nothing to do is ended and started again.',
  },
  'SUP-7': {
    source: 'docs/threat-model.md 170; docs/decisions.md 44',
    behaviour: 'After the machine slept, servers are asked for a sign of life at once.',
  },
  'SUP-8': {
    source: 'docs/threat-model.md 166; specification 2025-11-25 basic/utilities/ping',
    behaviour:
      'A server is given up only if it does nothing at two looks while Atrium itself was on time: one that works, or sends something else, and one whose answer Atrium was too busy to read, keep running.',
  },
} as const satisfies Requirements
