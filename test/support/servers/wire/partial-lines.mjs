// Splits and ends its lines in every way the transport allows, and in one it doesn't.
import { anything, rawWrite, serve, sleep } from '../lib.mjs'

const words = 'zażółć 🦊 \u2028 end'

serve({
  name: 'partial-lines',
  tools: ['split', 'crlf', 'bom', 'pretty', 'latin', 'die'].map((name) => ({ name, inputSchema: anything })),
  call: async (name, _args, message) => {
    const answer = { jsonrpc: '2.0', id: message.id, result: { content: [{ type: 'text', text: words }] } }
    const line = JSON.stringify(answer)
    if (name === 'crlf') rawWrite(`${line}\r\n`)
    if (name === 'bom') rawWrite(`\uFEFF${line}\n`)
    if (name === 'pretty') rawWrite(`${JSON.stringify(answer, null, 2)}\n${line}\n`)
    if (name === 'latin')
      process.stdout.write(
        Buffer.concat([Buffer.from(line.replace('zażółć', 'za')), Buffer.from('\n')]).map((byte) =>
          byte === 0x7a ? 0xff : byte,
        ),
      )
    if (name === 'die') {
      rawWrite(line.slice(0, -10))
      setTimeout(() => process.exit(3), 50)
    }
    if (name !== 'split') return
    for (const byte of Buffer.from(`${line}\n`)) {
      process.stdout.write(Buffer.from([byte]))
      await sleep(1)
    }
  },
})
