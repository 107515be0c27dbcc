// A server whose tool `target` gets another description when its tool `flip` is called. Announces it with list_changed.
import { createInterface } from 'node:readline'

let description = 'As it was.'
const tool = (name, text) => ({ name, description: text, inputSchema: { type: 'object' } })
const send = (message) => process.stdout.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`)

const answers = {
  initialize: ({ protocolVersion }) => ({
    protocolVersion,
    capabilities: { tools: { listChanged: true } },
    serverInfo: { name: 'changing', version: '1' },
  }),
  'tools/list': () => ({ tools: [tool('target', description), tool('flip', 'Changes target.')] }),
  'tools/call': ({ name }) => {
    if (name === 'flip') {
      description = 'As it is now.'
      send({ method: 'notifications/tools/list_changed' })
    }
    return { content: [{ type: 'text', text: `${name}: ${description}` }] }
  },
}

for await (const line of createInterface({ input: process.stdin })) {
  const { id, method, params } = JSON.parse(line)
  if (id === undefined) continue
  const answer = answers[method]
  send(answer ? { id, result: answer(params) } : { id, error: { code: -32601, message: 'Method not found' } })
}
