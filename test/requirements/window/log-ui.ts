import type { Requirements } from '../types.ts'

/** Users' view of the log as a whole, and their actions. */
export const logUi = {
  'LUI-1': {
    source: 'docs/interface.md 07a, 07b',
    behaviour:
      'The log is checked when a person asks; how far the check is, and then what it found, is said in words: intact and how far it is signed, broken at which record, or cut.',
  },
  'LUI-2': {
    source: 'docs/interface.md 07a',
    behaviour:
      'One field takes filters in words and text: typing offers filters by the beginnings of their words first, other text finds calls and records by the beginnings of words, and all of it is part of the address.',
  },
  'LUI-3': {
    source: 'docs/interface.md 07a',
    behaviour:
      'An export says beforehand what goes out under the filter in force, in which format and how large, and afterwards where the file is.',
  },
  'LUI-4': {
    source: 'docs/architecture.md, The journal on disk; docs/interface.md 07a',
    behaviour:
      'A deleted conversation can be erased at once, after a dialog says that this cannot be undone and that the chain still holds.',
  },
  'LUI-5': {
    source: 'docs/interface.md, Accessibility',
    behaviour: 'axe finds nothing in the audit with its check, search and dialogs, in both themes, also at 380 px.',
  },
  'LUI-6': {
    source: 'docs/interface.md 07a',
    behaviour:
      'The audit shows calls first, one row each: when, which tool of which server, what it was about, who decided and after how long or which rule, and the outcome.',
  },
  'LUI-7': {
    source: 'docs/interface.md 07a',
    behaviour:
      'A call opens to its course in times, the arguments the person saw, its result, its definition and its records, and leads to its conversation.',
  },
  'LUI-8': {
    source: 'docs/interface.md 07a',
    behaviour:
      'Which calls changed something yesterday is found by keyboard in three actions; without one, the page says so and offers the nearest wider question.',
  },
  'LUI-12': {
    source: 'docs/interface.md, Calls',
    behaviour:
      'In the list of calls, five or more neighbouring calls of one turn with the same tool, decision and outcome share a row that names their files in one folder and opens them; the selected call is never hidden.',
  },
  'LUI-13': {
    source: 'docs/interface.md, Audit log',
    behaviour: 'Calls and records have a heading above each day, which the arrow keys pass.',
  },
  'LUI-14': {
    source: 'docs/interface.md, Audit log',
    behaviour:
      'One line counts the last day’s calls, the files they changed, and those denied, by a rule or at all; each count leads to its calls.',
  },
} as const satisfies Requirements
