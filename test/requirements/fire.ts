import type { Requirements } from './types.ts'

/** What the conversation with a model owes whatever the model, the network and the servers do. */
export const fire = {
  'FIR-1': {
    source: 'promises P27, P28; cases 188',
    behaviour:
      'An answer that breaks off after any event runs nothing, says why it ended, and the next message is accepted',
  },
  'FIR-2': {
    source: 'promise P28; cases 186, 187, 200',
    behaviour: 'Whatever the API answers instead, the turn ends with a sentence and the next message is accepted',
  },
  'FIR-3': {
    source: 'promise P29; cases 190, 191',
    behaviour:
      'Whatever a message stops for, it is kept with that, half calls run nowhere, and the next message is accepted',
  },
  'FIR-4': {
    source: 'cases 193',
    behaviour: 'A call that makes no sense is an error for the model and reaches no server; those beside it run',
  },
  'FIR-5': {
    source: 'promise P27; cases 192',
    behaviour: 'Ten calls that end in every way have ten results in one message, in order, each once',
  },
  'FIR-6': {
    source: 'promise P30; cases 197',
    behaviour: 'A model that makes the same calls three times and gets the same is stopped, and can be let go on',
  },
  'FIR-7': {
    source: 'promise P27; cases 196, 201',
    behaviour: 'Stopped at any moment, or asked by two at once, a conversation stays valid and takes the next message',
  },
  'FIR-8': {
    source: 'promise P27; cases 49, 50, 57–66, 80–88, 198',
    behaviour:
      'With hostile definitions and results of servers, the API refuses no request and every call has one outcome',
  },
} as const satisfies Requirements
