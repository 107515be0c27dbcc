// A host that starts servers, lets each try code, and prints what came of it: <configurations> <code> <level>
import { containmentPart } from '../../../../main/host/checkup/surroundings.ts'
import { findContainment } from '../../../../main/host/mcp/process/containment.ts'
import { unbuiltLevels } from '../../../../main/host/mcp/process/enclosing.ts'
import { Fleet } from '../../../support/fleet.ts'
import type { Containment } from '../../../../shared/events/events.ts'

const [configs = '', code = '', level = '', place = ''] = process.argv.slice(2)
const levels: Record<string, Containment> = { namespace: 'namespace', guard: 'guard' }
const containment = levels[level]
const fleet = new Fleet({ ...(containment && { containment }), ...(place !== '' && { place }) })
await fleet.add(JSON.parse(configs))
const results: Record<string, unknown> = {}
for (const id of Object.keys(fleet.journal.state.servers)) {
  const isReady = fleet.status(id).state === 'ready'
  results[id] = isReady ? JSON.parse(await fleet.say('attempt', { code }, { id })) : { reason: fleet.reason(id) }
}
const found = await fleet.servers.levels()
const doctor = containmentPart(found, await findContainment(), unbuiltLevels(fleet.directory))
process.stdout.write(JSON.stringify({ results, doctor }))
await fleet.close()
process.exit()
