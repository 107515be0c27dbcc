import { formatCount } from './format/time.ts'

const whole = new Intl.NumberFormat(undefined)

/** What renderer/audit says of the log as a whole: its check, the search in it and exports of it. */
export const auditLog = {
  check: {
    label: 'Check of the log',
    unchecked: 'Each record is chained to the one before it. Whether all are still what was written is checked here.',
    verify: 'Verify now',
    again: 'Verify again',
    checking: 'The log is being checked.',
    progress: (checked: number, records: number) => `${whole.format(checked)} of ${whole.format(records)}`,
    cancel: 'Cancel',
    stopped: 'The check was cancelled before its end, in another window.',
    failed: (problem: string) => `The log could not be checked. ${problem}`,
    intact: (records: number) => `${formatCount(records, 'record')}, chain intact.`,
    signed: (seq: number, ago: string, newer: number) =>
      `Signed up to record ${whole.format(seq)}, ${ago}; ${formatCount(newer, 'record')} newer than that.`,
    signedToEnd: (seq: number, ago: string) => `Signed up to record ${whole.format(seq)}, the last, ${ago}.`,
    unsigned: 'Nothing is signed yet.',
    erased: (count: number) =>
      `${formatCount(count, 'record')} erased on request; the chain holds without the content.`,
    newKeys: (seqs: number[]) =>
      `A new signing key begins at record ${seqs.map((seq) => whole.format(seq)).join(', ')}, and no earlier key vouches for it: the old one was lost, or somebody else wrote from there on.`,
    replaced: (seqs: number[]) =>
      `Record ${seqs.map((seq) => whole.format(seq)).join(', ')} says that the log or its signatures were changed or replaced while Atrium was closed. Nothing proves the records before it.`,
    setBack: (times: number, first: number) =>
      times === 1
        ? `The clock of this computer was set back before record ${whole.format(first)}: the numbers keep the order.`
        : `The clock of this computer was set back ${whole.format(times)} times, first before record ${whole.format(first)}: the numbers keep the order.`,
    broken: (seq: number) => `The chain is broken at record ${whole.format(seq)}.`,
    meaning:
      'The file was changed outside Atrium, or the disk lost data. Everything before that record is what was written; nothing proves the record itself and what follows it.',
    around: 'Show the records around it',
    cut: 'Records are missing at the end.',
    cutDetail: (records: number, signedUpTo: number) =>
      `There are ${formatCount(records, 'record')}, but record ${whole.format(signedUpTo)} was signed once. The file was cut outside Atrium, or an older copy of it was put back.`,
    stripped: 'Signatures are missing.',
    strippedDetail: (seq: number) =>
      `Record ${whole.format(seq)} was signed, but the file of signatures no longer says so. That file was changed outside Atrium.`,
    justNow: 'just now',
    minutesAgo: (minutes: number) => `${formatCount(minutes, 'minute')} ago`,
    on: (day: string, time: string) => `on ${day} at ${time}`,
  },
  yourself: {
    open: 'How to check it yourself',
    title: 'Check the log yourself',
    what: 'You need not take the word of this window. In a terminal, in the folder of Atrium’s source, run:',
    command: 'npm run audit -- verify',
    copy: 'Copy the command',
    does: 'It reads the log itself, also while Atrium runs, computes every record’s hash anew, compares the signatures, and says in one sentence what it found. It changes nothing.',
    where:
      'When Atrium keeps its data in another place than usual, put {option} and that folder behind it. With the name of an exported file behind it, it checks that file instead.',
    option: '--data-dir',
    done: 'Done',
  },
  search: {
    label: 'Search the records',
    placeholder: 'Search all records',
    note: 'whole words',
    onlyWhole: 'Only whole words are found.',
    part: (text: string) => `words: ${text}`,
  },
  export: {
    open: 'Export…',
    title: 'Export the records',
    all: 'Every record goes out with its content, and with the signatures that prove it.',
    some: 'Records that fit the filter go out with their content: {parts}.',
    rest: 'The records between and after them keep their columns without content, so that the chain can still be checked.',
    readable: 'It is a text file that is not encrypted: whoever has it can read what was said and done.',
    run: 'Export',
    cancel: 'Cancel',
    done: (records: number) => `${formatCount(records, 'record')} went out with content. The file is here:`,
    copy: 'Copy the path',
    close: 'Done',
  },
} as const
