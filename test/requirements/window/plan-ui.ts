import type { Requirements } from '../types.ts'

/** Several calls that users answer together. */
export const planUi = {
  'PLU-1': {
    source: 'docs/interface.md, Approvals; docs/interface.md 02e; docs/decisions.md 12',
    behaviour:
      'The calls of one message that wait can be answered together: each has its own choice, and one press, of a button or of keys, gives all of the answers.',
  },
  'PLU-2': {
    source: 'docs/interface.md, Approvals',
    behaviour:
      'What may destroy, carries text from elsewhere, changed, or is asked because of a rule begins as denied; nothing that was not on screen to its end can be allowed.',
  },
  'PLU-3': {
    source: 'docs/decisions.md 14, 15; docs/interface.md, Approvals',
    behaviour: 'Whatever is chosen, comes or goes arms the plan anew; focus stays in it while something of it waits.',
  },
  'PLU-4': {
    source: 'docs/decisions.md 12',
    behaviour: 'Answers that are refused are refused together, in one sentence, and what still waits waits on.',
  },
  'PLU-5': {
    source: 'docs/interface.md, Approvals',
    behaviour: 'What is denied is denied with the reason that was written in the composer, and the model is told.',
  },
  'PLU-6': {
    source: 'docs/interface.md, Accessibility',
    behaviour: 'All of it works by keyboard and at 380 px, and axe finds nothing in either theme.',
  },
  'PLU-8': {
    source: 'docs/threat-model.md 97',
    behaviour:
      'Calls of one tool stand together under a heading with their number, keep their places in the message, and are denied with one press; one press also chooses Allow for all of them, and each still has to be read. Fifty at once are fifty questions.',
  },
  'PLU-9': {
    source: 'docs/interface.md, Approvals',
    behaviour:
      'A call whose arguments fit takes one row, and counts as read after 300 ms in view; Run stays in view. Thirty calls to two tools take at most 1,300 px and four key presses. A folder that all rows share is in the group’s head, and a row counts as read only together with it.',
  },
  'PLU-10': {
    source: 'docs/interface.md, Approvals',
    behaviour:
      'From three waiting calls of one message on, the plan shows by itself; in a conversation in which the user wants each call by itself, only when they choose it.',
  },
  'PLU-11': {
    source: 'docs/interface.md, Approvals',
    behaviour:
      'A request that covers a narrow window has the message field’s text as a field of its own, and denies with it. Ctrl Enter shows where it counts, and each row’s button names its call.',
  },
  'PLU-7': {
    source: 'docs/threat-model.md 97; docs/decisions.md 12',
    behaviour:
      'Where several calls of one server wait, one press denies them all, from the plan and from the bar above the composer while that shows, and nothing else.',
  },
} satisfies Requirements
