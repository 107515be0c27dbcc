// Many tools about different things:
//   TOOLS=<n>: how many    WORDS=<n>: words in each description
import { num, serve, text } from '../lib.mjs'

const verbs = ['create', 'list', 'delete', 'rename', 'share']
const things = ['invoice', 'calendar_event', 'ticket', 'branch', 'photo', 'contact', 'playlist', 'recipe', 'parcel']

const tools = Array.from({ length: num('TOOLS', 500) }, (_, i) => {
  const verb = verbs[i % verbs.length]
  const thing = things[Math.floor(i / verbs.length) % things.length]
  const turn = Math.floor(i / (verbs.length * things.length))
  return {
    name: turn === 0 ? `${verb}_${thing}` : `${verb}_${thing}_${turn}`,
    description: `Can ${verb} one ${thing.replace('_', ' ')} in store ${turn}. ${'Takes care. '.repeat(num('WORDS', 20) / 2)}`,
    inputSchema: { type: 'object', properties: { title: { type: 'string', description: `Of the ${thing}` } } },
  }
})

serve({ name: 'many', tools, call: (name, { title }) => text(`${name}: ${title}`) })
