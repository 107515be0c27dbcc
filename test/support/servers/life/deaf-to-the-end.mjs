// Stays when its input ends, and leaves by itself on SIGTERM, which it tells.
import { serve } from '../lib.mjs'

process.on('SIGTERM', () => process.stderr.write('SIGTERM\n', () => process.exit(0)))
setInterval(() => {}, 1000)
serve({ name: 'deaf-to-the-end', exitOnEof: false })
