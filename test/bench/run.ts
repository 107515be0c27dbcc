import os from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import { auditRows } from './audit.ts'
import { bigResultRows, resultStallRows } from './big-results.ts'
import { openBrowser } from './page/browser.ts'
import { callRows } from './calls.ts'
import { findingRows } from './finding.ts'
import { growthRows } from './growth.ts'
import { headlessRows } from './headless.ts'
import { hostRows, installHosts, type HostTable } from './hosts/host-rows.ts'
import { journalRows } from './journal.ts'
import { launchRows } from './launch.ts'
import { logRows } from './log.ts'
import { longAnswerRows } from './long-answers.ts'
import { largeStoreRows } from './page/large-store.ts'
import { longConversationRows } from './page/long-conversation.ts'
import { isSmoke, print, type Row } from './measure.ts'
import { neighbourRows } from './neighbour.ts'
import { writeReport, type Measured } from './report/report.ts'
import { resourceRows } from './resources.ts'
import { growthSeries, scaleRows, type Series } from './scales.ts'
import { serverRows } from './servers.ts'
import { soakRows } from './soak.ts'
import { streamingRows } from './page/streaming.ts'
import { turnRows } from './turn.ts'
import { wireRows } from './wires.ts'

/** Max minutes of a run, `--minutes=` for fewer. A group doesn't begin after this share of them. */
const mostMinutes = Number(process.argv.find((it) => it.startsWith('--minutes='))?.slice(10) ?? 10)
const lastBegin = 0.85
/** Max minutes of a group: one that hangs costs no other. */
const mostOfGroup = 3

let series: Series[] = []
let hosts: HostTable | undefined

/**
 * Ratios, not seconds: Atrium next to the bare thing on this machine, interleaved, medians of several rounds. A failed
 * measurement says why, affects no other row, and ends the command with 1. `--smoke` runs everything once, at a small
 * size, and writes no page. Names of groups as arguments run only those.
 */
const groups: Record<string, () => Promise<Row[]>> = {
  calls: callRows,
  turns: turnRows,
  'the journal': journalRows,
  servers: serverRows,
  'large results': bigResultRows,
  'start and idle': launchRows,
  'the command line': headlessRows,
  growth: async () => scaleRows((series = await growthSeries())),
  'an hour of work': soakRows,
  'models’ APIs': wireRows,
  'the page': async () => {
    const browser = await openBrowser()
    try {
      return [
        ...(await longConversationRows(browser)),
        ...(await streamingRows(browser)),
        ...(await resultStallRows(browser)),
      ]
    } finally {
      await browser.close()
    }
  },
  'long answers': longAnswerRows,
  'the resource picker': resourceRows,
  'audit pages': auditRows,
  finding: findingRows,
  '100,000 messages': largeStoreRows,
  'beside a bad server': neighbourRows,
  'parts that grow': growthRows,
  'the log': logRows,
  'other hosts': async () => {
    const { rows, table } = await hostRows()
    hosts = table
    return rows
  },
}

if (process.argv.includes('--install-hosts')) {
  installHosts()
  process.exit(0)
}

const chosen = process.argv.slice(2).filter((argument) => !argument.startsWith('--'))
const began = new Date()
const before = os.loadavg()[0] ?? Number.NaN
const minutes = (): number => (Date.now() - began.getTime()) / 60_000
const measured: Measured[] = []
for (const [what, measure] of Object.entries(groups)) {
  if (chosen.length > 0 && !chosen.includes(what)) continue
  const since = minutes()
  try {
    if (!isSmoke && minutes() > mostMinutes * lastBegin)
      throw new Error(`No time was left of the run’s ${mostMinutes} minutes.`)
    const rows = await withinTime(measure())
    if (rows.length === 0) throw new Error('It has no rows.')
    measured.push({ what, rows })
    if (isSmoke) console.log(`${what}: ${rows.length} measured`)
    else {
      print(rows)
      console.log(`${what}: ${Math.round((minutes() - since) * 60)} s\n`)
    }
  } catch (error) {
    const because = error instanceof Error ? error.message : String(error)
    measured.push({ what, because })
    console.log(`${what}: not measured. ${because}`)
  }
}
const conditions = { began, minutes: minutes(), load: { before, after: os.loadavg()[0] ?? Number.NaN } }
if (!isSmoke && chosen.length === 0) writeReport(measured, series, hosts, conditions)
process.exit(measured.filter((group) => 'because' in group).length === 0 ? 0 : 1)

/** Rejects after the time that a group can take. */
async function withinTime(rows: Promise<Row[]>): Promise<Row[]> {
  const over = new AbortController()
  const late = sleep(mostOfGroup * 60_000, undefined, over).then(() =>
    Promise.reject(new Error(`It took more than ${mostOfGroup} minutes.`)),
  )
  try {
    return await Promise.race([rows, late])
  } finally {
    late.catch(() => undefined)
    over.abort()
  }
}
