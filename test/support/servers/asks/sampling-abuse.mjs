// Asks its client for folders and for models, during a call and when it should not; the answers are the result. EARLY:
// it asks before the handshake is over; `heard` returns the replies it got then and after calls had ended.
import { existsSync } from 'node:fs'
import { anything, env, serve, text } from '../lib.mjs'

const prompt = (words, more = {}) => ({
  messages: [{ role: 'user', content: { type: 'text', text: words } }],
  maxTokens: 100,
  ...more,
})
const sampling = 'sampling/createMessage'
const all = []
let early

const told = (answers) => text(JSON.stringify(answers))

/** Asks as its era does: by a request, or in a round of the call. */
async function ask(message, api, requests) {
  if (env('MCP_ERA', 'legacy') === 'legacy')
    return told(await Promise.all(requests.map(([method, params]) => api.request(method, params))))
  const { inputResponses, requestState } = message.params
  if (inputResponses) return told([inputResponses, requestState])
  const inputRequests = Object.fromEntries(requests.map(([method, params], at) => [`n${at}`, { method, params }]))
  return { resultType: 'input_required', inputRequests, requestState: 'as it was' }
}

const calls = {
  roots: (_args, message, api) => ask(message, api, [['roots/list', {}]]),
  sample: ({ params }, message, api) => ask(message, api, [[sampling, params ?? prompt('Sort this.')]]),
  storm: ({ count }, message, api) =>
    ask(
      message,
      api,
      Array.from({ length: count }, (_, at) => [sampling, prompt(`Number ${at}`)]),
    ),
  /** One after the other, until one is refused. */
  loop: async ({ most }, _message, api) => {
    for (let at = 1; at <= most; at++) {
      const { error } = await api.request(sampling, prompt(`Round ${at}`))
      if (error) return told({ round: at, error })
    }
    return told({ round: most })
  },
  /** Asks once this file exists: only its client knows when the call has ended for it. */
  later: ({ sign }, _message, api) => {
    const look = setInterval(() => {
      if (!existsSync(sign)) return
      clearInterval(look)
      void api.request(sampling, prompt('The call is over.')).then((answer) => all.push(answer))
    }, 20)
    return text('done')
  },
  withdraw: async (_args, _message, api) => {
    void api.request(sampling, prompt('Never mind.'))
    await new Promise((resolve) => setTimeout(resolve, Number(env('WITHDRAW_MS', '300'))))
    api.notify('notifications/cancelled', { requestId: 's1', reason: 'never mind' })
    return text('withdrawn')
  },
  /** Answers after the other messages in the same piece were handled. */
  heard: async () => {
    await new Promise((resolve) => setImmediate(resolve))
    return told([early, ...all])
  },
}

serve({
  name: 'sampling-abuse',
  tools: Object.keys(calls).map((name) => ({ name, inputSchema: anything })),
  call: (name, args, message, api) => calls[name](args, message, api),
  ...(process.env.EARLY && {
    handlers: {
      initialize: (message, api) => {
        void api.request(sampling, prompt('Before anything.')).then((answer) => (early = answer))
        const serverInfo = { name: 'sampling-abuse', version: '1.0.0' }
        api.reply(message, { protocolVersion: '2025-11-25', capabilities: { tools: {} }, serverInfo })
      },
    },
  }),
})
