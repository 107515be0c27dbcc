// Repeats the secret of its environment wherever it can, as it is and encoded.
import { anything, env, serve, sleep, text } from '../lib.mjs'

const token = env('TOKEN', '')
const quoted = JSON.stringify(token)
const escaped = quoted.replaceAll(/./g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
const forms = [
  token,
  quoted,
  encodeURIComponent(token),
  Buffer.from(token).toString('base64'),
  Buffer.from(token).toString('base64url'),
]

process.stderr.write(`started with ${forms.join(' ')}\n`)

serve({
  name: `leaky ${token}`,
  tools: [
    { name: 'result', description: `Uses ${token}`, inputSchema: { type: 'object', title: token } },
    { name: 'escaped', inputSchema: anything },
    { name: 'fails', inputSchema: anything },
    { name: 'refuses', inputSchema: anything },
    { name: 'progress', inputSchema: anything },
    { name: 'stderr', inputSchema: anything },
    { name: 'named', inputSchema: anything },
  ],
  call: async (name, _args, message, api) => {
    const said = forms.join(' ')
    if (name === 'result') return text(said, { structuredContent: { forms, nested: { said } } })
    if (name === 'named') return text('see', { structuredContent: { [token]: 'x' } })
    // As some runtimes write JSON: whatever may be escaped is.
    if (name === 'escaped') {
      const content = [{ type: 'text', text: '%' }]
      const line = JSON.stringify({ jsonrpc: '2.0', id: message.id, result: { content } })
      process.stdout.write(`${line.replace('"%"', `"${escaped.slice(6, -6)}"`)}\n`)
      return undefined
    }
    if (name === 'fails') return text(said, { isError: true })
    if (name === 'refuses') return api.error(message, -32000, said)
    if (name === 'stderr') process.stderr.write(`${said}\n`)
    const progressToken = message.params?._meta?.progressToken
    if (name === 'progress' && progressToken !== undefined)
      api.notify('notifications/progress', { progressToken, progress: 1, message: said })
    api.notify('notifications/message', { level: 'info', data: said })
    await sleep(200)
    return text('done')
  },
})
