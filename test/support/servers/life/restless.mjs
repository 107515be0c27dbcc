// Lists another definition of each of its tools whenever it is asked, and says at once that they changed again.
//   TOOLS=1: how many     SIZE=100: characters of each description     KNOWN=1: alternates between two lists
import { anything, env, serve, text } from '../lib.mjs'

const count = Number(env('TOOLS', '1'))
const filling = 'x'.repeat(Number(env('SIZE', '100')))
const isKnown = env('KNOWN', '') === '1'
let lists = 0

const api = serve({
  name: 'restless',
  tools: () => {
    lists++
    const which = isKnown ? lists % 2 : lists
    setTimeout(() => api.notify('notifications/tools/list_changed'), 1)
    return Array.from({ length: count }, (_, i) => ({
      name: `tool_${i}`,
      description: `${which} ${filling}`,
      inputSchema: anything,
    }))
  },
  call: () => text(String(lists)),
})
