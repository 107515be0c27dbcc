import type { Requirements } from '../types.ts'

export const log = {
  'LOG-1': {
    source: 'docs/architecture.md, The journal on disk; docs/decisions.md 18',
    behaviour:
      'The end of the log is signed while it grows, each thousand records and on quit, in a file beside the database, and only what is on disk.',
  },
  'LOG-2': {
    source: 'docs/threat-model.md P7',
    behaviour:
      'What goes wrong while signing stops nothing and is tried again; what a crash left of a line costs nothing but that line.',
  },
  'LOG-3': {
    source: 'docs/decisions.md 18',
    behaviour:
      'A lost key is followed by one that nobody signed, and a check says where; a key that grew old signs the next.',
  },
  'LOG-4': {
    source: 'docs/threat-model.md P7, 178',
    behaviour: 'A change of any byte of a record, its content, its values or a signed head is found.',
  },
  'LOG-5': {
    source: 'docs/threat-model.md P7, 178, 179',
    behaviour: 'A cut tail, an older copy, records in another order and a chain made anew are found.',
  },
  'LOG-6': {
    source: 'docs/cli.md, Checking the audit log',
    behaviour:
      'The log can be checked while the host runs; a long check says how far it has come, and can be cancelled.',
  },
  'LOG-7': {
    source: 'docs/decisions.md 25',
    behaviour:
      'Records are found by words of what they say or are about, or by the beginnings of such words, all of them, the newest first, beside every other condition; a search is text and nothing else.',
  },
  'LOG-8': {
    source: 'docs/architecture.md, The journal on disk; docs/threat-model.md 183',
    behaviour: 'Nothing that was erased is found, and no word of it is left in the index on disk.',
  },
  'LOG-9': {
    source: 'docs/architecture.md, The journal on disk',
    behaviour: 'A deleted conversation can be erased at once, one that is open or runs cannot.',
  },
  'LOG-10': {
    source: 'docs/threat-model.md P35, 182',
    behaviour:
      'An export is one line a record, whatever is in it, and gives back every row; it is checked offline with nothing but a public key.',
  },
  'LOG-11': {
    source: 'docs/threat-model.md 178, 179, P7',
    behaviour:
      'A changed, removed, moved or cut line of an export is found; what a filter left out still proves the rest, without content.',
  },
  'LOG-12': {
    source: 'docs/threat-model.md 185',
    behaviour: 'An export while the log is written and erased is whole, and needs no memory that grows with the log.',
  },
  'LOG-13': {
    source: 'docs/threat-model.md P35',
    behaviour: 'An export has the names that OpenTelemetry gives to tools, conversations, models and methods.',
  },
  'LOG-14': {
    source: 'docs/cli.md, Checking the audit log',
    behaviour:
      'The command line checks, exports and shows, also while Atrium runs; it says in one sentence what it found and ends with 0, 2, 3 or 4.',
  },
  'LOG-15': {
    source: 'docs/cli.md, Checking the audit log',
    behaviour:
      'An export up to a record has no content after it, and goes on only to the signature that vouches for it.',
  },
  'LOG-16': {
    source: 'docs/threat-model.md',
    behaviour:
      'The last signed head is kept with the key. When the files of the log lack it at a start, the key is given up, and a record, the interface and each check say so; a crash at any moment raises no false alarm.',
  },
  'LOG-17': {
    source: 'docs/threat-model.md',
    behaviour: 'The first record is signed at once, and a log without records is never called intact and signed.',
  },
  'LOG-18': {
    source: 'docs/threat-model.md',
    behaviour:
      'The command line reads a log where nothing can be written, with what is in its write-ahead log, and leaves no copy.',
  },
  'LOG-19': {
    source: 'docs/architecture.md, The journal on disk; docs/interface.md 07a',
    behaviour:
      'Each call has one row: when, which tool, what it was about, who decided after how long, its outcome and whether it may have changed something. The row is written with its records and stays when they are erased, without content.',
  },
  'LOG-20': {
    source: 'docs/architecture.md, The journal on disk',
    behaviour: 'A page of calls costs the same with ten times the history, with and without a filter.',
  },
  'LOG-21': {
    source: 'docs/threat-model.md; docs/cli.md, Checking the audit log',
    behaviour:
      'The log’s key signs an export as a whole: its header, its records and which of them have content. A check says what an export has, finds content or records that were taken out, and never calls an export without that signature intact with exit code 0.',
  },
  'LOG-80': {
    source: 'docs/threat-model.md; docs/cli.md, Checking the audit log',
    behaviour:
      'An export has one form, and the signature covers each of its lines. A column of another type, a value that no record needs, a line twice or elsewhere, and a member that Atrium doesn’t write are found, also without the signature.',
  },
} as const satisfies Requirements
