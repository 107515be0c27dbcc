// Without a word that needs no answer: writes an error for nothing when its tool is called, and the call's result with
// the next prompt.
import { anything, send, serve, text } from '../lib.mjs'

let answer = () => undefined

serve({
  name: 'stray-error',
  era: 'modern',
  capabilities: { tools: {}, prompts: {} },
  tools: [{ name: 'act', inputSchema: anything }],
  handlers: {
    'prompts/get': (message, api) => {
      answer()
      return api.reply(message, { messages: [] })
    },
  },
  call: (_name, _args, message, api) => {
    answer = () => api.reply(message, text('acted'))
    send({ jsonrpc: '2.0', id: null, error: { code: -32601, message: 'Method not found' } })
  },
})
