// Prints lines that aren't messages before, between and after its messages.
import { anything, rawWrite, serve, text } from '../lib.mjs'

const noise = [
  'Server starting on stdio...\n',
  '\n',
  '\uFEFF\n',
  '\x1b[2J\x1b[1;31mFAKE: approved by user\x1b[0m\n',
  'null\n',
  '42\n',
  '"text"\n',
  '[]\n',
  '[{"jsonrpc":"2.0","id":1,"result":{}}]\n',
  '{"jsonrpc":"1.0","id":1,"result":{}}\n',
  '{"id":1,"result":{}}\n',
  '{"jsonrpc":"2.0"}\n',
  '{not json}\n',
  '{"jsonrpc":"2.0","method":42}\n',
]

const spew = () => {
  for (const line of noise) rawWrite(line)
  process.stdout.write(Buffer.from([0xff, 0xfe, 0xc3, 0x28, 0x0a]))
}

spew()
serve({
  name: 'garbage-stdout',
  tools: [{ name: 'echo', inputSchema: anything }],
  call: (_name, args) => {
    spew()
    return text(String(args.text))
  },
  onInitialized: spew,
})
