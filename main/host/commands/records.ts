import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Handlers } from '../../../shared/contract/commands.ts'
import { HostError } from '../../../shared/contract/errors.ts'
import { isObject, type JsonObject } from '../../../shared/schema/json.ts'
import type { Parts } from './handlers.ts'

/** Definitions are kept whole however long they are; this is only a bound for what crosses the link. */
const definitionLimit = 16 * 1024 * 1024

/** What is kept: the log, stored values, how long calls took; and who has a tab open. */
export function recordHandlers({ reader, log, platform: { app, dataDirectory, tabs } }: Parts) {
  return {
    listSessions: async () => ({ sessions: tabs?.list() ?? [] }),
    endSession: async ({ actor }) => {
      if (!tabs?.end(actor)) throw new HostError('not-found', `No tab named ${actor} is signed in.`)
    },
    getAbout: async () => ({ version: app.version, shell: app.shell, dataDirectory }),
    getDefinition: async ({ hash }) => ({
      definition: parseObject((await reader.ask('blob', hash, definitionLimit)).text),
    }),
    readBlob: ({ hash, limit }) => reader.ask('blob', hash, limit),
    listAudit: (page) => reader.ask('audit', page),
    getRecord: ({ seq }) => reader.ask('record', seq),
    verifyLog: () => log.verify(),
    stopCheck: () => log.stopCheck(),
    exportLog: (filter) => log.export(filter),
    serverTimes: () => reader.ask('serverTimes'),
    serverHistory: ({ server }) => reader.ask('serverHistory', server),
  } satisfies Partial<Handlers>
}

/** Reading stored results in parts, and saving one to a file beside the exports of the log. */
export function resultHandlers({ reader, platform: { dataDirectory } }: Parts) {
  let saved = 0
  return {
    readResult: ({ hash }) => reader.ask('resultPart', hash, 'person'),
    readResultText: ({ hash, from, limit }) => reader.ask('resultText', hash, 'person', { from, limit }),
    searchResult: (search) => reader.ask('searchResult', search),
    saveResult: ({ hash }) => {
      const directory = join(dataDirectory, 'exports')
      mkdirSync(directory, { recursive: true, mode: 0o700 })
      const moment = new Date().toISOString().replaceAll(/[:.]/g, '-')
      saved += 1
      return reader.ask('saveResult', hash, join(directory, `atrium-result-${moment}-${saved}`))
    },
  } satisfies Partial<Handlers>
}

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

function parseObject(text: string): JsonObject {
  const value: unknown = JSON.parse(text)
  if (!isObject(value)) throw new HostError('internal', 'The stored definition is not an object.')
  return value
}
