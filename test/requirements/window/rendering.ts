import type { Requirements } from '../types.ts'

/** How texts render: code, math, tables, third-party text, and long conversations that stay in place. */
export const rendering = {
  'RND-1': {
    source: 'docs/decisions.md 46, 21',
    behaviour:
      'A code block is coloured when its fence closes, in both themes; copying gives the code as it was written.',
  },
  'RND-2': {
    source: 'docs/decisions.md 46; docs/threat-model.md 56',
    behaviour: 'Coloured code is the same text, comes in small pieces, and what is too long stays plain.',
  },
  'RND-3': {
    source: 'docs/decisions.md 45',
    behaviour:
      'Mathematics is read in the four forms that models write; money, variables and escaped brackets stay prose.',
  },
  'RND-4': {
    source: 'docs/decisions.md 21; docs/threat-model.md 73',
    behaviour:
      'A formula is drawn without a breach of the content policy, can be heard, and paints nothing outside its box; what cannot be drawn is shown as written.',
  },
  'RND-5': {
    source: 'docs/interface.md, Layout',
    behaviour: 'Wide tables, code and formulas scroll by themselves, by keyboard too; the page never scrolls sideways.',
  },
  'RND-6': {
    source: 'docs/decisions.md 46',
    behaviour:
      'What grows at the end is followed only while the end is in view; otherwise what is being read stays in place.',
  },
  'RND-7': {
    source: 'docs/interface.md, Third-party text',
    behaviour:
      'What a server wrote is marked, isolated and labelled, and can neither be taken for Atrium nor leave its block.',
  },
  'RND-8': {
    source: 'docs/decisions.md 46',
    behaviour: 'Of a long conversation only the rows near the window are built.',
  },
  'RND-10': {
    source: 'docs/interface.md, Layout',
    behaviour: 'Long lines of code scroll or wrap, as set or for one block; line numbers are shown and never copied.',
  },
  'RND-11': {
    source: 'docs/interface.md, Layout',
    behaviour: 'A table is copied as Markdown that draws the same table, and as CSV in which no text is a formula.',
  },
  'RND-12': {
    source: 'docs/interface.md, Layout',
    behaviour:
      'Code, the text of a result and of an attachment can be saved: a new file in the folder of exports that only its owner can read, without known secrets, with a name that is safe on every system.',
  },
  'RND-13': {
    source: 'docs/decisions.md 21',
    behaviour:
      'Every text of a model or server leaves the page usable and its own words readable, live and after a reload: references, labels, titles, code infos, HTML, noise.',
  },
  'RND-14': {
    source: 'docs/decisions.md 92',
    behaviour: 'Text nested or marked beyond a limit is shown as written, in a time that grows with its length only.',
  },
  'RND-15': {
    source: 'docs/decisions.md 21, 91',
    behaviour: 'No script of the built page makes markup of text, and packages resolve in it as in the tests.',
  },
  'RND-16': {
    source: 'docs/decisions.md 93',
    behaviour:
      'What can’t be drawn fails alone and is shown as the text it came as; a question that can’t be drawn can be refused.',
  },
  'RND-9': {
    source: 'docs/interface.md, Keys',
    behaviour: 'A press counts though the thread moves under the pointer; one that is drawn away does not.',
  },
} as const satisfies Requirements
