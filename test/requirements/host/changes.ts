import type { Requirements } from '../types.ts'

/** Files that calls name, read by Atrium before and after. */
export const changes = {
  'CHG-1': {
    source: 'docs/threat-model.md, Against what a model writes; docs/guide.md, Approve calls',
    behaviour:
      'Before it asks about a call that may change something, Atrium reads the files its arguments name inside folders the user gave to that server, up to 1 MiB each, and says what they hold; for other servers, folders and tools that only read it reads nothing.',
  },
  'CHG-2': {
    source: 'docs/threat-model.md, Against what a model writes',
    behaviour:
      'Atrium follows no link out of the folder, opens no pipe, socket or device, and asks without a file that it cannot read in time; a file that is large or no text is described and not read out.',
  },
  'CHG-3': {
    source: 'docs/threat-model.md, Against what a model writes; docs/decisions.md 51',
    behaviour:
      'What becomes of a file is said only if the arguments alone say it: all of its text, or edits that each fit exactly one place.',
  },
  'CHG-4': {
    source: 'docs/threat-model.md, Against what a model writes',
    behaviour:
      'If a file changes while the user is asked, the question starts over with the new content, and an answer to the old one is refused; after five changes it no longer shows the content.',
  },
  'CHG-5': {
    source: 'docs/threat-model.md, Against what a model writes; docs/guide.md, Approve calls',
    behaviour:
      'After the call Atrium reads the files again and records whether they became what the arguments say, something else, or did not change.',
  },
  'CHG-6': {
    source: 'docs/threat-model.md, Against what a model writes',
    behaviour:
      'A file with a known secret is neither shown nor stored, no model and no server gets a file’s content from Atrium, and erasing the conversation erases it.',
  },
  'CHG-7': {
    source: 'docs/guide.md, Approve calls; docs/decisions.md 50',
    behaviour:
      'What a turn overwrote, edited or moved can be taken back at once, by calls to the same tools that always ask the user together and with their diffs; a file that changed since is refused by name, each file is compared afterwards, and what can’t be undone is named.',
  },
  'CHG-8': {
    source: 'docs/threat-model.md, Against what a model writes',
    behaviour:
      'What Atrium reads of a file is what it opened, and that is inside the folder before and after reading, even if a program exchanges folders for links all the time.',
  },
} as const satisfies Requirements
