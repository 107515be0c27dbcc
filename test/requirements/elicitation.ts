import type { Requirements } from './types.ts'

/** What Atrium owes to a person of whom a server asks something, and to that server. */
export const elicitation = {
  'ELI-1': {
    source: 'client/elicitation, "Requested Schema" of all revisions',
    behaviour: 'A filled form is judged on both sides alike, and as its schema does.',
  },
  'ELI-2': {
    source: 'client/elicitation, "Requested Schema"; security case 106',
    behaviour: 'A form has the kinds of fields of all revisions; what is none is refused with the reason.',
  },
} as const satisfies Requirements
