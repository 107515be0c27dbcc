import type { Requirements } from '../types.ts'

export const hostile = {
  'HOST-1': {
    source: 'docs/threat-model.md, After every case',
    behaviour:
      'Beside each hostile server a good one answers call after call, memory is bounded, each call is allowed, sent and ended once and says which server, nobody is asked for anything, nothing survives, and the chain verifies.',
  },
  'HOST-2': {
    source: 'docs/threat-model.md 80; docs/architecture.md, Third-party text',
    behaviour: 'What a server answers reaches the model as results of its own calls, and as nothing else.',
  },
  'HOST-3': {
    source: 'docs/threat-model.md 66',
    behaviour:
      'Nothing in the host, its threads and its libraries needs `__proto__`: it works where touching it throws.',
  },
  'HOST-4': {
    source: 'docs/threat-model.md',
    behaviour:
      'While a server sends a stream without end, of whatever kind, the calls of a good one succeed; what ends is that stream, or that server, with a sentence that says so.',
  },
  'HOST-5': {
    source: 'docs/threat-model.md',
    behaviour:
      'No command takes a name that every object inherits for something that is there: it answers in words, or with nothing.',
  },
} as const satisfies Requirements
