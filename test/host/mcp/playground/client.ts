import { duplexPair } from 'node:stream'
import { Client, type ClientOptions, type JSONRPCMessage, type Transport } from '@modelcontextprotocol/client'
import { servePlayground } from '../../../../main/host/mcp/playground/serve.ts'

/** The playground and a client of the official library, without Atrium in between. */
export async function connectTo(era: 'modern' | 'legacy', options: ClientOptions = {}) {
  const [ours, theirs] = duplexPair()
  const lines: string[] = []
  const server = servePlayground(theirs, { era, version: '1.2.3', log: (line) => lines.push(line) })
  const client = new Client({ name: 'test', version: '0' }, { versionNegotiation: { mode: 'auto' }, ...options })
  let rest = ''
  const transport: Transport = {
    start: async () => {
      ours.setEncoding('utf8')
      ours.on('data', (chunk: string) => {
        const whole = (rest + chunk).split('\n')
        rest = whole.pop() ?? ''
        for (const line of whole) transport.onmessage?.(JSON.parse(line) as JSONRPCMessage)
      })
    },
    send: async (message) => void ours.write(`${JSON.stringify(message)}\n`),
    close: async () => transport.onclose?.(),
  }
  await client.connect(transport, era === 'legacy' ? { prior: { kind: 'legacy' } } : {})
  const close = async () => {
    await client.close()
    await server.close()
  }
  return { client, lines, close }
}
