import type { Requirements } from '../types.ts'

/** Servers that ask for folders and models. */
export const sampling = {
  'ROO-1': {
    source: 'specification client/roots; docs/threat-model.md 111',
    behaviour:
      'A server is told of the folders that were chosen for it and are there, as file URIs, in both eras and over every wire; of nothing else.',
  },
  'ROO-2': {
    source: 'specification client/roots (MUST: notifications/roots/list_changed)',
    behaviour: 'Other folders are announced to a running server, which is not started again for them.',
  },
  'ROO-3': {
    source: 'docs/threat-model.md 111',
    behaviour: 'A folder that is missing, is none, or is reached through a link is left out, and one can see why.',
  },
  'ROO-4': {
    source: 'docs/interface.md, The first answer',
    behaviour:
      'A typed folder can begin with the home folder’s sign, is returned by its own path, and is refused in a sentence if there is none.',
  },
  'SMP-1': {
    source: 'docs/decisions.md 10; specification client/sampling; docs/threat-model.md 110',
    behaviour:
      'Of all that a server wants to send to a model a person is asked first, and it is sent as she left it; what no model is given is said.',
  },
  'SED-7': {
    source: 'specification client/sampling; docs/protocol-support.md, Requests and reports from servers',
    behaviour:
      'A server’s stop sequences go to models whose API has them, unchanged and at most as many as it takes; if the model’s server refuses them by name, the request is sent again without, once, and the review says so.',
  },
  'SED-8': {
    source: 'specification client/sampling; docs/protocol-support.md, Requests and reports from servers',
    behaviour:
      'A server’s temperature goes only to models that take one; the review and the log say which of the server’s wishes the model got.',
  },
  'SMP-2': {
    source: 'docs/decisions.md 10; specification client/sampling (SHOULD: review of the answer)',
    behaviour:
      'A server gets an answer of a model only when a person has let it through, as she left it; she may ask the model again.',
  },
  'SMP-3': {
    source: 'specification client/sampling#error-handling; docs/threat-model.md 109',
    behaviour:
      'A server that may not use models, asks outside a call, before the handshake, too often, or for what cannot be read is refused, and nobody is asked.',
  },
  'SMP-4': {
    source: 'specification client/sampling#message-content (MUST)',
    behaviour:
      'Calls of tools and their results in the messages balance; calls in an answer go back to the server, and nothing is run.',
  },
  'SMP-5': {
    source: 'docs/threat-model.md 196',
    behaviour: 'What is no longer wanted ends at any moment, in the question, in the model request and in the review.',
  },
  'SMP-6': {
    source: 'docs/architecture.md, The journal',
    behaviour:
      'A model request for a server is in the log before it leaves and when it ends, and counts in what its turn cost.',
  },
  'SMP-7': {
    source: 'specification client/sampling#model-preferences (SHOULD)',
    behaviour:
      'The model is chosen by hints in their order, then by price where the server would have it so, else it is the one that the person chose.',
  },
  'SUI-1': {
    source: 'docs/interface.md 06b; specification client/roots (SHOULD: consent and management)',
    behaviour: 'Folders that a server may know are added and removed by a person; one that is not there is flagged.',
  },
  'SUI-2': {
    source: 'docs/interface.md 03c; specification client/sampling',
    behaviour: 'A person sees and edits all that a server wants to send to a model, and what it costs; Deny has focus.',
  },
  'SUI-3': {
    source: 'docs/interface.md 03d; specification client/sampling',
    behaviour: 'A person reads the answer of the model as text, edits it, asks again, withholds it or sends it on.',
  },
} as const satisfies Requirements
