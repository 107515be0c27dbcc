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
      'The page of a server has an address for each of its parts, and the arrow keys move between them with the focus.',
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
      'Settings are changed in place: nothing typed is lost between the tabs, and a save says whether it interrupts.',
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
} as const satisfies Requirements
