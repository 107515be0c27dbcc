// Keeps running when its input ends, and exits on SIGTERM, which it reports.
import { serve } from '../lib.mjs'

process.on('SIGTERM', () => process.stderr.write('SIGTERM\n', () => process.exit(0)))
setInterval(() => {}, 1000)
serve({ name: 'deaf-to-the-end', exitOnEof: false })
