import type { Requirements } from '../types.ts'

export const journal = {
  'JRN-1': {
    source: 'docs/architecture.md, The journal',
    behaviour:
      'Appending stamps, folds and publishes; durable events are numbered without a gap, transient ones are never stored.',
  },
  'JRN-2': {
    source: 'docs/architecture.md, The journal',
    behaviour: 'Every listener hears everything in order, whatever another listener throws or appends.',
  },
  'JRN-3': {
    source: 'docs/architecture.md, The journal',
    behaviour:
      'What is appended in one turn of the event loop is one commit, and durable() resolves only when it is on disk.',
  },
  'JRN-4': {
    source: 'docs/architecture.md, The journal; docs/threat-model.md 180',
    behaviour:
      'A failed commit loses nothing and keeps the order; who waits gets `unavailable`, nothing new may act, and a retry heals it.',
  },
  'JRN-5': {
    source: 'docs/threat-model.md P1, 172',
    behaviour: 'A kill at any moment loses no event that was acknowledged as durable, and the chain is intact.',
  },
  'JRN-6': {
    source: 'docs/threat-model.md P1',
    behaviour:
      'The database is opened with the settings that make a commit survive a power cut and erased content unreadable.',
  },
  'JRN-7': {
    source: 'docs/architecture.md, The journal',
    behaviour:
      'A start from checkpoint and tail gives the state of a full fold; a checkpoint of another state version is not used.',
  },
  'JRN-8': {
    source: 'docs/architecture.md, The journal on disk',
    behaviour:
      'Events are numbered without a gap and can be neither changed nor deleted; bodies and blobs cannot be changed.',
  },
  'JRN-9': {
    source: 'docs/threat-model.md P7, 178',
    behaviour:
      'Verifying names the first record that was edited, removed, reordered, or whose content was changed or removed.',
  },
  'JRN-10': {
    source: 'docs/architecture.md, The journal on disk',
    behaviour:
      'The hash of a row covers every column, so that no two different rows share one by shifting text between columns.',
  },
  'JRN-11': {
    source: 'docs/architecture.md, The journal on disk',
    behaviour: 'Values above 64 KiB are stored once as blobs, readable at once and after a restart.',
  },
  'JRN-12': {
    source: 'docs/architecture.md, The journal on disk; docs/threat-model.md 183',
    behaviour:
      'Erasing a conversation leaves none of its text on disk, takes nothing from others, and the chain still verifies.',
  },
  'JRN-13': {
    source: 'docs/architecture.md, The journal on disk',
    behaviour: 'A deleted conversation is erased after 30 days, not before, and not when it was restored.',
  },
  'JRN-14': {
    source: 'docs/architecture.md, The journal on disk; docs/threat-model.md P3, 173',
    behaviour:
      'Every step brings an older database to this release with its content; a copy is made first, and a failing step changes nothing.',
  },
  'JRN-15': {
    source: 'docs/threat-model.md 175, 177',
    behaviour:
      'A database that is newer, foreign or damaged is refused with a sentence and stays as it was, byte for byte.',
  },
  'JRN-16': {
    source: 'docs/decisions.md 19; docs/threat-model.md P5',
    behaviour: 'One process has a data folder: a living holder is named, a dead or recycled one is replaced.',
  },
  'JRN-17': {
    source: 'docs/architecture.md, States; docs/threat-model.md P31',
    behaviour: 'After a crash every open ask, call, turn and server is closed truthfully, and nothing counts as a yes.',
  },
  'JRN-18': {
    source: 'docs/architecture.md, The journal on disk',
    behaviour:
      'The golden journal of each release still folds; erased bodies are skipped; events of a newer release are refused.',
  },
  'JRN-19': {
    source: 'docs/architecture.md, The journal',
    behaviour: 'The list of conversations follows the events and is the same when it is read again from the log.',
  },
  'JRN-20': {
    source: 'docs/architecture.md, The journal',
    behaviour:
      'Every query sees what was appended before it, says as of which event, and pages by key without losing or repeating a row.',
  },
  'JRN-21': {
    source: 'docs/architecture.md, The journal on disk; docs/threat-model.md P6',
    behaviour: 'Each event has its audit columns: who, where, what, decision, outcome, and how long what it ends took.',
  },
  'JRN-22': {
    source: 'docs/architecture.md, The journal on disk',
    behaviour:
      'Queries run beside the writer: a refusal crosses as `HostError`, a long one stops no other, a dead thread is replaced.',
  },
  'JRN-23': {
    source: 'docs/threat-model.md 184',
    behaviour:
      'Records are in the order of their numbers whatever the clock says; each has the time of day and a reading that only grows, and a check points out where the time of day went back.',
  },
  'JRN-24': {
    source: 'docs/scripting.md, Driving a host from a script',
    behaviour:
      'A message of the feed is sent once what it tells is on disk; while the log cannot be written, it says up to which record that holds.',
  },
  'JRN-25': {
    source: 'docs/decisions.md 19',
    behaviour:
      'A data folder is locked until its host ends, also for hosts in other containers and on other computers; a row only names the host.',
  },
  'JRN-26': {
    source: 'docs/decisions.md 108',
    behaviour:
      'What is computed from the log is read again if it is missing, damaged, of another shape or of another log; it never holds up the log, and an unreadable record costs its own place only.',
  },
  'JRN-27': {
    source: 'docs/decisions.md 108',
    behaviour: 'A commit writes one page of columns and one of contents, however long the history.',
  },
  'JRN-28': {
    source: 'docs/decisions.md 108',
    behaviour:
      'A folder that has everything in one database is taken over whole, after a copy, also if the process is killed at any statement.',
  },
} as const satisfies Requirements
