import type { Requirements } from '../types.ts'

/** Text that goes from one server, or from a file, to another server. */
export const flows = {
  'FLO-1': {
    source: 'docs/decisions.md 24; docs/threat-model.md 94',
    behaviour:
      'Of what a call would send, any 24 characters that another server returned or that a file held are found at their place with their source, and any whole key, id or address from 12 on',
  },
  'FLO-2': {
    source: 'docs/decisions.md 24',
    behaviour:
      'They are found in other white space, case and width, with other signs between, in nested values and names, in JSON text, percent-encoding and base64',
  },
  'FLO-3': {
    source: 'docs/decisions.md 24',
    behaviour: 'What the same server returned, what the person wrote and what the definition says is no flow',
  },
  'FLO-4': {
    source: 'docs/decisions.md 24',
    behaviour:
      'The last 20 million characters are followed, also what was read on in a long result; what was given before them, or takes too long, is not known, and said so',
  },
  'FLO-5': {
    source: 'docs/threat-model.md 94; docs/decisions.md 24',
    behaviour:
      'A call with a flow is asked about where a rule would allow it, with its sources, unless the rule says otherwise',
  },
  'FLO-6': {
    source: 'docs/decisions.md 24; docs/threat-model.md P27',
    behaviour: 'What was given in an earlier session is followed too, and an erased conversation is forgotten',
  },
  'FLO-7': {
    source: 'docs/architecture.md, The journal',
    behaviour: 'Following what models are given does not hold up the host',
  },
  'FLO-8': {
    source: 'docs/decisions.md 24; docs/threat-model.md, Limits',
    behaviour:
      'Each known disguise is seen through where data is followed, secrets are replaced and definitions are judged, or is a stated limit',
  },
  'FLO-9': {
    source: 'docs/decisions.md 24',
    behaviour:
      'A long random word that nothing explains makes flows uncertain, if another server or a file gave the conversation text',
  },
} as const satisfies Requirements
