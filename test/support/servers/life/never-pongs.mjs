// Answers everything but ping. The tool "sleep" takes 1.5 s.
import { anything, serve, sleep, text } from '../lib.mjs'

serve({
  name: 'never-pongs',
  tools: [{ name: 'sleep', inputSchema: anything }],
  handlers: { ping: () => undefined },
  call: async () => {
    await sleep(1500)
    return text('slept')
  },
})
