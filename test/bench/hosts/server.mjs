// A server that every host is measured with. `wait` never answers.
//   MODE=broken (one of its definitions is no schema) | stubborn (ends for nothing but SIGKILL)
import { anything, env, serve, sleep, text } from '../../support/servers/lib.mjs'

const mode = env('MODE')
if (mode === 'stubborn') {
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP']) process.on(signal, () => {})
  setInterval(() => {}, 1000)
}
const tools = [
  {
    name: 'echo',
    description: 'Returns a text',
    inputSchema: { type: 'object', properties: { text: { type: 'string' } }, required: ['text'] },
  },
  { name: 'sleep', inputSchema: { type: 'object', properties: { ms: { type: 'number' } } } },
  { name: 'wait', inputSchema: anything },
]

serve({
  name: 'measured',
  exitOnEof: mode !== 'stubborn',
  tools: mode === 'broken' ? [...tools, { name: 'odd', inputSchema: 42 }] : tools,
  call: async (name, args) => {
    if (name === 'wait') await new Promise(() => {})
    if (name === 'sleep') await sleep(args.ms)
    return text(String(args.text ?? 'slept'))
  },
})
