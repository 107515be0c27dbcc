// N notifications of one kind as fast as the pipe takes them, or as much on stderr.
import { anything, num, send, serve, text } from '../lib.mjs'

const total = num('N', 100_000)
const kinds = {
  list_changed: () => ({ jsonrpc: '2.0', method: 'notifications/tools/list_changed' }),
  logs: (i) => ({
    jsonrpc: '2.0',
    method: 'notifications/message',
    params: { level: 'error', data: `line ${i} ${'.'.repeat(200)}` },
  }),
  progress: (i, progressToken) => ({
    jsonrpc: '2.0',
    method: 'notifications/progress',
    params: { progressToken, progress: i, total },
  }),
  requests: (i) => ({ jsonrpc: '2.0', id: `r${i}`, method: 'roots/list' }),
}
let lists = 0

serve({
  name: 'flood',
  tools: () => {
    lists++
    return [...Object.keys(kinds), 'stderr', 'count'].map((name) => ({ name, inputSchema: anything }))
  },
  call: async (name, args, message) => {
    if (name === 'count') return text(String(lists))
    const stream = name === 'stderr' ? process.stderr : process.stdout
    const token = message.params?._meta?.progressToken
    for (let i = 0; i < (args.n ?? total); i++) {
      const room = name === 'stderr' ? stream.write(`${'E'.repeat(200)}${i}\n`) : send(kinds[name](i, token))
      if (!room) await new Promise((resolve) => stream.once('drain', resolve))
    }
    return text('flooded')
  },
})
