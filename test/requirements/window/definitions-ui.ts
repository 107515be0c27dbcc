import type { Requirements } from '../types.ts'

/** Users' view and review of definitions in quarantine. */
export const definitionsUi = {
  'DUI-1': {
    source: 'docs/interface.md, Trust and definitions; docs/interface.md 06a',
    behaviour:
      'A server of which something waits for a review says so and how much in the list, in the sidebar, on its page and above the message field.',
  },
  'DUI-2': {
    source: 'docs/interface.md, Approvals; docs/interface.md 02b',
    behaviour:
      'Of a changed definition the words that went and came are shown, of a new one all of it; hidden characters are labelled, and what is odd is said.',
  },
  'DUI-3': {
    source: 'docs/interface.md, Approvals; docs/threat-model.md P21',
    behaviour:
      'Nothing suspicious is chosen beforehand, and accepting counts only when all that is chosen has been on screen to its end; another choice begins anew.',
  },
  'DUI-4': {
    source: 'docs/interface.md, Many',
    behaviour: 'Two hundred definitions can be opened, read, chosen and answered at once.',
  },
  'DUI-5': {
    source: 'docs/threat-model.md P22',
    behaviour:
      'A tool that waits for a review is not counted or offered anywhere; where one looks for tools, it says that it waits.',
  },
  'DUI-6': {
    source: 'docs/architecture.md, Third-party text',
    behaviour: 'What is kept off stays so after a restart, says so, and can be reviewed from the list of tools.',
  },
  'DUI-7': {
    source: 'docs/interface.md 06c',
    behaviour: 'Each tool says whether it is pinned, since when and by whose word, or changed, new or kept off.',
  },
  'DUI-8': {
    source: 'docs/architecture.md, The inbox; docs/interface.md, Accessibility',
    behaviour: 'A review is announced, and its answer in another window is told here in a word.',
  },
  'DUI-10': {
    source: 'docs/interface.md, Trust and definitions',
    behaviour:
      'A server says how many of its definitions are new, changed or changed in a risky way; only risky and suspicious ones are red.',
  },
  'DUI-11': {
    source: 'docs/interface.md, Trust and definitions',
    behaviour:
      'A definition is shown as its texts, claims and a table of its fields, with nothing left out, and as JSON on demand.',
  },
  'DUI-12': {
    source: 'docs/interface.md, Trust and definitions',
    behaviour:
      'A call that its changed definition kept from the server leads to the review, and after that to its form, filled in.',
  },
  'DUI-9': {
    source: 'docs/architecture.md, The journal',
    behaviour: 'The record of an answer says who accepted or kept off which definitions.',
  },
} as const satisfies Requirements
