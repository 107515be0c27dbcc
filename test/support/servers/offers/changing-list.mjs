// Its list changes as told by the tool `change`: add | redefine | order | break | burst | pester.
//   quietly: redefines and does not say so     hang: never lists again
import { anything, serve, text } from '../lib.mjs'

let tools = [
  { name: 'change', inputSchema: anything },
  { name: 'lists', inputSchema: anything },
  { name: 'one', description: 'first', inputSchema: anything },
]
let lists = 0
let hangs = false

const api = serve({
  name: 'changing-list',
  tools: () => {
    lists++
    return hangs ? new Promise(() => undefined) : tools
  },
  call: (name, { how }) => {
    if (name === 'lists') return text(String(lists))
    if (name !== 'change') return text('one')
    if (how === 'add') tools = [...tools, { name: 'two', inputSchema: anything }]
    if (how === 'redefine' || how === 'quietly')
      tools = tools.map((it) => (it.name === 'one' ? { ...it, description: 'second' } : it))
    if (how === 'order') tools = tools.toReversed().map(({ name: own, ...rest }) => ({ ...rest, name: own }))
    if (how === 'break') tools = [...tools, { name: 'broken' }]
    if (how === 'hang') hangs = true
    if (how === 'hang' || how === 'quietly') return text('changed')
    for (let i = 0; how === 'pester' && i < 100; i++) void api.request('roots/list')
    for (let i = 0; i < (how === 'burst' ? 200 : 1); i++) api.notify('notifications/tools/list_changed')
    return text('changed')
  },
})
