// Answers its first list of tools only when it is cancelled, with its prompt, or once the file UNTIL is there.
import { existsSync } from 'node:fs'
import { anything, env, serve } from '../lib.mjs'

let answer
const until = env('UNTIL')
const look =
  until &&
  setInterval(() => {
    if (!answer || !existsSync(until)) return
    clearInterval(look)
    answer()
  }, 100)
const tools = [{ name: 'act', inputSchema: anything }]

serve({
  name: 'late-list',
  capabilities: { tools: {}, prompts: {} },
  onCancel: () => answer?.(),
  handlers: {
    'tools/list': (message, api) => {
      const reply = () => api.reply(message, { tools })
      if (answer) return reply()
      answer = reply
      return undefined
    },
    'prompts/get': (message, api) => {
      answer?.()
      return api.reply(message, { messages: [] })
    },
  },
  call: () => ({ content: [{ type: 'text', text: 'acted' }] }),
})
