import type { Requirements } from '../types.ts'

/** Navigation: palette, sidebar, shortcuts, call map, and the filtered audit. */
export const frame = {
  'FRA-1': {
    source: 'docs/interface.md 10',
    behaviour: 'The palette finds by words, beginnings and abbreviations; the better fit stands first.',
  },
  'FRA-2': {
    source: 'docs/interface.md 10',
    behaviour: 'What waits for the person stands first in the palette; a sign before the query narrows it to one kind.',
  },
  'FRA-3': {
    source: 'docs/interface.md 10',
    behaviour:
      'By keyboard alone the palette leads to conversations, servers, pages, records, tools and questions; what is typed after its key is pressed goes to its field.',
  },
  'FRA-4': {
    source: 'docs/interface.md 10',
    behaviour:
      'The palette offers a change only to who may make it, and no consent is given there: a start still asks, a form still has to be sent.',
  },
  'FRA-5': {
    source: 'docs/interface.md, Third-party text',
    behaviour: 'What servers call things is one isolated line without hidden characters in the palette.',
  },
  'FRA-6': {
    source: 'docs/interface.md, Motion',
    behaviour:
      'A conversation shows that its last turn failed or was interrupted until another begins, and does not move when a turn ends.',
  },
  'FRA-7': {
    source: 'docs/architecture.md, The contract',
    behaviour: 'Among thousands of conversations the host finds those whose title has all words, page by page.',
  },
  'FRA-8': {
    source: 'docs/interface.md, Keys',
    behaviour: 'Keys lead along calls and regions; none of one character works where text is written.',
  },
  'FRA-9': {
    source: 'docs/interface.md, Calls',
    behaviour:
      'The map has a tick for each call, with state in colour and words, groups very many, and does nothing for a token.',
  },
  'FRA-10': {
    source: 'docs/interface.md 07a',
    behaviour: 'Every mix of audit filters finds exactly the records that fit, across pages, none twice.',
  },
  'FRA-11': {
    source: 'docs/interface.md 07a',
    behaviour: 'A page of the audit looks through a bounded number of records, whatever the filter.',
  },
  'FRA-12': {
    source: 'docs/interface.md, Layout',
    behaviour: 'A filter is an address; what is not known in one is left out.',
  },
  'FRA-13': {
    source: 'docs/interface.md, Empty, loading and error',
    behaviour: 'When no record fits, the parts of the filter that hide the others are named and can be taken away.',
  },
  'FRA-14': {
    source: 'docs/interface.md, Calls',
    behaviour: 'The receipt of a turn leads to its records, and a record can be copied as JSON.',
  },
  'FRA-15': {
    source: 'docs/interface.md, Accessibility',
    behaviour: 'axe finds nothing in palette, map and filters in either theme, and 360 px are enough.',
  },
  'FRA-16': {
    source: 'docs/interface.md, Keys',
    behaviour:
      'After a conversation opens by any way, its composer has focus, and text typed outside every field goes there.',
  },
  'FRA-17': {
    source: 'docs/interface.md, Empty, loading and error',
    behaviour:
      'An empty conversation offers up to three examples made from facts about what is connected, never a tool’s name, which only fill the composer.',
  },
  'FRA-19': {
    source: 'docs/interface.md, Layout',
    behaviour: 'The sidebar is 248 to 360 px wide, by pointer and by keyboard, also after a reload.',
  },
  'FRA-18': {
    source: 'docs/interface.md, Keys',
    behaviour:
      'Keys open a new conversation, the next and previous one in the order of the sidebar, and the model menu, also from the composer; each is an action of the palette or a link, and focus ends in the composer.',
  },
  'FRA-21': {
    source: 'docs/interface.md, Keys',
    behaviour:
      'A day’s work needs no pointer: asking, approving, editing, branching, finding, moving, naming, exporting, choosing a model and turning tools off, by keys that the interface shows.',
  },
  'FRA-22': {
    source: 'docs/interface.md, Keys',
    behaviour: 'One table has every shortcut: the list of keys, the menus and the handlers read it.',
  },
  'FRA-20': {
    source: 'docs/interface.md, Layout',
    behaviour:
      'Conversations are starred, archived, renamed and deleted, one or several together, by keyboard, and a toast undoes each; the log keeps it, and a new turn takes one out of the archive.',
  },
  'FRA-23': {
    source: 'docs/interface.md, Layout',
    behaviour: 'Opening another conversation renders its row of the sidebar and the previous one’s, not each row.',
  },
  'FRA-24': {
    source: 'docs/interface.md, Layout',
    behaviour:
      'The sidebar’s list follows: the conversation in view is in view there too, whichever way it was opened, and those that wait for the user never scroll away.',
  },
  'FRA-25': {
    source: 'docs/interface.md, Layout',
    behaviour:
      'A title in the sidebar ends with the ellipsis; titles that look alike have a second line with what differs. The time and the actions show on hover, on focus and in the current row.',
  },
  'FRA-26': {
    source: 'docs/interface.md, Keys',
    behaviour:
      'A button without words shows its name and its keys to the pointer and to keyboard focus, its neighbour’s at once; a press or a key ends it, and it takes neither.',
  },
  'FRA-27': {
    source: 'docs/interface.md, Conversations',
    behaviour:
      'A conversation’s menu in its header has all that its menu in the sidebar has, in the same order, and what only the open one can do.',
  },
  'FRA-28': {
    source: 'docs/interface.md, Motion',
    behaviour:
      'An answered request shrinks into its row and the check of a call that has just succeeded is drawn, both not with reduced motion.',
  },
  'LEDGER-1': {
    source: "docs/interface.md, The day's ledger",
    behaviour:
      'The page of a new conversation names the files that calls changed on the last day with calls, each once and by its latest change, with its diff and an undo that asks first. No model writes it.',
  },
  'LEDGER-2': {
    source: "docs/interface.md, The day's ledger",
    behaviour: 'It names the calls that were denied: by the user, with their reason, or by a rule.',
  },
  'LEDGER-3': {
    source: "docs/interface.md, The day's ledger",
    behaviour: 'Without a call today it shows the last day that had one; before the first call it greets instead.',
  },
  'LEDGER-4': {
    source: "docs/interface.md, The day's ledger",
    behaviour: 'It begins with the questions that wait, each with a way to answer it, and ends with where to continue.',
  },
  'FRA-30': {
    source: 'docs/interface.md, The window',
    behaviour:
      'The page’s bar is the window’s: it moves the window but for its controls, keeps clear of the system’s buttons at any width, and changes nothing in a browser’s tab.',
  },
  'FRA-29': {
    source: 'docs/interface.md, Keys',
    behaviour:
      'A whole morning works by keyboard alone, with the focus in sight at each stop: first run, import, twenty calls at once, a rule, a denied call, an undo and the ledger.',
  },
  'FRA-31': {
    source: 'docs/interface.md, Tasks',
    behaviour: 'The ten commonest tasks take no more actions than the table says.',
  },
} as const satisfies Requirements
