// Stops listening or speaking after its handshake, and lives on. A safe host ends the calls, bounds what waits to be
// read, notices a closed pipe at once, and leaves nothing of the process behind.
//   MODE=deaf (reads nothing more) | epipe (closes its input) | mute (closes its output)
import { closeSync } from 'node:fs'
import { anything, env, serve, text } from '../lib.mjs'

const mode = env('MODE')

serve({
  name: 'deaf',
  tools: ['ok', 'begin'].map((name) => ({ name, inputSchema: anything })),
  call: (name) => {
    if (name === 'ok') return text('ok')
    setInterval(() => {}, 1000)
    if (mode === 'deaf') process.stdin.pause()
    if (mode === 'epipe') {
      process.stdin.destroy()
      setTimeout(() => closeSync(0), 10)
      return text('begun')
    }
    if (mode === 'mute') closeSync(1)
    return undefined
  },
  exitOnEof: false,
})
