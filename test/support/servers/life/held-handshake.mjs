// Answers the handshake once the file HELD_UNTIL exists, then offers one tool.
import { watch, existsSync } from 'node:fs'
import path from 'node:path'
import { anything, serve, text } from '../lib.mjs'

const file = process.env.HELD_UNTIL ?? ''

const released = () =>
  new Promise((resolve) => {
    const watcher = watch(path.dirname(file), look)
    function look() {
      if (!existsSync(file)) return
      watcher.close()
      resolve()
    }
    look()
  })

serve({
  name: 'held-handshake',
  tools: [{ name: 'late', inputSchema: anything }],
  handlers: {
    initialize: async (message) => {
      await released()
      const result = {
        protocolVersion: message.params.protocolVersion,
        capabilities: { tools: {} },
        serverInfo: { name: 'held-handshake', version: '1.0.0' },
      }
      process.stdout.write(`${JSON.stringify({ jsonrpc: '2.0', id: message.id, result })}\n`)
    },
  },
  call: () => text('called'),
})
