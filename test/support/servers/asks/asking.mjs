// Asks its client for things that were not offered, during a call; the answers are the result. A modern client gives none:
// then `ask` waits for nothing, and `answers` returns those that came nonetheless.
import { anything, env, serve, text } from '../lib.mjs'

const came = []

serve({
  name: 'asking',
  tools: ['ask', 'answers', 'input'].map((name) => ({ name, inputSchema: anything })),
  call: async (name, args, message, api) => {
    if (name === 'input')
      return {
        resultType: args.kind ?? 'input_required',
        inputRequests: { a: { method: 'elicitation/create', params: {} } },
      }
    if (name === 'answers') return text(JSON.stringify(came))
    const asked = [
      api.request('logging/setLevel', { level: 'info' }),
      api.request('sampling/createMessage', { messages: [], maxTokens: 1 }),
      api.request('completion/complete'),
      api.request('vendor/thing'),
    ]
    asked.push(api.request('ping'))
    for (const each of asked) void each.then((answer) => came.push(answer))
    return text(env('MCP_ERA') === 'modern' ? 'asked' : JSON.stringify(await Promise.all(asked)))
  },
})
