// Answers like any server. `flood` writes LINE, which contains no message, over and over for as long as it is read.
import { anything, rawWrite, serve, text } from '../lib.mjs'

const chunk = JSON.parse(process.env.LINE ?? '"\\n"').repeat(10_000)

serve({
  name: 'floods-lines',
  tools: ['flood', 'ok'].map((name) => ({ name, inputSchema: anything })),
  call: async (name) => {
    if (name === 'ok') return text('ok')
    for (;;) if (!rawWrite(chunk)) await new Promise((resolve) => process.stdout.once('drain', resolve))
  },
})
