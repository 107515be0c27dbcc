import crypto from 'node:crypto'
import fs from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import './still-clock.ts'

// Loaded before a host in pictures. Removes what differs between machines and runs: randomness is fixed, and programs
// and user are the data folder's.

const { randomBytes } = crypto
Object.assign(crypto, {
  randomInt: (least: number, most?: number) => (most === undefined ? 0 : least),
  // A browser session's name has three bytes; keys and tokens are longer.
  randomBytes: (size: number) => (size === 3 ? Buffer.alloc(size, 0xa7) : randomBytes(size)),
})
const { accessSync } = fs
/** No machine has this one here, so every machine gives the containment that all have. */
fs.accessSync = (file, mode) => {
  if (/[\\/]unshare$/.test(file.toString())) throw new Error(`There is no ${file.toString()}.`)
  accessSync(file, mode)
}
syncBuiltinESMExports()

const folder = process.argv[process.argv.indexOf('--data-dir') + 1]
const person = { HOME: folder, LOGNAME: 'person', PATH: folder, SHELL: '/bin/sh', TERM: 'dumb', USER: 'person' }
Object.assign(process.env, person)
for (const name of ['TMPDIR', 'LANG']) delete process.env[name]
