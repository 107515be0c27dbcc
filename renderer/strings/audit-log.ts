import { formatCount } from './format/time.ts'

const whole = new Intl.NumberFormat(undefined)

/** Texts about the audit log as a whole: verifying, searching and exporting it. */
export const auditLog = {
  check: {
    label: 'Audit log verification',
    unchecked: 'Each record is linked to the one before. Verify to check that none was changed.',
    verify: 'Verify now',
    again: 'Verify again',
    checking: 'Verifying the audit log…',
    progress: (checked: number, records: number) => `${whole.format(checked)} of ${whole.format(records)}`,
    cancel: 'Cancel',
    stopped: 'Verification was cancelled in another window.',
    failed: (problem: string) => `Couldn’t verify the audit log. ${problem}`,
    intact: (records: number) => `${formatCount(records, 'record')}, chain intact.`,
    signed: (seq: number, ago: string, newer: number) =>
      `Signed up to record ${whole.format(seq)}, ${ago}; ${formatCount(newer, 'newer record')} not signed yet.`,
    signedToEnd: (seq: number, ago: string) => `Signed up to record ${whole.format(seq)}, the last, ${ago}.`,
    unsigned: 'Nothing is signed yet.',
    erased: (count: number) =>
      `The content of ${formatCount(count, 'record')} was deleted on request; the chain verifies without it.`,
    newKeys: (seqs: number[]) =>
      `A new signing key starts at record ${seqs.map((seq) => whole.format(seq)).join(', ')}, not signed by the previous key. Either that key was lost, or someone else wrote the records from there on.`,
    replaced: (seqs: number[]) =>
      `Record ${seqs.map((seq) => whole.format(seq)).join(', ')} reports that the audit log or its signatures were changed or replaced while Atrium was closed. The records before it can’t be verified.`,
    setBack: (times: number, first: number) =>
      times === 1
        ? `This computer’s clock was set back before record ${whole.format(first)}. Record numbers show the true order.`
        : `This computer’s clock was set back ${whole.format(times)} times, first before record ${whole.format(first)}. Record numbers show the true order.`,
    broken: (seq: number) => `The chain is broken at record ${whole.format(seq)}.`,
    meaning:
      'The file was changed outside Atrium, or the disk lost data. Everything before that record is as it was written. That record and everything after it can’t be trusted.',
    around: 'Show nearby records',
    cut: 'Records are missing at the end.',
    cutDetail: (records: number, signedUpTo: number) =>
      `The audit log has ${formatCount(records, 'record')}, but record ${whole.format(signedUpTo)} was signed. The file was cut outside Atrium, or replaced by an older copy.`,
    stripped: 'Signatures are missing.',
    strippedDetail: (seq: number) =>
      `Record ${whole.format(seq)} was signed, but the signature file no longer shows it. That file was changed outside Atrium.`,
    verifiedAt: (when: string) => `Verified ${when}.`,
    intactShort: (time: string) => `Verified at ${time}`,
    brokenShort: 'Verification found a problem',
    justNow: 'just now',
    minutesAgo: (minutes: number) => `${formatCount(minutes, 'minute')} ago`,
    on: (day: string, time: string) => `on ${day} at ${time}`,
  },
  yourself: {
    open: 'Verify it yourself',
    title: 'Verify the audit log yourself',
    what: 'You don’t have to trust this window. In a terminal, in Atrium’s source folder, run:',
    command: 'npm run audit -- verify',
    copy: 'Copy command',
    does: 'The command reads the audit log directly, even while Atrium runs. It recomputes every record’s hash, compares the signatures, and reports the result in one sentence. It changes nothing.',
    where:
      'If Atrium keeps its data in another folder, add {option} and the folder. To check an exported file instead, add its name.',
    option: '--data-dir',
    done: 'Done',
  },
  export: {
    open: 'Export…',
    title: 'Export records',
    what: 'Records to export',
    filtered: 'Matching records',
    everything: 'All records',
    tableOf: 'Exports matching calls as a table: {parts}.',
    tableOfAll: 'Exports all calls as a table.',
    all: 'Exports every record with its content and signatures.',
    some: 'Exports matching records with their content: {parts}.',
    someCalls: 'Exports the records of matching calls with their content: {parts}.',
    allCalls: 'Exports the records of all calls with their content.',
    rest: 'The records between and after them keep their columns without content, so the chain can still be verified.',
    readable: 'The file is unencrypted text. Anyone who has it can read everything in it.',
    formatLabel: 'Format',
    formats: { records: 'JSON Lines', table: 'CSV' },
    format: 'Format: JSON Lines with signatures (.jsonl).',
    table:
      'Format: CSV, one row per call with its arguments shortened and without its result or signatures. An apostrophe keeps spreadsheets from running text as a formula.',
    sizeOfTable: (calls: number, size: string) => `Size: ${formatCount(calls, 'call')}, ${size}.`,
    doneTable: (calls: number) => `Exported ${formatCount(calls, 'call')}. The file is here:`,
    size: (records: number, size: string) => `Size: ${formatCount(records, 'record')} with content, ${size}.`,
    measuring: 'Calculating the size…',
    notMeasured: (problem: string) => `Couldn’t calculate the size. ${problem}`,
    run: 'Export',
    cancel: 'Cancel',
    done: (records: number) => `Exported ${formatCount(records, 'record')} with content. The file is here:`,
    copy: 'Copy path',
    close: 'Done',
  },
} as const
