import type { Requirements } from '../types.ts'

export const reports = {
  'REP-1': {
    source: 'specification server/utilities/logging',
    behaviour:
      'What a server logs and what it prints are kept in one list, in order, with level, logger and bounded text; a level or a source narrows it.',
  },
  'REP-2': {
    source: 'specification 2025-11-25 and 2026-07-28, server/utilities/logging',
    behaviour:
      'The level a person chose reaches the server without a restart: once in its session, or with each request; where none is chosen nothing is said.',
  },
  'REP-3': {
    source: 'docs/interface.md, Servers',
    behaviour:
      'Each message is kept with its answer, how it ended, how long it took, how large it was, and the record of its call.',
  },
  'REP-4': {
    source: 'docs/architecture.md, The journal on disk',
    behaviour:
      'What is kept of a server is bounded by rows and bytes; the oldest goes, and what came too fast is counted.',
  },
  'REP-5': {
    source: 'docs/architecture.md, Secrets; docs/interface.md, Servers',
    behaviour:
      'No secret, nothing with the shape of one and nothing a person wrote into a form is in the log or the traffic.',
  },
  'REP-6': {
    source: 'docs/architecture.md, The journal on disk',
    behaviour:
      'What was reported since a conversation began goes with it when it is erased, and all of a server with that server.',
  },
  'REP-7': {
    source: 'docs/architecture.md, The journal on disk',
    behaviour: 'A killed process loses the last batch of reports at most, and nothing of the log.',
  },
  'REP-8': {
    source: 'docs/decisions.md 28',
    behaviour: 'Calls take about as long with their traffic kept as without, also beside a server that floods.',
  },
  'REP-9': {
    source: 'docs/architecture.md, The contract',
    behaviour: 'Windows hear that there is more, four times a second at most, and nothing of what it says.',
  },
  'REP-10': {
    source: 'docs/interface.md, Servers',
    behaviour:
      'The log and the traffic of a server are read, narrowed, searched, paused, copied and looked into by keyboard and pointer, in both themes and on a narrow screen.',
  },
  'REP-11': {
    source: 'docs/interface.md, Servers',
    behaviour:
      'A message in the traffic has its time, its tool with the first argument, and the text of its error; it is copied as JSON or as a command without secrets. Answered pings are left out until they are wanted.',
  },
  'REP-12': {
    source: 'docs/interface.md, Servers',
    behaviour:
      'The log separates the runs of a program with their start, length and end, folds equal lines, shows lines that name an error in bold, and one key goes to the first.',
  },
} as const satisfies Requirements
