// Has an effect that stays: `do` writes its mark to the file MARKS before it answers, `ms` later.
import { appendFileSync } from 'node:fs'
import { anything, serve, sleep, text } from './lib.mjs'

serve({
  name: 'effects',
  tools: [{ name: 'do', inputSchema: anything }],
  call: async (_name, { mark, ms = 0 }) => {
    appendFileSync(process.env.MARKS, `${mark}\n`)
    await sleep(ms)
    return text(`did ${mark}`)
  },
})
