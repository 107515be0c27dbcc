import type { Requirements } from '../types.ts'

const source = 'docs/protocol-support.md, Resources'

/** Servers' resources: templates, reading, attaching, following, and what a model can do with them. */
export const resources: Requirements = {
  'RSC-1': { source: 'RFC 6570', behaviour: 'Every public example of a URI template expands as it is written there.' },
  'RSC-2': {
    source: 'RFC 6570',
    behaviour: 'What is no template, or cannot be filled in so, is refused in a sentence.',
  },
  'RSC-3': { source, behaviour: 'A person reads any resource of a server that runs, and that is in the log.' },
  'RSC-4': { source, behaviour: 'What a server refuses, or sends in a form that cannot be read, is said in words.' },
  'RSC-5': { source, behaviour: 'A large resource is shown in part, and it is said that there is more.' },
  'RSC-8': { source, behaviour: 'Of a resource that a conversation follows, a change is told once, in both eras.' },
  'RSC-9': { source, behaviour: 'A change that nobody told of is found when the subscription is made, or made again.' },
  'RSC-10': { source, behaviour: 'Updates that nobody asked for, or beyond any rate, are counted and do nothing.' },
  'RSC-6': {
    source,
    behaviour: 'A model gets exactly what the person read, marked as its server’s, if it is for models.',
  },
  'RSC-7': { source, behaviour: 'Where there is no room for all, the lowest priority is left out first, with a word.' },
  'RSC-11': {
    source,
    behaviour: 'A model finds and reads resources through clearance, bound to the URI, and that is logged.',
  },
  'RSC-13': { source, behaviour: 'A long list that came again unchanged is compared without being written out.' },
  'SED-3': {
    source:
      'specification, server/resources#common-uri-schemes; docs/threat-model.md, Against an MCP server: sign-in and URLs',
    behaviour:
      'An https resource that its server doesn’t read is fetched after a question that shows the whole address: GET without cookies or keys, from public addresses only, redirects within the origin, up to 10 MB, and the log says so before it leaves.',
  },
  'SED-4': {
    source:
      'specification, server/resources#common-uri-schemes; docs/threat-model.md, Against an MCP server: sign-in and URLs',
    behaviour:
      'Without that consent nothing that a server names by https is requested: not by listing, reading, attaching, sending or a model.',
  },
  'RSC-12': { source, behaviour: 'What a model reads is bounded: it comes in parts, and what cannot be read is said.' },
}
