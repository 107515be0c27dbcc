import { formatCount } from './format/time.ts'

const more = (lines: number, changed: number): string =>
  `${formatCount(lines, 'line')} now, ${changed || 'none'} would change`

/** Texts about files that a call names. {file} is a file's name. */
export const changes = {
  overwrites: (lines: number, changed: number) => `Overwrites a file · ${more(lines, changed)}`,
  edits: (lines: number, changed: number) => `Edits a file · ${more(lines, changed)}`,
  overwritesBytes: (bytes: string) => `Overwrites a file · ${bytes} now, can’t be compared`,
  creates: (bytes: string) => `New file, ${bytes}`,
  exists: (size: string) => `{file} exists, ${size}`,
  lines: (count: number) => formatCount(count, 'line'),
  absent: '{file} doesn’t exist yet',
  unforeseen: 'Atrium can’t tell from the arguments how {file} would change.',
  outside: 'A link in the path of {file} leads out of the folder, so Atrium didn’t read it.',
  special: '{file} isn’t a regular file, so Atrium didn’t read it.',
  unreadable: 'Atrium couldn’t read {file}.',
  restless: '{file} keeps changing, so Atrium can’t show what would change.',
  moved: 'You changed the path of {file}. Atrium hasn’t read the new one.',
  view: 'View',
  diff: 'Diff',
  arguments: 'Arguments',
  asSaid: 'According to the arguments. Atrium compares again after the call.',
  redacted: '{file} contains a secret that Atrium hides, so it can’t show what would change.',
  comparing: 'Comparing…',
  showAll: (lines: number) => `Show all ${formatCount(lines, 'line')}`,
  changed: 'A file changed while you were reviewing this call. Atrium read it again.',
  ends: {
    'as-proposed': 'changed as shown',
    'as-proposed-unseen': 'changed as the arguments say',
    otherwise: 'something else changed',
    changed: 'changed',
    'not-changed': 'not changed',
    unknown: 'not compared',
  },
  /** The ends of several files, or of one. */
  endOf: (file: string, end: string) => `${file} ${end}`,
  notAsShown: '{file} didn’t become what the call said: something else changed.',
  notChanged: '{file} didn’t change, although the call succeeded.',
  showResult: 'Show what changed',
  undo: {
    open: 'The undo is open below.',
    done: (files: number, time: string) => `You undid this turn at ${time}: ${formatCount(files, 'file')}.`,
    /** Above the calls of an undo. */
    of: (time: string) => `Undo of the turn at ${time}`,
    receipt: (done: number, all: number) => `${done} of ${formatCount(all, 'file')} undone`,
  },
} as const
