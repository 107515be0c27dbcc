import type { Requirements } from '../types.ts'

/** The published table of protocol features, and what nothing else shows of it. */
export const features = {
  'FEA-1': {
    source: 'docs/protocol-support.md',
    behaviour:
      'The tables in docs/protocol-support.md name only obligations that tests show. Supported features name one, the others say why.',
  },
  'FEA-2': {
    source: 'docs/protocol-support.md; specification, schema of each revision',
    behaviour:
      'Every message that a revision lets clients and servers send, every capability that clients can declare and every kind of content stands in those tables, in its direction and revision.',
  },
  'FEA-3': {
    source: 'specification 2024-11-05 to 2025-11-25, basic/lifecycle#version-negotiation',
    behaviour: 'A server of any published revision is listed and called in that revision.',
  },
  'FEA-4': {
    source: 'specification basic/lifecycle#capability-negotiation; specification 2026-07-28, basic/index#_meta',
    behaviour: 'A server is offered what is served to it and nothing else, and nothing else is said beside a call.',
  },
  'FEA-5': {
    source: 'specification 2026-07-28, basic/versioning',
    behaviour: 'A server that refuses the newest revision is spoken to in the one that it names.',
  },
  'FEA-6': {
    source: 'specification 2025-06-18 to 2026-07-28, basic/transports',
    behaviour: 'Requests over HTTP have in their headers what their revision wants there.',
  },
  'FEA-7': {
    source: 'specification 2026-07-28, basic/patterns/subscriptions',
    behaviour: 'A stream of changes that its server ends is asked for again, and what it told of is read.',
  },
  'FEA-8': {
    source: 'specification 2026-07-28, basic/index#error-codes',
    behaviour: 'A call that is refused for its headers, or for what was not offered, ends with a sentence.',
  },
  'FEA-9': {
    source: 'specification 2025-11-25, basic/transports#listening-for-messages-from-the-server',
    behaviour: 'What an earlier server sends outside of any request is heard over HTTP, and answered.',
  },
  'FEA-10': {
    source: 'specification 2025-03-26 to 2026-07-28, basic/authorization: discovery; RFC 9728; RFC 8414',
    behaviour: 'Where to sign in is found in each way in which a revision lets servers say it.',
  },
  'FEA-11': {
    source: 'specification 2025-11-25, basic/authorization#client-registration-approaches',
    behaviour: 'Atrium is known as a person entered it, else by a document, else as it registered itself.',
  },
  'FEA-12': {
    source:
      'specification 2025-11-25, basic/authorization#scope-selection-strategy; specification 2026-07-28, refresh tokens',
    behaviour:
      'What is asked for is what a server wants, else what it has to give, else nothing, and what renews where it is offered.',
  },
  'FEA-13': {
    source: 'specification 2026-07-28, basic/transports/streamable-http#custom-headers',
    behaviour:
      'A call whose headers are refused is sent once more after the tools were listed anew, if its own is still the same.',
  },
} as const satisfies Requirements
