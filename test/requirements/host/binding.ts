import type { Requirements } from '../types.ts'

/** A secret is used only for the destination it was entered for. */
export const binding = {
  'BND-1': {
    source: 'docs/threat-model.md',
    behaviour:
      'A configuration that names a secret of something else is refused with a sentence, whether it comes from a file or a command, and nothing of that secret is sent.',
  },
  'BND-2': {
    source: 'docs/threat-model.md',
    behaviour:
      'A value of a server is used for the origin or the program that it was entered for. Otherwise it reads as missing, and the sentence names both.',
  },
  'BND-3': {
    source: 'docs/threat-model.md',
    behaviour:
      'A model’s key is sent to the origin that it was entered for. At another one nothing is sent, neither the key nor a conversation.',
  },
  'BND-4': {
    source: 'docs/threat-model.md',
    behaviour:
      'A value that an earlier release kept is bound to what its owner was when Atrium last ran, before any file is read.',
  },
  'BND-5': {
    source: 'docs/threat-model.md',
    behaviour:
      'A session with the right to govern confirms that kept values are for where their owner is now, and for no other place.',
  },
  'BND-6': {
    source: 'docs/threat-model.md',
    behaviour: 'Removing or changing a server deletes its own values, and never those of anything else.',
  },
  'BND-7': {
    source: 'specification 2026-07-28, basic/authorization; docs/threat-model.md',
    behaviour:
      'Client credentials that the person entered belong to the issuer they were first used with, or to the one in the configuration. For another issuer they count as absent, and Atrium says so.',
  },
  'BND-8': {
    source: 'docs/threat-model.md',
    behaviour:
      'A server at an address that appears or moves in the file is not contacted before a person has answered a question that shows the whole URL, the headers and what was there before. What a person entered, and what was there before this was asked, needs no answer.',
  },
  'BND-9': {
    source: 'docs/threat-model.md',
    behaviour: 'The question about a program says which secret goes into which variable.',
  },
} as const satisfies Requirements
