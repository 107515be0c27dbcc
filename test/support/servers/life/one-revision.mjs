// Speaks one revision, and tells what its client offers and says beside each call.
//   SPEAKS=<revision>   REFUSES=1: the probe is refused with -32022, which names that revision
//   ENDS=1: the first stream of changes is ended by the server (2026-07-28, stdio)
import { anything, env, send, serve, text } from '../lib.mjs'

const speaks = env('SPEAKS', '2025-11-25')
const isModern = speaks === '2026-07-28'
const capabilities = { tools: { listChanged: true } }
let offered
let streams = 0

const initialize = (message, api) => {
  offered = message.params.capabilities
  api.reply(message, { protocolVersion: speaks, capabilities, serverInfo: { name: 'one', version: '1' } })
}

const refuse = ({ id, params }) => {
  const data = { supported: [speaks], requested: params._meta['io.modelcontextprotocol/protocolVersion'] }
  send({ jsonrpc: '2.0', id, error: { code: -32022, message: 'Unsupported protocol version', data } })
}

const listen = ({ id, params }, api) => {
  const _meta = { 'io.modelcontextprotocol/subscriptionId': id }
  api.notify('notifications/subscriptions/acknowledged', { _meta, notifications: params.notifications })
  if (++streams === 1) api.notify('notifications/cancelled', { requestId: id })
}

serve({
  name: 'one-revision',
  era: isModern ? 'modern' : 'legacy',
  capabilities,
  tools: ['ok', 'heard'].map((name) => ({ name, inputSchema: anything })),
  call: (name, _args, { params }) => {
    const { _meta: meta = {} } = params
    const said = offered ?? meta['io.modelcontextprotocol/clientCapabilities']
    return text(name === 'ok' ? 'ok' : JSON.stringify({ offered: said, meta: Object.keys(meta).toSorted() }))
  },
  handlers: {
    ...(!isModern && { initialize }),
    ...(env('REFUSES') && { 'server/discover': refuse }),
    ...(env('ENDS') && { 'subscriptions/listen': listen }),
  },
})
