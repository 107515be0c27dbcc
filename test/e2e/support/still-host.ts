import crypto from 'node:crypto'
import { syncBuiltinESMExports } from 'node:module'
import './still-clock.ts'

// Loaded before a host of which pictures are taken. What differs between machines and from run to run does not there:
// lots fall alike, and the programs and the person are those of the data folder.

const { randomBytes } = crypto
Object.assign(crypto, {
  randomInt: (least: number, most?: number) => (most === undefined ? 0 : least),
  // The name of a browser's session is three bytes; keys and tokens are longer.
  randomBytes: (size: number) => (size === 3 ? Buffer.alloc(size, 0xa7) : randomBytes(size)),
})
syncBuiltinESMExports()

const folder = process.argv[process.argv.indexOf('--data-dir') + 1]
// No tools of the system are found there, so every system gives the containment that all have.
const person = { HOME: folder, LOGNAME: 'person', PATH: folder, SHELL: '/bin/sh', TERM: 'dumb', USER: 'person' }
Object.assign(process.env, person)
for (const name of ['TMPDIR', 'LANG']) delete process.env[name]
