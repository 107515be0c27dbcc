import type { Requirements } from '../types.ts'

/** Results from tools, of any kind and size. */
export const results = {
  'RES-1': {
    source: 'docs/decisions.md 4, 43',
    behaviour:
      'A result above 1 MiB is parsed, cleaned of secrets and turned into bytes outside the host’s thread, which keeps it whole without reading it.',
  },
  'RES-2': {
    source: 'docs/decisions.md 6, 43',
    behaviour:
      'What is wrong with a long result is noted as with a short one, and no server can pass for the host’s own.',
  },
  'RES-3': {
    source: 'docs/decisions.md 43',
    behaviour:
      'Of 11 MB everything is kept; a model is given a part, is told how much there is, and reads on to the end with a handle.',
  },
  'RES-4': {
    source: 'docs/protocol-support.md, Content of results, resources and prompts',
    behaviour:
      'What a server means for the person alone is not given to a model, which is told that there is such a part.',
  },
  'RES-5': {
    source: 'docs/decisions.md 43',
    behaviour: 'A handle opens results of its own conversation and nothing else that is stored.',
  },
  'RES-6': {
    source: 'docs/interface.md, Calls',
    behaviour: 'A large result is searched, read on and saved without the window ever holding all of it.',
  },
  'RES-7': {
    source: 'docs/interface.md, Calls; docs/protocol-support.md, Content of results, resources and prompts',
    behaviour:
      'Every kind of content is shown as what it is, from its bytes; one that cannot be says why. A closed card shows its pictures small.',
  },
  'RES-8': {
    source: 'docs/interface.md, Calls; docs/protocol-support.md, Content of results, resources and prompts',
    behaviour: 'Whom a part is for, how much it matters and when it changed is said beside it.',
  },
  'RES-9': {
    source: 'docs/protocol-support.md, Tools',
    behaviour: 'An error that a tool reports and a refusal of its server are told apart in words.',
  },
  'RES-11': {
    source: 'docs/decisions.md 43; specification, schema, Annotations.priority',
    behaviour:
      'Where the context is tight, parts of results go by their priority, the lowest first and of equals the oldest; the model reads it where the part stood, the person under the answer.',
  },
  'RES-10': {
    source: 'docs/decisions.md 4; docs/threat-model.md 9',
    behaviour:
      'Lists, contents, prompts and completions above 1 MiB are read outside the host’s thread to what they would be read to here, and hold it up for a fraction of the time.',
  },
  'RES-12': {
    source: 'docs/protocol-support.md, Content of results, resources and prompts; RFC 4648',
    behaviour:
      'Bytes are read in every library’s spelling of base64: with line ends, either alphabet, without padding, as a data URL. They are passed on in one form, and only what isn’t base64 is refused.',
  },
  'RES-13': {
    source: 'docs/protocol-support.md, Revisions and messages',
    behaviour:
      'In an optional member, null means the same as absence, in results, lists, requests, forms and schemas. A member of another type costs only its item.',
  },
  'RES-14': {
    source: 'docs/protocol-support.md, Content of results, resources and prompts',
    behaviour:
      'A model gets the structured content of a result, whatever blocks are beside it, unless its text already says the same. Exports and the terminal have it too.',
  },
  'RES-15': {
    source: 'docs/protocol-support.md, Content of results, resources and prompts',
    behaviour:
      'Embedded bytes count as what they are: an image as an image, and UTF-8 of a text type as text, for the model and the user.',
  },
  'RES-16': {
    source: 'docs/decisions.md 4',
    behaviour:
      'A large answer to a command, and a large message of the feed, are written in parts, between which the host does everything else.',
  },
} as const satisfies Requirements
