// Changes its list of two pages, and says so, after the first page of a walk: the walk that the tool `tear` starts or,
// with START_TORN=1, the first walk.
import { anything, env, serve, text } from '../lib.mjs'

const listOf = (mark) => [
  [
    { name: 'tear', inputSchema: anything },
    ...['one', mark].map((name) => ({ name, description: mark, inputSchema: anything })),
  ],
  [{ name: 'two', description: mark, inputSchema: anything }],
]

let tears = env('START_TORN') === '1'
let list = listOf('old')

serve({
  name: 'torn-list',
  handlers: {
    'tools/list': (message, api) => {
      if (message.params?.cursor === undefined) return api.reply(message, { tools: list[0], nextCursor: 'second' })
      if (tears) {
        tears = false
        list = listOf('new')
        api.notify('notifications/tools/list_changed')
      }
      return api.reply(message, { tools: list[1] })
    },
  },
  call: (name, _args, _message, api) => {
    if (name !== 'tear') return text(`${name} of ${list[1][0].description}`)
    tears = true
    api.notify('notifications/tools/list_changed')
    return text('begun')
  },
})
