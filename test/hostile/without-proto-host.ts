// A whole host in a process in which `__proto__` throws whoever touches it, beside the server that says it everywhere.
// Prints, as JSON, what a model was told of each call, what the log's check found, and what objects have by nature.
import { Atrium, peer } from '../support/atrium.ts'

const tools = ['constructor', 'then', 'toJSON', 'toString', 'hasOwnProperty', 'valueOf']
const atrium = await Atrium.start()
const { person } = atrium
await atrium.add('it', peer('proto-pollution.mjs', { MCP_ERA: process.env['MCP_ERA'] ?? 'legacy' }))
const input = '{"text":"x","__proto__":{"polluted":true},"then":{"then":"x"}}'
const { turn } = await person.link.call('sendMessage', {
  text: tools.map((tool) => `!tool it__${tool} ${input}`).join('\n'),
})
await person.until('all wait', () => person.state.asks.length === tools.length)
for (const ask of person.state.asks) await person.answer(ask, { decision: 'allow', scope: 'once' })
const { end } = await person.event('turn.finished', (event) => event.turn === turn)
const outcomes = person.all('call.finished').map(({ outcome }) => outcome.status)
const { malformed } = person.state.servers['it'] ?? {}
const log = await person.link.call('verifyLog', {})
const found = await person.link.call('listAudit', { text: 'polluted' })
const told = atrium.requests.map(({ status }) => status)
await atrium.close()
const own = Object.getOwnPropertyNames(Object.prototype).toSorted()
process.stdout.write(
  JSON.stringify({ end, outcomes, malformed, log: log.state, found: found.rows.length > 0, told, own }),
)
