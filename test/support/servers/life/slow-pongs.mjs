// Answers pings badly. SILENT=1: every other one not at all; else none. WORKS=1: works all the time; SPEAKS=1: reports
// a line of its log instead.
import { serve, text } from '../lib.mjs'

let pings = 0
const { SILENT, WORKS, SPEAKS } = process.env

const work = () => {
  for (let step = 0; step < 1e7; step++);
  setImmediate(work)
}

serve({
  name: 'slow-pongs',
  tools: [],
  handlers: {
    ping: (message, api) => {
      process.stderr.write('ping\n')
      pings += 1
      if (WORKS) work()
      if (SPEAKS) api.notify('notifications/message', { level: 'info', data: 'x' })
      if (SILENT && pings % 2 === 0) api.reply(message, {})
    },
  },
  call: () => text(''),
})
