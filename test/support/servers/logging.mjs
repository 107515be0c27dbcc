// Logs messages on request, and reports the levels it was asked for.
//   log {level?, logger?, data, times?}: that many log messages   told: the levels of setLevel, and of this request
//   print {text, times?}: lines on stderr   fail: a result with isError   wait: never answers
import { anything, serve, text } from './lib.mjs'

const levels = []

serve({
  name: 'logging',
  capabilities: { tools: {}, logging: {} },
  tools: ['log', 'told', 'print', 'fail', 'wait'].map((name) => ({ name, inputSchema: anything })),
  handlers: {
    'logging/setLevel': (message, api) => {
      levels.push(message.params.level)
      api.reply(message, {})
    },
  },
  call: (name, args, message, api) => {
    const { level = 'info', logger, data = '', times = 1 } = args
    switch (name) {
      case 'log':
        for (let n = 0; n < times; n++) api.notify('notifications/message', { level, logger, data })
        return text('logged')
      case 'told':
        return text(JSON.stringify({ levels, now: message.params._meta?.['io.modelcontextprotocol/logLevel'] ?? null }))
      case 'print':
        process.stderr.write(`${args.text}\n`.repeat(times))
        return text('printed')
      case 'fail':
        return { ...text('no'), isError: true }
      default:
        return undefined
    }
  },
})
