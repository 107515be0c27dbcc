// Answers too slowly, never completely, or too late.
import { anything, rawWrite, serve, sleep, text } from '../lib.mjs'

/** The calls that are answered only once they are cancelled, by ID. */
const ignoring = new Map()
const figures = [1, 0.5, -3, 1e308, 2, 'NaN', 100, 99]

serve({
  name: 'slow-drip',
  tools: ['drip', 'progress_forever', 'cancel_ignored', 'keepalive', 'ok'].map((name) => ({
    name,
    inputSchema: anything,
  })),
  onCancel: (params, api) => {
    process.stderr.write(`cancelled ${params?.requestId}: ${params?.reason}\n`)
    const message = ignoring.get(params?.requestId)
    if (message) api.reply(message, text('late answer that must be ignored'))
  },
  call: async (name, _args, message, api) => {
    if (name === 'ok') return text('ok')
    if (name === 'drip') {
      for (const byte of `${JSON.stringify({ jsonrpc: '2.0', id: message.id, result: text('slow') })}\n`) {
        rawWrite(byte)
        await sleep(5)
      }
      return undefined
    }
    const progressToken = message.params?._meta?.progressToken
    for (let i = 0; name === 'progress_forever'; i++) {
      const progress = figures[i % figures.length]
      api.notify('notifications/progress', { progressToken, progress, total: 10, message: 'still working '.repeat(50) })
      await sleep(20)
    }
    while (name === 'keepalive') {
      rawWrite('\n')
      await sleep(20)
    }
    ignoring.set(message.id, message)
    process.stderr.write('holds it\n')
    return undefined
  },
})
