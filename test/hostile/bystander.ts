// Watches how late a thread is that has nothing to do: what holds it up holds up everybody, and is not the host's doing.
import { parentPort } from 'node:worker_threads'

let longest = 0
let last = performance.now()
setInterval(() => {
  const now = performance.now()
  longest = Math.max(longest, now - last - 2)
  last = now
}, 2)
parentPort?.on('message', () => {
  parentPort?.postMessage(longest)
  longest = 0
})
