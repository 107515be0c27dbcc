// Asks its client for things that were not offered, during a call; the answers are the result.
import { anything, env, serve, text } from '../lib.mjs'

serve({
  name: 'asking',
  tools: ['ask', 'input'].map((name) => ({ name, inputSchema: anything })),
  call: async (name, args, message, api) => {
    if (name === 'input')
      return {
        resultType: args.kind ?? 'input_required',
        inputRequests: { a: { method: 'elicitation/create', params: {} } },
      }
    const asked = [
      api.request('logging/setLevel', { level: 'info' }),
      api.request('sampling/createMessage', { messages: [], maxTokens: 1 }),
      api.request('completion/complete'),
      api.request('vendor/thing'),
    ]
    const answers = Promise.all([...asked, api.request('ping')])
    // A modern client answers none of them, so they can't be waited for.
    const none = new Promise((resolve) => env('MCP_ERA') === 'modern' && setTimeout(resolve, 300, 'none'))
    return text(JSON.stringify(await Promise.race([answers, none])))
  },
})
