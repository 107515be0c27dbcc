// Takes SLOW_MS to answer the handshake.
import { num, serve, sleep } from '../lib.mjs'

serve({
  name: 'slow-handshake',
  handlers: {
    initialize: async (message) => {
      await sleep(num('SLOW_MS', 1500))
      const result = {
        protocolVersion: message.params.protocolVersion,
        capabilities: {},
        serverInfo: { name: 'slow-handshake', version: '1.0.0' },
      }
      process.stdout.write(`${JSON.stringify({ jsonrpc: '2.0', id: message.id, result })}\n`)
    },
  },
})
