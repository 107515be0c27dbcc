import { formatCount } from './format/time.ts'

const whole = new Intl.NumberFormat(undefined)
const orMore = (found: number, most: number): string => `${whole.format(found)}${found >= most ? ' or more' : ''}`

/** Texts of the ledger: the day's calls on the page of a new conversation and above the audit log. */
export const ledger = {
  name: (day: string) => `Calls of ${day}`,
  calls: (calls: number, most: number) => `${formatCount(calls, 'call')}${calls >= most ? ' or more' : ''}`,
  changedFiles: (files: number) => `${formatCount(files, 'file')} changed`,
  deniedCalls: (calls: number, most: number) => `${orMore(calls, most)} denied`,
  byRule: (calls: number, most: number) => `${orMore(calls, most)} by a rule`,
  waiting: 'Needs your answer',
  answer: 'Answer',
  changed: 'Changed files',
  became: { new: 'new', changed: 'changed', gone: 'deleted', moved: 'moved to {file}' },
  byRuleToo: ' · by a rule',
  denied: 'Denied',
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
