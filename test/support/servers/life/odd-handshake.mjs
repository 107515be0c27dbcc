// Handshakes that go another way. MODE=exit-on-probe | silent-on-probe | late-legacy | late-modern | newer-only | newer-error |
//   bad-version | null-result | refuses | mute | deaf | early
import { closeSync } from 'node:fs'
import { anything, env, send, serve, text } from '../lib.mjs'

const mode = env('MODE')
const era = mode === 'late-modern' ? 'modern' : 'legacy'
const initialized = (protocolVersion) => ({
  protocolVersion,
  capabilities: { tools: {} },
  serverInfo: { name: 'odd', version: '1' },
})
/** The probe, until it is answered late: once Atrium has given up waiting, it sends `initialize`. */
let probe
const handlers = {
  'exit-on-probe': { 'server/discover': () => process.exit(3) },
  'silent-on-probe': { 'server/discover': () => {} },
  'late-legacy': {
    'server/discover': (message) => void (probe = message),
    initialize: (message, api) => {
      api.reply(message, initialized(message.params.protocolVersion))
      api.error(probe, -32601, 'Method not found')
    },
  },
  'late-modern': {
    'server/discover': (message) => void (probe = message),
    initialize: (message, api) => {
      api.reply(probe, { supportedVersions: ['2026-07-28'], capabilities: { tools: {} } })
      api.error(message, -32601, 'Method not found')
    },
  },
  'newer-only': {
    'server/discover': (message, api) => api.reply(message, { supportedVersions: ['2099-01-01'], capabilities: {} }),
  },
  'newer-error': {
    'server/discover': ({ id }) =>
      send({
        jsonrpc: '2.0',
        id,
        error: { code: -32022, message: 'no', data: { supported: ['2099-01-01'], requested: 'x' } },
      }),
  },
  'bad-version': { initialize: (message, api) => api.reply(message, initialized('9999-01-01')) },
  'null-result': { initialize: ({ id }) => send({ jsonrpc: '2.0', id, result: null }) },
  refuses: { initialize: (message, api) => api.error(message, -32000, 'Set API_KEY first') },
}[mode]

if (mode === 'early') send({ jsonrpc: '2.0', id: 'early', method: 'roots/list' })

serve({
  name: 'odd-handshake',
  era,
  handlers: handlers ?? {},
  tools: ['ok', 'stop'].map((name) => ({ name, inputSchema: anything })),
  call: (name) => {
    if (name === 'ok') return text('ok')
    if (mode === 'mute') closeSync(1)
    if (mode === 'deaf') process.stdin.pause()
    setInterval(() => {}, 1000)
    return undefined
  },
  exitOnEof: mode !== 'mute',
})
