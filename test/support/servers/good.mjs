// The well-behaved neighbour: it must keep answering whatever other servers do. It sleeps for a number of milliseconds,
// or until it has echoed a number of times.
import { anything, serve, sleep, text } from './lib.mjs'

const cancelled = new Set()
let echoed = 0
const numbers = { a: { type: 'number' }, b: { type: 'number' } }

serve({
  name: 'good',
  tools: [
    {
      name: 'echo',
      title: 'Echo',
      description: 'Echo text back',
      inputSchema: { type: 'object', properties: { text: { type: 'string' } }, required: ['text'] },
      annotations: { readOnlyHint: true, title: 'Not this one' },
    },
    {
      name: 'add',
      inputSchema: { type: 'object', properties: numbers, required: ['a', 'b'] },
      outputSchema: { type: 'object', properties: { sum: { type: 'number' } }, required: ['sum'] },
    },
    { name: 'fail', inputSchema: anything },
    { name: 'sleep', inputSchema: { type: 'object', properties: { ms: { type: 'number' } } } },
  ],
  handlers: {
    ping: (message, api) => {
      process.stderr.write('ping\n')
      api.reply(message, {})
    },
  },
  onCancel: (params) => {
    cancelled.add(params?.requestId)
    process.stderr.write(`cancelled ${params?.requestId}\n`)
  },
  call: async (name, args, message, api) => {
    if (name === 'echo') {
      echoed++
      return text(String(args.text))
    }
    if (name === 'add') return text('see the sum', { structuredContent: { sum: args.a + args.b } })
    if (name === 'fail') return text('it failed on purpose', { isError: true })
    if (name !== 'sleep') return api.error(message, -32602, `Unknown tool: ${name}`)
    const total = args.ms ?? 500
    const isOver = (progress) => (args.echoes === undefined ? progress >= total : echoed >= args.echoes)
    const progressToken = message.params?._meta?.progressToken
    for (let progress = 0; !isOver(progress); progress += 50) {
      if (cancelled.has(message.id)) return undefined
      await sleep(50)
      if (progressToken !== undefined)
        api.notify('notifications/progress', { progressToken, progress, total, message: `${progress} ms` })
    }
    return text('slept')
  },
})
