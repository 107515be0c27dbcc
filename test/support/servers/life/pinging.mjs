// Pings its client at odd moments, and withdraws its questions.
import { anything, send, serve, sleep, text } from '../lib.mjs'

const form = { message: 'Well?', requestedSchema: { type: 'object', properties: {} } }
const names = ['ask_and_ping', 'ping_under_flood', 'ping_flood', 'pings_answered', 'ask_and_withdraw']
let answered = 0

serve({
  name: 'pinging',
  capabilities: { tools: {}, logging: {} },
  tools: names.map((name) => ({ name, inputSchema: anything })),
  call: async (name, { times }, _message, api) => {
    if (name === 'ask_and_ping') {
      const asked = api.request('elicitation/create', form)
      void asked.then((answer) => process.stderr.write(`got ${JSON.stringify(answer.result ?? answer.error)}\n`))
      for (let i = 0; i < 5; i++) await api.request('ping')
      process.stderr.write('pinged\n')
      return text(`${(await asked).result?.action} after 5 pings`)
    }
    if (name === 'ping_under_flood') {
      for (let i = 0; i < times; i++) api.notify('notifications/message', { level: 'info', data: i })
      const since = Date.now()
      await api.request('ping')
      return text(`answered after ${Date.now() - since} ms`)
    }
    if (name === 'ping_flood') {
      for (let i = 0; i < times; i++) void api.request('ping').then(() => answered++)
      return text('sent')
    }
    if (name === 'pings_answered') return text(String(answered))
    send({ jsonrpc: '2.0', id: 'mine', method: 'elicitation/create', params: form })
    let answer
    process.stdin.on('data', (data) => String(data).includes('"mine"') && (answer = String(data)))
    await sleep(200)
    const withdrawn = { requestId: 'mine', reason: 'Never mind.' }
    api.notify('notifications/cancelled', withdrawn)
    api.notify('notifications/cancelled', withdrawn)
    await sleep(300)
    return text(answer ?? 'no answer came')
  },
})
