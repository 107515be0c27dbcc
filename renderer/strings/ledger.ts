import { formatCount } from './format/time.ts'

const count = (found: number, one: string, most: number): string =>
  found >= most ? `${formatCount(most, one)} or more` : formatCount(found, one)

/** Texts of the ledger: the day's calls on the page of a new conversation. */
export const ledger = {
  name: (day: string) => `Calls of ${day}`,
  today: 'Today',
  yesterday: 'Yesterday',
  calls: (calls: number, most: number) => count(calls, 'call', most),
  changedFiles: (files: number) => `${formatCount(files, 'file')} changed`,
  stoppedCalls: (calls: number) => `${calls} stopped`,
  waiting: 'Needs your answer',
  answer: 'Answer',
  changed: 'Changed files',
  became: { new: 'new', changed: 'changed', gone: 'deleted', moved: 'moved to {file}' },
  stopped: 'Stopped',
  you: 'you said no',
  youSaid: (reason: string) => `you: ${reason}`,
  rule: 'by a rule',
  diff: 'Diff',
  diffOf: (file: string) => `Diff of ${file}`,
  noDiff: 'Atrium didn’t read both versions of this file.',
  reading: 'Reading the change…',
  undo: 'Undo…',
  undoOf: (file: string) => `Undo the turn that changed ${file}`,
  more: (files: number) => formatCount(files, 'more file'),
  continue: 'Continue',
} as const
