import { writeSync } from 'node:fs'
import type { HostEvent } from '../../../shared/events/events.ts'
import { HostError } from '../../../shared/contract/errors.ts'
import { Journal } from '../../../main/host/journal/journal.ts'
import { samples, story, withDefinition } from './samples.ts'
import { leaveTime } from '../../support/waiting.ts'
import { readOn } from './following.ts'

// A process that opens a folder's journal, prints `open`, then appends forever and prints each durable number; with
// `report` it also writes server reports, and with `hold` it only keeps the folder open. Prints a refusal as its code.
const [directory = '', mode] = process.argv.slice(2)

async function run(): Promise<void> {
  const journal = Journal.open(directory)
  writeSync(1, 'open\n')
  if (mode === 'hold') return void setInterval(() => undefined, 1000)
  if (mode === 'report') return report(journal)
  for (let n = 0; ; n++) {
    const conversation = `conversation ${process.pid} ${n}`
    const result = journal.keep(`${n} `.repeat(40_000))
    journal.append(...whole(conversation, journal))
    journal.append({ ...samples['call.finished'], conversation, outcome: { status: 'succeeded', result } })
    await journal.durable()
    writeSync(1, `${journal.seq}\n`)
    if (n % 3 === 0) readOn(journal)
  }
}

/** A conversation's events, with everything stored that they refer to. */
function whole(id: string, journal: Journal): HostEvent[] {
  const stored = journal.keepBlob('<!doctype html>')
  return story(id).map((event) => withDefinition(event, stored))
}

async function report(journal: Journal): Promise<void> {
  journal.subscribe(({ event }) => event.type === 'server.reported' && writeSync(1, `reported ${event.log}\n`))
  for (let n = 0; ; n++) {
    for (let line = 0; line < 10; line++)
      journal.reports.line({ server: 'it', source: 'stderr', level: null, logger: null, text: `${n} `.repeat(200) })
    if (n % 20 === 0) {
      journal.append(...whole(`conversation ${process.pid} ${n}`, journal))
      await journal.durable()
      writeSync(1, `durable ${journal.seq}\n`)
    }
    await leaveTime(5)
  }
}

run().catch((error: unknown) => {
  writeSync(1, `${error instanceof HostError ? error.code : String(error)}\n`)
  process.exit(1)
})
