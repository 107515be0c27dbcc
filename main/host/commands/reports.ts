import type { Handlers } from '../../../shared/contract/commands.ts'
import { HostError } from '../../../shared/contract/errors.ts'
import type { Parts } from './handlers.ts'

/** What servers report, as it is kept; and how much they are asked to. */
export function reportHandlers({ reader, configuration, servers, journal }: Parts) {
  return {
    listLog: async (page) => {
      const server = servers.get(page.server)
      const logs = server?.status.state === 'ready' ? server.offers('logging') : null
      return { ...(await reader.ask('serverLog', page)), logs }
    },
    listFrames: (page) => reader.ask('frames', page),
    getFrame: ({ frame }) => reader.ask('frame', frame),
    setLogLevel: async ({ server, level }, { actor }) => {
      const { [server]: config } = configuration.servers
      if (!config) throw new HostError('not-found', `There is no server with the name ${server}.`)
      const { logLevel: _before, ...rest } = config
      configuration.setServer(server, level === null ? rest : { ...rest, logLevel: level }, actor)
      await journal.durable()
    },
  } satisfies Partial<Handlers>
}
