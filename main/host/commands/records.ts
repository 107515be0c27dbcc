import path from 'node:path'
import type { Handlers } from '../../../shared/contract/commands.ts'
import { HostError } from '../../../shared/contract/errors.ts'
import { cleanFileName } from '../../../shared/text/file-name.ts'
import { isObject, ownOf, type JsonObject } from '../../../shared/schema/json.ts'
import { lookAtFolders } from '../mcp/inputs/folders.ts'
import { sampleProcesses } from '../mcp/process/process-activity.ts'
import { routesTo } from '../network/places.ts'
import { checkUp } from '../checkup/checkup.ts'
import { ExportFiles } from './export-files.ts'
import type { HostParts } from './parts.ts'
import { commandWords as words } from './words.ts'

/** Definitions are stored whole, however long; this only limits what crosses the link. */
const definitionLimit = 16 * 1024 * 1024

/** Milliseconds for all steps to a place. */
const trialMs = 60_000

/** Stored data: the log, values, call durations; and open tabs. */
export function recordHandlers({ reader, log, platform, journal, heads, releases, configuration, network }: HostParts) {
  const { app, dataDirectory, tabs } = platform
  return {
    checkInstallation: ({ browser }) => checkUp({ platform, heads, flush: () => journal.flush(), browser }),
    lookForRelease: () => releases.look(),
    getRoutes: () => {
      const { settings, servers } = configuration
      return routesTo({ settings, servers, feed: app.releases?.feed }, network)
    },
    tryRoute: ({ url }) => network.try(new URL(url), AbortSignal.timeout(trialMs)),
    listSessions: async () => ({ sessions: tabs?.list() ?? [] }),
    findFolder: async ({ typed }) => ({ folder: await findFolder(typed.trim(), platform.folders.home) }),
    pickFolder: async () => {
      if (!platform.pickFolder) throw new HostError('unavailable', words.noFolderDialog)
      const folder = await platform.pickFolder()
      return folder === undefined ? {} : { folder }
    },
    endSession: async ({ actor }) => {
      if (!tabs?.end(actor)) throw new HostError('not-found', words.noTab(actor))
    },
    getAbout: async () => {
      const { version, shell } = app
      return { version, shell, dataDirectory }
    },
    getDefinition: async ({ hash }) => ({
      definition: parseObject((await reader.ask('readBlob', { hash, limit: definitionLimit })).text),
    }),
    verifyLog: () => log.verify(),
    stopCheck: () => log.stopCheck(),
    exportLog: (filter) => log.export(filter),
  } satisfies Partial<Handlers>
}

/** A folder by its own path: links in the typed one are followed now, because a link can lead elsewhere later. */
async function findFolder(typed: string, home: string): Promise<string> {
  const whole = /^~(?=$|[/\\])/.test(typed) ? path.join(home, typed.slice(1)) : typed
  if (!path.isAbsolute(whole)) throw new HostError('bad-input', words.notFull)
  const [seen] = await lookAtFolders([whole])
  const [found] = seen?.state === 'link' ? await lookAtFolders([seen.leadsTo]) : [seen]
  if (found?.state !== 'there')
    throw new HostError('bad-input', found?.state === 'no-folder' ? words.noFolder : words.missingFolder)
  return found.real ?? path.resolve(found.path)
}

/** Saves results and other texts as files next to the log's exports. */
export function resultHandlers({ reader, redaction, platform: { dataDirectory } }: HostParts) {
  const files = new ExportFiles(dataDirectory)
  return {
    saveResult: ({ hash }) => reader.ask('saveResult', { hash, stem: files.stem('atrium-result') }),
    saveText: async ({ name, text }) => {
      const { stem, extension } = cleanFileName(name)
      return files.write(stem, extension, redaction.text(text))
    },
  } satisfies Partial<Handlers>
}

/** Stored server reports, and the log level requested from servers. */
export function reportHandlers({ reader, configuration, servers, journal }: HostParts) {
  return {
    listLog: async (page) => {
      const logs = servers.get(page.server)?.running?.connection.offers('logging') ?? null
      return { ...(await reader.ask('serverLog', page)), logs }
    },
    sampleProcesses: async ({ server }) => {
      const status = servers.get(server)?.status
      const pid = status?.state === 'ready' ? status.pid : undefined
      return { sample: pid === undefined ? null : ((await sampleProcesses(pid)) ?? null) }
    },
    setLogLevel: async ({ server, level }, { actor }) => {
      const config = ownOf(configuration.servers, server)
      if (!config) throw new HostError('not-found', words.noServer(server))
      const { logLevel: _before, ...rest } = config
      configuration.setServer(server, level === null ? rest : { ...rest, logLevel: level }, actor)
      await journal.durable()
    },
  } satisfies Partial<Handlers>
}

function parseObject(text: string): JsonObject {
  const value: unknown = JSON.parse(text)
  if (!isObject(value)) throw new HostError('internal', words.badDefinition)
  return value
}
