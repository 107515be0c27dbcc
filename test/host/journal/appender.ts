import { writeSync } from 'node:fs'
import { HostError } from '../../../shared/errors.ts'
import { Journal } from '../../../main/host/journal/journal.ts'
import { samples, story } from './samples.ts'

// A process that takes the journal of a directory, prints `open`, then appends for ever and prints each number that is
// durable; with `hold` it only keeps the directory. A refusal is printed as its code.
const [directory = '', mode] = process.argv.slice(2)

async function run(): Promise<void> {
  const journal = Journal.open(directory)
  writeSync(1, 'open\n')
  if (mode === 'hold') return void setInterval(() => undefined, 1000)
  for (let n = 0; ; n++) {
    const conversation = `conversation ${process.pid} ${n}`
    const result = journal.keep(`${n} `.repeat(40_000))
    journal.append(...story(conversation))
    journal.append({ ...samples['call.finished'], conversation, outcome: { status: 'succeeded', result } })
    await journal.durable()
    writeSync(1, `${journal.seq}\n`)
  }
}

run().catch((error: unknown) => {
  writeSync(1, `${error instanceof HostError ? error.code : String(error)}\n`)
  process.exit(1)
})
