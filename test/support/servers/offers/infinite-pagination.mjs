// A list that does not end. MODE=fresh | repeat | cycle | empty | number | empty_cursor | dup | broken | two
import { anything, env, num, serve } from '../lib.mjs'

const mode = env('MODE', 'fresh')
const per = num('PER', 10)
let page = 0

const nextOf = (cursor) => {
  if (mode === 'repeat') return 'same'
  if (mode === 'cycle') return cursor === 'a' ? 'b' : 'a'
  if (mode === 'number') return 7
  if (mode === 'two') return page % 2 === 1 ? 'second' : undefined
  // Empty is a cursor like any other; the page after it is the last.
  if (mode === 'empty_cursor') return cursor === undefined ? '' : undefined
  return `c${page}`
}

serve({
  name: 'infinite-pagination',
  handlers: {
    'tools/list': (message, api) => {
      page++
      if (mode === 'broken' && page > 1) return api.error(message, -32603, 'no more')
      const tools = Array.from({ length: mode === 'empty' ? 0 : per }, (_, i) => ({
        name: mode === 'dup' ? `tool${i}` : `tool_${page}_${i}`,
        inputSchema: anything,
      }))
      return api.reply(message, { tools, nextCursor: nextOf(message.params?.cursor) })
    },
  },
})
