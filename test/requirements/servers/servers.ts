import type { Requirements } from '../types.ts'

/** Users' view of servers, and their actions. */
export const servers = {
  'SRV-1': {
    source: 'docs/interface.md 06a; docs/interface.md, Servers',
    behaviour:
      'A row says a server’s state in words, with its reason; a server at an address is tried again rather than restarted.',
  },
  'SRV-2': {
    source: 'docs/interface.md, Servers; docs/interface.md, Empty, loading and error',
    behaviour: 'A failed server stands with the cause, what to do, its last words as its own, and one step to take.',
  },
  'SRV-3': {
    source: 'docs/interface.md, Many; docs/interface.md 06a',
    behaviour: 'From ten servers on they are searched by name and by tool; a search without hits says what hides them.',
  },
  'SRV-4': {
    source: 'docs/interface.md, Empty, loading and error',
    behaviour:
      'Without servers the page offers to add one, to paste a config, and the playground, which one press adds.',
  },
  'SRV-5': {
    source: 'docs/interface.md 06b',
    behaviour:
      'The page of a server has four tabs and an address for each of their views, and the arrow keys move between them with the focus.',
  },
  'SRV-6': {
    source: 'docs/interface.md, Servers',
    behaviour: 'The containment of each kind of server is said with its real limits and what they leave open.',
  },
  'SRV-7': {
    source: 'docs/interface.md 06b',
    behaviour: 'It is said which program runs, since when, and who let it run and when.',
  },
  'SRV-8': {
    source: 'docs/interface.md 06c; docs/interface.md, Many',
    behaviour:
      'Tools are found by every word of a search; each says what it takes in words and as its schema; 400 stay fluent.',
  },
  'SRV-9': {
    source: 'docs/interface.md 06c',
    behaviour: 'From a tool one press leads to its form in a new conversation.',
  },
  'SRV-10': {
    source: 'docs/interface.md 06f',
    behaviour: 'The log shows lines as they come, until it is paused; a search keeps the lines that fit and marks why.',
  },
  'SRV-11': {
    source: 'docs/interface.md 06h',
    behaviour:
      'The setup is changed in place: nothing typed is lost between the tabs, and a save says whether it interrupts.',
  },
  'SRV-12': {
    source: 'docs/decisions.md 9',
    behaviour: 'The era of the playground is switched on its page, and it speaks the other one at once.',
  },
  'SRV-13': {
    source: 'docs/interface.md 06a',
    behaviour: 'The times of a server are those of its last calls that it answered, whatever else was recorded.',
  },
  'SRV-14': {
    source: 'docs/threat-model.md 1',
    behaviour:
      'A server that writes a hundred lines a minute that cannot be read is called degraded, in its row and on its page, until a report says otherwise, none comes, or it starts anew.',
  },
  'SRV-15': {
    source: 'docs/interface.md, Servers',
    behaviour:
      'A failed server’s error output is quoted around the line that names the error; a common error is said in Atrium’s words, with the setting that fixes it.',
  },
  'SRV-16': {
    source: 'docs/interface.md, Servers',
    behaviour: 'From the list a crashed server is fixed in at most four actions, by keyboard alone.',
  },
  'SRV-17': {
    source: 'docs/interface.md 06h',
    behaviour:
      'Unsaved settings stay with their server until they are saved or discarded; the tab has a mark, and coming back says so.',
  },
  'SRV-18': {
    source: 'docs/interface.md, Servers',
    behaviour:
      'Failed servers come first, then those that wait, run and are off; a row has its calls today, a switch and a menu, and from ten servers on one state can be chosen.',
  },
  'SRV-19': {
    source: 'docs/interface.md, Servers',
    behaviour: 'How a server failed stays in sight while it starts again.',
  },
  'SRV-70': {
    source: 'docs/decisions.md 100',
    behaviour:
      'A renamed server keeps its trust, rules, accepted definitions, secrets, files, tools, projects and choices of conversations, and starts without a question.',
  },
  'SRV-71': {
    source: 'docs/decisions.md 100',
    behaviour:
      'Earlier records keep the old ID, the log says when it changed, and its filter, its calls, figures and history are one for both IDs.',
  },
  'SRV-72': {
    source: 'docs/decisions.md 100; docs/threat-model.md',
    behaviour:
      'An entry that takes the old ID of a renamed server starts untrusted, without rules, accepted definitions or secrets, and isn’t the source of the data that the renamed one gave.',
  },
  'SRV-73': {
    source: 'docs/decisions.md 100',
    behaviour:
      'A server isn’t renamed while a turn or an app’s call runs, to an ID in use, to one of another form, or to one that looks like a secret; one sentence says why.',
  },
  'SRV-74': {
    source: 'docs/decisions.md 100',
    behaviour: 'If a server’s secrets, folders or entry can’t be moved, it keeps its ID and all that is its own.',
  },
  'SRV-75': {
    source: 'docs/decisions.md 1, 100',
    behaviour: 'A renamed server’s entry keeps its place, comments and members of other applications in servers.json.',
  },
  'SRV-76': {
    source: 'docs/decisions.md 18, 100',
    behaviour:
      'Each shell’s secret store follows renames when that shell starts; a later server of the old ID keeps its own values.',
  },
  'SRV-77': {
    source: 'docs/decisions.md 100',
    behaviour:
      'A rename that is cut off by a kill at any step is finished at the next start; nothing is lost or doubled.',
  },
  'SRV-78': {
    source: 'docs/interface.md, Servers',
    behaviour: 'A server is renamed by keyboard from its setup or its menu, with one sentence if the ID can’t be used.',
  },
  'SRV-79': {
    source: 'docs/interface.md, Servers',
    behaviour:
      'The rows of the server list share their columns, calls end at one edge, and a program is shown by what it works on.',
  },
} as const satisfies Requirements
