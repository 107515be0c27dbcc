import type { Requirements } from '../types.ts'

/** The conversation with a model withstands whatever the model, the network and the servers do. */
export const fire = {
  'FIR-1': {
    source: 'docs/threat-model.md P27, P28, 188',
    behaviour:
      'An answer that breaks off after any event runs nothing, says why it ended, and the next message is accepted',
  },
  'FIR-2': {
    source: 'docs/threat-model.md P28, 186, 187, 200',
    behaviour: 'Whatever the API answers instead, the turn ends with a sentence and the next message is accepted',
  },
  'FIR-3': {
    source: 'docs/threat-model.md P29, 190, 191',
    behaviour:
      'Whatever a message stops for, it is kept with that, half calls run nowhere, and the next message is accepted',
  },
  'FIR-4': {
    source: 'docs/threat-model.md 193',
    behaviour: 'A call that makes no sense is an error for the model and reaches no server; those beside it run',
  },
  'FIR-5': {
    source: 'docs/threat-model.md P27, 192',
    behaviour: 'Ten calls that end in every way have ten results in one message, in order, each once',
  },
  'FIR-6': {
    source: 'docs/threat-model.md P30, 197',
    behaviour: 'A model that makes the same calls three times and gets the same is stopped, and can be let go on',
  },
  'FIR-7': {
    source: 'docs/threat-model.md P27, 196, 201',
    behaviour: 'Stopped at any moment, or asked by two at once, a conversation stays valid and takes the next message',
  },
  'FIR-8': {
    source:
      'docs/threat-model.md P27, 49, 50, 57, 58, 59, 60, 61, 62, 63, 64, 65, 66, 80, 81, 82, 83, 84, 85, 86, 87, 88, 198',
    behaviour:
      'With hostile definitions and results of servers, the API refuses no request and every call has one outcome',
  },
} as const satisfies Requirements
