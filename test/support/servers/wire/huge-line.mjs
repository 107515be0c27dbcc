// One message without end: `huge` is SIZE_MB long and valid, `endless` never has a newline.
import { anything, num, rawWrite, serve, text } from '../lib.mjs'

const megabytes = num('SIZE_MB', 40)
const block = 'A'.repeat(1 << 20)
const write = (words) => rawWrite(words) || new Promise((resolve) => process.stdout.once('drain', resolve))

serve({
  name: 'huge-line',
  tools: ['huge', 'endless', 'ok'].map((name) => ({ name, inputSchema: anything })),
  call: async (name, _args, message) => {
    if (name === 'ok') return text('ok')
    await write(`{"jsonrpc":"2.0","id":${message.id},"result":{"content":[{"type":"text","text":"`)
    for (let i = 0; name === 'endless' || i < megabytes; i++) await write(block)
    await write('"}]}}\n')
    return undefined
  },
})
