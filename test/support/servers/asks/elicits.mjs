// Asks the user as its tools' arguments say, in the way of its era, and returns the user's answers.
//   ask    { asks: [params of elicitation/create], state?, rounds?, alsoPages? }   `rounds`: how often, -1 without end
//   pages  { pages: [members of -32042], complete?: ids that it says are done after `after` ms }
//   later  { params, ms }: asks after the call has been answered (legacy)
import { anything, env, send, serve, sleep, text } from '../lib.mjs'

const isModern = (message) => Boolean(message.params?._meta?.['io.modelcontextprotocol/protocolVersion'])
let visited = 0

async function inRounds({ asks = [], state, rounds = 1 }, { inputResponses, requestState }) {
  const round = Number(/^\d+/.exec(requestState ?? '0')[0])
  if (inputResponses !== undefined && round === rounds) {
    const isSame = state === undefined || requestState === `${round}${state}`
    return text(JSON.stringify({ ...inputResponses, ...(isSame ? {} : { changed: true }) }))
  }
  const requests = asks.map((params, at) => [`q${at}`, { method: 'elicitation/create', params }])
  return {
    resultType: 'input_required',
    ...(asks.length > 0 && { inputRequests: Object.fromEntries(requests) }),
    requestState: `${round + 1}${state ?? ''}`,
  }
}

async function pushed({ asks = [], cancelAfter }, api) {
  const answers = asks.map((params) => api.request('elicitation/create', params))
  if (cancelAfter !== undefined) {
    await sleep(cancelAfter)
    api.notify('notifications/cancelled', { requestId: 's1', reason: 'not needed' })
    return text('cancelled')
  }
  return text(JSON.stringify(await Promise.all(answers)))
}

serve({
  name: 'elicits',
  capabilities: { tools: {}, prompts: {}, resources: {} },
  tools: ['ask', 'pages', 'complete', 'echo', 'die'].map((name) => ({ name, inputSchema: anything })),
  call: async (name, args, message, api) => {
    if (name === 'ask') return isModern(message) ? inRounds(args, message.params) : pushed(args, api)
    if (name === 'die') {
      void api.request('elicitation/create', args.params)
      await sleep(200)
      process.exit(3)
    }
    if (name === 'complete')
      for (const elicitationId of args.ids) api.notify('notifications/elicitation/complete', { elicitationId })
    if (name !== 'pages') return text(JSON.stringify(args))
    if (visited++ % 2 === 1) return text('after the page')
    const error = { code: -32042, message: 'A page first', data: { elicitations: args.pages } }
    return void send({ jsonrpc: '2.0', id: message.id, error })
  },
  handlers: {
    'prompts/list': (message, api) => api.reply(message, { prompts: [{ name: 'asks' }] }),
    'prompts/get': async (message, api) => {
      const asks = [JSON.parse(env('ASKS', '{}'))]
      const answered = await inRounds({ asks }, message.params)
      const words = JSON.stringify(message.params.inputResponses)
      const content = { type: 'text', text: words }
      api.reply(message, 'content' in answered ? { messages: [{ role: 'user', content }] } : answered)
    },
    'resources/read': async (message, api) => {
      const asks = [JSON.parse(env('ASKS', '{}'))]
      const answered = await inRounds({ asks }, message.params)
      const words = JSON.stringify(message.params.inputResponses)
      api.reply(message, 'content' in answered ? { contents: [{ uri: message.params.uri, text: words }] } : answered)
    },
    'resources/list': (message, api) => api.reply(message, { resources: [{ uri: 'x://asks', name: 'asks' }] }),
    'resources/templates/list': (message, api) => api.reply(message, { resourceTemplates: [] }),
  },
})
