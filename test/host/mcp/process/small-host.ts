// A host that runs one server until it is killed: <data folder> <level> <mark>
import { Inbox } from '../../../../main/host/inbox.ts'
import { Journal } from '../../../../main/host/journal/journal.ts'
import { Servers } from '../../../../main/host/mcp/server/servers.ts'
import { Validator } from '../../../../main/host/validation/validator.ts'
import type { Containment } from '../../../../shared/events/events.ts'
import { MemorySecrets } from '../../../support/memory-secrets.ts'
import { trustAll } from '../../../support/trusting.ts'
import { peer } from '../../../support/fleet.ts'

const [dataDirectory = '', level = '', mark = ''] = process.argv.slice(2)
const levels: Record<string, Containment> = { namespace: 'namespace', guard: 'guard', none: 'none' }
const secrets = new MemorySecrets()
const journal = Journal.open(dataDirectory)
const inbox = new Inbox(journal)
trustAll(journal, inbox)
const servers = new Servers({
  journal,
  inbox,
  leaveOff: () => undefined,
  secrets,
  validator: new Validator(),
  dataDirectory,
  containment: levels[level] ?? 'none',
})
const config = peer('orphans.mjs', { MARK: mark })
servers.apply({ it: { ...config, args: [...config.args, `${mark}-server`] } })
setInterval(() => {
  if (journal.state.servers['it']?.status.state === 'ready') process.stdout.write('ready\n')
}, 50)
