// Says nothing, and ignores both the end of its input and SIGTERM. MODE=hang-after-init answers only the handshake.
import { env, serve } from '../lib.mjs'

for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'])
  process.on(signal, () => process.stderr.write(`ignoring ${signal}\n`))
if (env('MODE') === 'hang-after-init') {
  const never = () => new Promise(() => {})
  serve({ name: 'hang', exitOnEof: false, handlers: { 'tools/list': never, 'tools/call': never, ping: never } })
} else {
  process.stdin.resume()
}
setInterval(() => {}, 1 << 30)
