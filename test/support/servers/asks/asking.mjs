// Asks its client for things that were not offered, during a call; the answers are the result.
import { anything, serve, text } from '../lib.mjs'

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
    const answers = await Promise.race([
      Promise.all([...asked, api.request('ping')]),
      new Promise((resolve) => setTimeout(resolve, 300, 'none')),
    ])
    return text(JSON.stringify(answers))
  },
})
