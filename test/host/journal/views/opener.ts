import { writeSync } from 'node:fs'
import Database from 'better-sqlite3'
import { Journal } from '../../../../main/host/journal/journal.ts'
import { CurrentViews } from '../../../../main/host/journal/queries/current-views.ts'

// A process that opens a folder's journal and its views, and kills itself before its statement of a given number. It
// prints `opened` if there are fewer.
const [directory = '', number] = process.argv.slice(2)

let left = Number(number)

/** Counts the statements of a kind, and ends before one. */
function watch(name: 'exec' | 'pragma' | 'prepare'): void {
  const before = Database.prototype[name]
  Reflect.set(Database.prototype, name, function (this: Database.Database, ...input: unknown[]) {
    if (left-- === 0) process.kill(process.pid, 'SIGKILL')
    return Reflect.apply(before, this, input)
  })
}
watch('exec')
watch('pragma')
watch('prepare')

const journal = Journal.open(directory)
const log = new Database(journal.file, { readonly: true })
new CurrentViews(log).current()
writeSync(1, 'opened\n')
process.exit(0)
