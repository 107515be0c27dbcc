import { auditRows } from './audit.ts'
import { openBrowser } from './browser.ts'
import { callRows } from './calls.ts'
import { findingRows } from './finding.ts'
import { growthRows } from './growth.ts'
import { headlessRows } from './headless.ts'
import { journalRows } from './journal.ts'
import { logRows } from './log.ts'
import { longAnswerRows } from './long-answers.ts'
import { longConversationRows } from './long-conversation.ts'
import { isSmoke, print, type Row } from './measure.ts'
import { neighbourRows } from './neighbour.ts'
import { resourceRows } from './resources.ts'
import { streamingRows } from './streaming.ts'
import { turnRows } from './turn.ts'
import { wireRows } from './wires.ts'

/**
 * Ratios, not seconds: Atrium next to the bare thing on this machine, interleaved, medians of several rounds. A failed
 * measurement says why, affects no other row, and ends the command with 1. `--smoke` runs everything once, at a small
 * size.
 */
const groups: Record<string, () => Promise<Row[]>> = {
  calls: callRows,
  'the journal': journalRows,
  'audit pages': auditRows,
  finding: findingRows,
  turns: turnRows,
  'the resource picker': resourceRows,
  'the command line': headlessRows,
  'the log': logRows,
  'beside a bad server': neighbourRows,
  'long answers': longAnswerRows,
  'models’ APIs': wireRows,
  'what grows': growthRows,
  'the page': async () => {
    const browser = await openBrowser()
    try {
      return [...(await longConversationRows(browser)), ...(await streamingRows(browser))]
    } finally {
      await browser.close()
    }
  },
}

let missing = 0
for (const [what, measure] of Object.entries(groups)) {
  try {
    const rows = await measure()
    if (rows.length === 0) throw new Error('It has no rows.')
    if (isSmoke) console.log(`${what}: ${rows.length} measured`)
    else print(rows)
  } catch (error) {
    missing++
    console.log(`${what}: not measured. ${error instanceof Error ? error.message : String(error)}`)
  }
}
process.exit(missing === 0 ? 0 : 1)
