// Records each start in the file of its first argument, then becomes the server of the second.
import { appendFileSync } from 'node:fs'
import { pathToFileURL } from 'node:url'

const [log, script] = process.argv.splice(2, 2)
appendFileSync(log, `${process.pid}\n`)
process.argv[1] = script
await import(pathToFileURL(script).href)
