// Exits at the worst moments, with one tool for each.
import { anything, rawWrite, serve, text } from '../lib.mjs'

serve({
  name: 'crash-on-call',
  tools: ['exit0', 'exit1', 'kill', 'half', 'after', 'late', 'wait', 'ok'].map((name) => ({
    name,
    inputSchema: anything,
  })),
  call: (name, _args, message, api) => {
    process.stderr.write(`about to do ${name} with ${process.env.TOKEN ?? 'nothing'}\n`)
    if (name === 'ok') return text('ok')
    if (name === 'exit0') process.exit(0)
    if (name === 'exit1') process.exit(1)
    if (name === 'kill') process.kill(process.pid, 'SIGKILL')
    if (name === 'half') {
      rawWrite(`{"jsonrpc":"2.0","id":${message.id},"resu`)
      setTimeout(() => process.exit(5), 20)
    }
    if (name === 'after') {
      api.reply(message, text('done'))
      process.stdout.write('', () => process.exit(3))
    }
    if (name === 'late') {
      setTimeout(() => process.exit(4), 100)
      return text('done')
    }
    return undefined
  },
})
