// Dies LIVE_MS after its start, or after the handshake (PHASE=init), every time.
import { env, num, serve } from '../lib.mjs'

process.stderr.write(`boot ${process.pid}\n`)
const dieSoon = (code) => () => setTimeout(() => process.exit(code), num('LIVE_MS', 50))
if (env('PHASE', 'start') === 'start') dieSoon(13)()
serve({ name: 'crash-loop', onInitialized: dieSoon(14) })
