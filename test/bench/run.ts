import { callRows } from './calls.ts'
import { journalRows } from './journal.ts'
import { print } from './measure.ts'
import { turnRows } from './turn.ts'

/** Ratios, not seconds: ours beside the bare thing on this machine, interleaved, medians of seven rounds. */
print([...(await callRows()), ...(await journalRows()), ...(await turnRows())])
process.exit(0)
