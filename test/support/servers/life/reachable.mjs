// Listens at HOST as soon as it runs, if HOST is set; `listen` and `close` do so later. It works as a server all the time.
import { createServer } from 'node:net'
import { anything, env, serve, text } from '../lib.mjs'

const opened = []
const listen = (host) =>
  new Promise((resolve) => {
    const one = createServer().listen(0, host, () => resolve(one.address().port))
    opened.push(one)
  })
const first = env('HOST') && (await listen(env('HOST')))

serve({
  name: 'reachable',
  tools: ['listen', 'close', 'port'].map((name) => ({ name, inputSchema: anything })),
  call: async (name, args) => {
    if (name === 'close') for (const one of opened.splice(0)) await new Promise((resolve) => one.close(resolve))
    return text(String(name === 'listen' ? await listen(args.host) : first))
  },
})
