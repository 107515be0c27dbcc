// A whole host in a process in which touching `__proto__` throws, next to servers that use it everywhere. Prints, as
// JSON, what a model got for each call, the log check's findings, and what objects inherit.
import { Atrium, peer } from '../support/atrium.ts'

const tools = ['constructor', 'then', 'toJSON', 'toString', 'hasOwnProperty', 'valueOf']
const atrium = await Atrium.start()
const { person } = atrium
const eras = ['legacy', 'modern']
for (const era of eras) await atrium.add(era, peer('proto-pollution.mjs', { MCP_ERA: era }))
const input = '{"text":"x","__proto__":{"polluted":true},"then":{"then":"x"}}'
const { turn } = await person.link.call('sendMessage', {
  text: eras.flatMap((era) => tools.map((tool) => `!tool ${era}__${tool} ${input}`)).join('\n'),
})
await person.until('all wait', () => person.state.asks.length === eras.length * tools.length)
for (const ask of person.state.asks) await person.answer(ask, { decision: 'allow', scope: 'once' })
const { end } = await person.event('turn.finished', (event) => event.turn === turn)
const outcomes = person.all('call.finished').map(({ outcome }) => outcome.status)
const malformed = Object.fromEntries(eras.map((era) => [era, person.state.servers[era]?.malformed]))
let log = await person.link.call('verifyLog', {})
while (log.state === 'checking') log = await person.link.call('verifyLog', {})
const found = await person.link.call('listAudit', { text: 'polluted' })
const told = atrium.requests.map(({ status }) => status)
await atrium.close()
const own = Object.getOwnPropertyNames(Object.prototype).toSorted()
process.stdout.write(
  JSON.stringify({ end, outcomes, malformed, log: log.state, found: found.rows.length > 0, told, own }),
)
