// Refuses its list of tools REFUSALS times, in its own words, then lists TOOLS of them, a prompt and instructions.
import { anything, num, serve, text } from '../lib.mjs'

let refusals = num('REFUSALS', 1)
const tools = Array.from({ length: num('TOOLS', 2) }, (_tool, at) => ({ name: `tool-${at}`, inputSchema: anything }))

serve({
  name: 'refuses-list',
  capabilities: { tools: {}, prompts: {} },
  instructions: 'Ask for one thing at a time.',
  handlers: {
    'tools/list': (message, api) =>
      refusals-- > 0 ? api.error(message, -32603, 'fetch failed\nfor ever') : api.reply(message, { tools }),
    'prompts/list': (message, api) => api.reply(message, { prompts: [{ name: 'greet' }] }),
  },
  call: () => text('done'),
})
