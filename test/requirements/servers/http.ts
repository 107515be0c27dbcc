import type { Requirements } from '../types.ts'

/** Connections to MCP servers at a URL. */
export const http = {
  'HTP-1': {
    source: 'specification 2025-11-25, basic/transports; specification 2024-11-05, HTTP with SSE',
    behaviour: 'A legacy server is listed and called over Streamable HTTP and over the older transport alike.',
  },
  'HTP-2': {
    source: 'specification 2026-07-28, basic/transports/streamable-http; specification basic/patterns/cancellation',
    behaviour: 'A modern server is spoken to in its era; giving up a call closes its stream and nothing else.',
  },
  'HTP-3': {
    source: 'docs/architecture.md, Secrets; specification, security best practices',
    behaviour:
      'Configured headers go with every request; values from the secret store never reach an event, an error or the model.',
  },
  'HTP-4': {
    source: 'docs/decisions.md 3; specification basic/transports/streamable-http#backward-compatibility',
    behaviour:
      'A fault or silence in answer to the probe does not keep a legacy server from being used, nor a modern one that is slow.',
  },
  'HTP-5': {
    source: 'docs/threat-model.md, After every case',
    behaviour: 'A server that cannot be reached fails with one sentence: what happened, and what to do.',
  },
  'HTP-6': {
    source: 'docs/threat-model.md 123, 138; CVE-2026-111769',
    behaviour: 'Redirects stay at the origin, keep the message and are bounded; headers never reach another origin.',
  },
  'HTP-7': {
    source: 'docs/threat-model.md 124; CVE-2026-111497',
    behaviour: 'Only unencoded answers are asked for; any other is refused before a byte of it is decoded.',
  },
  'HTP-8': {
    source: 'specification basic/index#responses; docs/threat-model.md 126',
    behaviour: 'A call whose answer is unreadable, missing or refused ends at once, once, and is never sent again.',
  },
  'HTP-9': {
    source: 'specification 2025-11-25, basic/transports#resumability; docs/threat-model.md 125',
    behaviour: 'A dropped stream that can be resumed is resumed from its last event, no sooner than after a second.',
  },
  'HTP-10': {
    source: 'docs/threat-model.md, After every case',
    behaviour: 'What one server sends does not hold up another.',
  },
  'HTP-11': {
    source: 'specification 2025-11-25, basic/transports#session-management; docs/threat-model.md 127',
    behaviour: 'A session the server has forgotten is opened anew once, and what it had refused is sent in it.',
  },
  'HTP-12': {
    source: 'specification 2025-11-25, basic/transports#session-management; docs/threat-model.md 128',
    behaviour: 'A session has a plain id, is ended on leaving, and leaving never waits for the server.',
  },
  'HTP-13': {
    source: 'specification 2024-11-05, HTTP with SSE',
    behaviour: 'The older transport sends messages only to its own origin, and its end is the end of the server.',
  },
  'HTP-14': {
    source: 'docs/threat-model.md 129; docs/decisions.md 3',
    behaviour:
      'A host is resolved once and checked, and only what was checked is connected to; link-local addresses never, private ones only as typed.',
  },
  'HTP-15': {
    source: 'docs/threat-model.md 124, 125; docs/decisions.md 4',
    behaviour: 'Bodies, events and headers are bounded in bytes, and bodies in time.',
  },
  'HTP-16': {
    source: 'HTML standard, 9.2.6',
    behaviour: 'Events are read the same however their bytes are cut, with any end of line.',
  },
  'HTP-18': {
    source: 'docs/decisions.md 44; docs/architecture.md, States',
    behaviour:
      'A start that failed for a passing reason is tried again by itself, without end and with its time in view; one for a lasting reason is not, and its sentence says what to do.',
  },
  'HTP-19': {
    source: 'RFC 9110, 10.2.3',
    behaviour: 'A server that says how long to stay away is left alone that long, but no longer than an hour.',
  },
  'HTP-20': {
    source: 'docs/decisions.md 44; docs/architecture.md, One door',
    behaviour:
      'A server that goes away does not go on showing as ready, comes back by itself, and no call is sent a second time.',
  },
  'HTP-21': {
    source: 'specification 2026-07-28, basic/patterns/subscriptions',
    behaviour: 'A lost stream of changes is opened again, and what changed meanwhile is read.',
  },
  'HTP-22': {
    source:
      'docs/decisions.md 44; specification 2026-07-28, server/discover; specification 2025-11-25, basic/utilities/ping',
    behaviour:
      'After the machine slept, servers that were out of reach are tried at once, ready ones are asked at once, and one that is silent is failed and tried again.',
  },
  'HTP-23': {
    source: 'specification 2026-07-28, basic/transports/streamable-http#custom-headers; docs/threat-model.md 65',
    behaviour: 'Arguments are copied into the headers a tool wants; a tool that wants what is no header is left out.',
  },
  'HTP-17': {
    source: 'docs/decisions.md 1; docs/threat-model.md 137',
    behaviour:
      'An entry with a url is a server at an address: https, or http on this computer; never with a password in it.',
  },
  'HTP-24': {
    source:
      'specification 2026-07-28, basic/authorization; the official conformance suite, auth/authorization-server-migration',
    behaviour:
      'A server that shakes hands with anybody and gives its lists only to who has signed in asks for that at its start.',
  },
  'HTP-25': {
    source: 'docs/threat-model.md; HTML standard, 9.2.6',
    behaviour:
      'A stream is bounded in bytes and in lines without a message, whatever kind they are; a flood is read in short turns and ends that stream alone, with a sentence that says so.',
  },
  'HTP-26': {
    source: 'docs/threat-model.md; specification 2026-07-28, basic/authorization',
    behaviour:
      'Every answer to a request of a sign-in, and every refusal, ends within its bytes and its time; a stream of events is refused where JSON belongs.',
  },
  'HTP-27': {
    source: 'docs/architecture.md, States; docs/threat-model.md',
    behaviour: 'Whoever wants to use a server that Atrium will try again by itself is told so, and when.',
  },
  'HTP-28': {
    source: 'docs/threat-model.md',
    behaviour:
      'While the port of a server on this computer is closed, Atrium connects to it now and then without sending anything, and starts the server again once it is open.',
  },
  'HTP-29': {
    source: 'specification 2025-11-25, transports#resumability-and-redelivery',
    behaviour: 'A resumed stream that ends before an event is resumed from the same event again.',
  },
  'HTP-30': {
    source: 'docs/threat-model.md',
    behaviour:
      'A stream that ends at once without bringing anything counts as a failure: the next pause is longer, and after five none is opened.',
  },
  'HTP-31': {
    source: 'specification 2025-11-25, transports#session-management',
    behaviour:
      'A lost session that is reported in HTTP 200 is opened again, and a request that only reads is sent once more; if that doesn’t help, the server’s words are quoted.',
  },
  'HTP-32': {
    source: 'docs/threat-model.md',
    behaviour:
      'Whatever form a server gives its answers, each call ends at once with the server’s outcome or with a reason, and is sent once.',
  },
  'HTP-33': {
    source: 'specification 2025-11-25, transports#session-management',
    behaviour:
      'A call is sent again only if HTTP itself refused its session. Any other error without an ID in its response is a failure after which the call may have run.',
  },
} as const satisfies Requirements
