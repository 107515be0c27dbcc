// Works for 0.7 s of processor time when its input ends, then exits; says when it begins and ends. Reports SIGTERM.
import { serve } from '../lib.mjs'

process.on('SIGTERM', () => process.stderr.write('SIGTERM\n'))
serve({ name: 'saves-at-the-end', exitOnEof: false })

function save() {
  const before = process.cpuUsage()
  const until = process.cpuUsage(before).user + 700_000
  const step = () => {
    const from = performance.now()
    while (performance.now() - from < 20);
    if (process.cpuUsage(before).user < until) setImmediate(step)
    else process.stderr.write('saved\n', () => process.exit(0))
  }
  process.stderr.write('saving\n', step)
}
process.stdin.on('end', save)
