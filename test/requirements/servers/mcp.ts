import type { Requirements } from '../types.ts'

/** Connections to MCP servers over stdio. */
export const mcp = {
  'FRM-1': {
    source: 'specification basic/transports/stdio; JSON-RPC 2.0',
    behaviour:
      'Messages arrive exactly as sent however the bytes are cut; bytes that are no message cost only themselves.',
  },
  'FRM-2': {
    source: 'specification basic/index#composition (bounds)',
    behaviour: 'Length, depth and number of values of a line are bounded before anything is parsed.',
  },
  'FRM-3': {
    source: 'specification basic/index#responses',
    behaviour:
      'An answer settles the one request that has its id, as a number or the same number as text, once; all others are counted and dropped.',
  },
  'FRM-4': {
    source: 'specification basic/index#responses',
    behaviour: 'An answer that is neither a result nor an error fails its own request at once, and nothing else.',
  },
  'FRM-5': {
    source: 'docs/decisions.md 4; docs/threat-model.md 9',
    behaviour: 'A line above 1 MiB is read in another thread, and changes neither the order of messages nor a limit.',
  },
  'FRM-6': {
    source: 'docs/architecture.md, Third-party text; docs/threat-model.md 60, 61',
    behaviour: 'An item of a list that passes a limit of its line is cut out of it, and the others are read.',
  },
  'FRM-7': {
    source: 'docs/decisions.md 4',
    behaviour: 'Many messages in one piece let others have their turn between them, and keep their order.',
  },
  'FRM-8': {
    source: 'docs/threat-model.md',
    behaviour: 'A server that floods its output with lines without a message is stopped, with a sentence that says so.',
  },
  'GAT-1': {
    source: 'docs/threat-model.md 15, 22',
    behaviour:
      'What a server says unasked has a rate, over every transport; beyond it, it is counted and not looked at, and only that tools changed is not lost.',
  },
  'GAT-2': {
    source: 'docs/threat-model.md 24',
    behaviour: 'The ids of the requests of a connection begin at a random number.',
  },
  'GAT-3': {
    source: 'docs/threat-model.md 26',
    behaviour: 'An error of a server is a whole number and a bounded text, and cannot pass for one of ours.',
  },
  'GAT-4': {
    source: 'docs/threat-model.md 37; specification basic/lifecycle#capability-negotiation',
    behaviour: 'What a server did not declare it cannot use: it is counted and not heard.',
  },
  'GAT-5': {
    source: 'docs/threat-model.md 36; specification basic/lifecycle#initialization',
    behaviour: 'A request that comes before the handshake is over is refused as invalid, and nobody is asked anything.',
  },
  'GAT-6': {
    source: 'docs/threat-model.md 33, 34, 35, 38',
    behaviour:
      'A handshake that lies costs at most the start: what it says is bounded, counts once, and is not repeated without end.',
  },
  'GAT-7': {
    source: 'docs/threat-model.md 28; specification basic/utilities/progress',
    behaviour: 'Progress is finite and never goes back.',
  },
  'GAT-8': {
    source: 'docs/threat-model.md 206',
    behaviour:
      'Whatever is done to the lines of a server, nothing fails but the requests they answer, each of which ends once.',
  },
  'ERA-1': {
    source: 'specification basic/versioning; specification basic/transports/stdio#backward-compatibility',
    behaviour:
      'The era is found out in the process that is then used: one start for legacy, dual and modern-only servers.',
  },
  'ERA-2': {
    source: 'specification basic/transports/stdio#backward-compatibility',
    behaviour:
      'A server that does not survive the probe is started once more as legacy, and not probed again for a day.',
  },
  'ERA-3': {
    source: 'specification basic/transports/stdio#backward-compatibility',
    behaviour: 'A server that does not answer the probe is legacy; a later answer disturbs nobody.',
  },
  'LIF-1': {
    source: 'specification basic/transports/stdio; specification, security best practices',
    behaviour:
      'A server gets the listed environment variables and its own, no open file of ours, and leads its own group.',
  },
  'LIF-2': {
    source: 'specification basic/transports/stdio#shutdown',
    behaviour:
      'Stopping closes stdin, then SIGTERM, then SIGKILL to the whole group, and waits for the end within a bound.',
  },
  'LIF-3': {
    source: 'docs/architecture.md, States',
    behaviour:
      'A server that cannot be used says why in one sentence, with the last lines of its stderr and what to do.',
  },
  'LIF-4': {
    source: 'docs/architecture.md, The journal',
    behaviour: 'Every start is journalled and on disk before the process exists; without a journal nothing starts.',
  },
  'LIF-5': {
    source: 'docs/architecture.md, States',
    behaviour: 'When a server leaves, each of its calls ends at once and says that it may have run.',
  },
  'LIF-6': {
    source: 'docs/decisions.md 1',
    behaviour:
      'What runs follows the configuration: only what decides the launch restarts a server, and only that server.',
  },
  'LIF-7': {
    source: 'docs/decisions.md 44',
    behaviour: 'A server that misbehaves delays no other: neither its start nor its calls.',
  },
  'LIF-8': {
    source: 'docs/architecture.md, The journal on disk',
    behaviour:
      'Misbehaviour is counted by kind and reported at most once a minute; sixty events of a server a minute are enough.',
  },
  'CAL-1': {
    source: 'specification basic/utilities/progress',
    behaviour: 'Calls run concurrently; progress belongs to its call, is sound, and comes at most ten times a second.',
  },
  'CAL-2': {
    source: 'specification basic/utilities/cancellation',
    behaviour: 'Cancelling ends the call at once, tells the server once, and a later answer is ignored.',
  },
  'CAL-3': {
    source: 'specification basic/lifecycle#timeouts; docs/decisions.md 7',
    behaviour:
      'Every call ends: without a sign of life, after its work, or on the wall clock; time in which a person is asked is free.',
  },
  'CAL-4': {
    source: 'docs/architecture.md, One door',
    behaviour: 'A call is sent only while configuration and definition are those it was cleared for.',
  },
  'CAL-5': {
    source: 'specification server/tools#output-schema; docs/decisions.md 6',
    behaviour: 'Whatever a result looks like it is kept; what is wrong with it is a note.',
  },
  'CAL-6': {
    source: 'specification basic/lifecycle#capability-negotiation',
    behaviour: 'What a server asks without being offered it is refused and journalled; ping is answered.',
  },
  'CAL-7': {
    source: 'docs/threat-model.md 24',
    behaviour: 'The log has the raw id of the answer to every call.',
  },
  'CAL-8': {
    source: 'specification 2025-11-25, basic/utilities/ping',
    behaviour: 'A ping is answered at once, also while a person is being asked, and when its server floods us.',
  },
  'CAL-9': {
    source: 'specification 2025-11-25, basic/utilities/cancellation',
    behaviour:
      'A question ends when its server takes it back, or when the call that it belongs to is over; in that case its server is told.',
  },
  'CAT-1': {
    source: 'specification server/tools#data-types',
    behaviour: 'A malformed tool costs only itself and says what is wrong; odd names are tolerated.',
  },
  'CAT-2': {
    source: 'specification server/utilities/pagination',
    behaviour: 'A list without end is cut off, and what was got is kept and called incomplete.',
  },
  'CAT-3': {
    source: 'specification server/tools#list-changed-notification',
    behaviour: 'Changes are fetched once for a burst of notices, and only differences are journalled.',
  },
  'FRS-1': {
    source: 'specification, schema of each revision',
    behaviour: 'Every frame that is sent, in every test, is valid in the official schema of the negotiated revision.',
  },
  'PEER-1': {
    source: 'docs/protocol-support.md',
    behaviour: 'Servers that people install besides the official test server are started, listed and called.',
  },
  'CAT-10': {
    source: 'specification 2026-07-28, server/utilities/caching',
    behaviour:
      'When a turn begins, tools whose hint of freshness has run out are listed anew first; a turn waits for that only a moment, and no second list is asked for meanwhile.',
  },
  'CAT-4': {
    source: 'docs/threat-model.md 41',
    behaviour: 'A list that changed while it was walked is walked again, and the second walk replaces the first.',
  },
  'VAL-1': {
    source: 'specification basic/index#json-schema-usage',
    behaviour: 'Values are checked by the dialect their schema declares, in isolation, and problems are told in words.',
  },
  'VAL-2': {
    source: 'specification basic/index#ref-resolution; docs/decisions.md 5',
    behaviour: 'A schema can neither reach the network nor hold up the host or another schema.',
  },
  'FRM-9': {
    source: 'specification basic/index#responses',
    behaviour:
      'Ids that come back as texts are taken. An answer to nothing ends an opening or a list within a second with the reason, if that is the only thing it can be about and no other answer follows.',
  },
  'FRM-10': {
    source: 'JSON-RPC 2.0, section 5.1',
    behaviour: 'A server’s words about a failure are quoted, in whatever form it wrote them.',
  },
  'CAT-13': {
    source: 'specification server/utilities/pagination',
    behaviour:
      'A page that only repeats earlier items isn’t a page: none of its items is called unusable, and after an empty cursor it ends the list.',
  },
  'CAT-14': {
    source: 'specification basic/lifecycle#capability-negotiation',
    behaviour:
      'A server that declares nothing is asked for its tools, briefly; those it lists are used and counted as undeclared.',
  },
  'FRM-11': {
    source: 'JSON-RPC 2.0, section 5',
    behaviour:
      'An answer to nothing ends no call, and no other request if it may be about a notification, an answer or an abandoned request.',
  },
} as const satisfies Requirements
