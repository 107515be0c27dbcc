import type { Handlers } from '../../../shared/contract/commands.ts'
import { HostError } from '../../../shared/contract/errors.ts'
import { isObject, type JsonObject } from '../../../shared/schema/json.ts'
import { cornerOf, destinationOf, secretReferences } from '../../../shared/risk/secret-names.ts'
import type { ServerConfig } from '../../../shared/config/server-config.ts'
import type { Turns } from '../agent/turns.ts'
import type { Inbox } from '../inbox.ts'
import type { Journal } from '../journal/journal.ts'
import type { Models } from '../llm/llm.ts'
import type { Log } from '../journal/queries/log.ts'
import type { LocalPort } from '../llm/endpoints/local-models.ts'
import type { Reviews } from '../mcp/reviews.ts'
import { lookAtFolders } from '../mcp/inputs/folders.ts'
import { launchHash } from '../mcp/process/launch.ts'
import type { Servers } from '../mcp/servers.ts'
import { enteredClientName, nobodyYet } from '../mcp/sign-in/entered-client.ts'
import { signInSecrets } from '../mcp/sign-in/vault.ts'
import { modelHandlers } from './models.ts'
import { endpointOf } from '../llm/endpoints/models.ts'
import type { Picked } from '../agent/resources/picked.ts'
import type { Platform } from '../platform.ts'
import { promptHandlers } from './prompts.ts'
import { reportHandlers } from './reports.ts'
import { resourceHandlers } from './resources.ts'
import { resultHandlers } from './results.ts'
import { ruleHandlers } from './rules.ts'
import { secretHandlers } from './secrets.ts'
import type { Secrets } from '../secrets/secrets.ts'
import { signInHandlers } from './sign-in.ts'
import type { Configuration } from '../settings/configuration.ts'
import type { Reader } from '../journal/queries/reader.ts'

/** The parts of the host that commands act on. */
export type Parts = {
  journal: Journal
  platform: Platform
  reader: Reader
  log: Log
  inbox: Inbox
  configuration: Configuration
  secrets: Secrets
  servers: Servers
  reviews: Reviews
  turns: Turns
  picked: Picked
  models: Models
  /** Where `findLocalModels` looks. */
  localPorts: LocalPort[]
}

/** Definitions are kept whole however long they are; this is only a bound for what crosses the link. */
const definitionLimit = 16 * 1024 * 1024

/** One handler per command. Whatever changes something resolves when that is on disk. */
export function createHandlers(parts: Parts): Handlers {
  return {
    ...conversationHandlers(parts),
    ...recordHandlers(parts),
    ...serverHandlers(parts),
    ...settingHandlers(parts),
    ...modelHandlers(parts),
    ...secretHandlers(parts),
    ...ruleHandlers(parts),
    ...promptHandlers(parts),
    ...resourceHandlers(parts),
    ...reportHandlers(parts),
    ...signInHandlers(parts),
    ...resultHandlers(parts.reader, parts.platform.dataDirectory),
  }
}

function conversationHandlers({ journal, reader, inbox, turns }: Parts) {
  const existing = async (id: string) => (await reader.ask('conversation', id)).conversation
  return {
    listConversations: (page) => reader.ask('conversations', page),
    getConversation: ({ conversation }) => reader.ask('conversation', conversation),
    renameConversation: async ({ conversation, title }, { actor }) => {
      await existing(conversation)
      journal.append({ type: 'conversation.renamed', conversation, title, actor })
      await journal.durable()
    },
    deleteConversation: async ({ conversation }, { actor }) => {
      await existing(conversation)
      turns.cancelIn(conversation)
      journal.append({ type: 'conversation.deleted', conversation, actor })
      await journal.durable()
    },
    eraseConversation: async ({ conversation }) => journal.erase(conversation),
    restoreConversation: async ({ conversation }, { actor }) => {
      await existing(conversation)
      journal.append({ type: 'conversation.restored', conversation, actor })
      await journal.durable()
    },
    chooseModel: async ({ conversation, choice }, { actor }) => {
      await existing(conversation)
      if (choice) endpointOf(journal, choice.endpoint)
      journal.append({ type: 'conversation.model', conversation, choice, actor })
      await journal.durable()
    },
    setSystemPrompt: async ({ conversation, text }, { actor }) => {
      await existing(conversation)
      journal.append({ type: 'conversation.system', conversation, text, actor })
      await journal.durable()
    },
    sendMessage: (message, { actor }) => turns.send(message, actor),
    sendQueued: ({ conversation }, { actor }) => turns.sendQueued(conversation, actor),
    switchTools: async ({ conversation, off }, { actor }) => {
      await existing(conversation)
      journal.append({ type: 'conversation.tools', conversation, off, actor })
      await journal.durable()
    },
    listOfferedTools: ({ conversation }) => turns.offeredTools(conversation),
    unqueueMessage: async ({ conversation, message }) => {
      if (journal.state.queued[conversation]?.id !== message)
        throw new HostError('not-found', 'This message no longer waits; it may have been sent.')
      journal.append({ type: 'message.unqueued', conversation, message, reason: 'removed' })
      await journal.durable()
    },
    continueTurn: ({ conversation }, { actor }) => turns.goOn(conversation, actor),
    checkArguments: (wanted) => turns.checkArguments(wanted),
    callTool: (wanted, session) => turns.callTool(wanted, session),
    cancelTurn: async ({ turn }) => turns.cancel(turn),
    sendNow: async ({ turn }) => turns.sendNow(turn),
    cancelCall: async ({ call }) => turns.cancelCall(call),
    answer: ({ ask, contentHash, answer }, session) => inbox.answer(ask, answer, contentHash, session),
  } satisfies Partial<Handlers>
}

function recordHandlers({ reader, log, platform: { app, dataDirectory, tabs } }: Parts) {
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

function serverHandlers({ journal, configuration, secrets, servers, reviews }: Parts) {
  const configured = (id: string): ServerConfig => {
    const config = configuration.servers[id]
    if (!config) throw new HostError('not-found', `There is no server with the name ${id}.`)
    return config
  }
  return {
    addServer: async ({ id, config, secrets: values }, { actor }) => {
      if (configuration.servers[id]) throw new HostError('conflict', `A server with the name ${id} is there already.`)
      await secrets.setAll({ values: ofServer(id, config, values), destination: destinationOf(config) }, actor)
      configuration.setServer(id, config, actor)
      await journal.durable()
    },
    updateServer: async ({ id, config, secrets: values }, { actor }) => {
      const before = configured(id)
      await secrets.setAll({ values: ofServer(id, config, values), destination: destinationOf(config) }, actor)
      if (entersClient(before, config, values)) await secrets.mark(enteredClientName(id), nobodyYet, actor)
      configuration.setServer(id, config, actor)
      const still = new Set(secretNames(config))
      await secrets.deleteAll(
        ownNames(id, before).filter((name) => !still.has(name)),
        actor,
      )
      await journal.durable()
      // A changed launch restarts the server by itself; new secrets under the same names do not show in it.
      const goesOn = before.enabled && config.enabled && launchHash(before) === launchHash(config)
      if (goesOn && Object.keys(values).length > 0) await servers.restart(id)
    },
    removeServer: async ({ id }, { actor }) => {
      configured(id)
      configuration.setServer(id, undefined, actor)
      const corners = [cornerOf(id), signInSecrets(id)]
      const own = journal.state.secrets.filter((name) => corners.some((corner) => name.startsWith(corner)))
      await secrets.deleteAll(own, actor)
      await journal.durable()
    },
    setServerEnabled: async ({ id, enabled }, { actor }) => {
      configured(id)
      configuration.setEnabled(id, enabled, actor)
      await journal.durable()
    },
    restartServer: async ({ id }) => {
      configured(id)
      await servers.restart(id)
    },
    lookAtFolders: async ({ server }) => ({ folders: await lookAtFolders(configured(server).roots ?? []) }),
    reviewDefinitions: async ({ server }) => reviews.again(server),
  } satisfies Partial<Handlers>
}

function settingHandlers({ journal, configuration }: Parts) {
  return {
    changeSettings: async (change, { actor }) => {
      configuration.changeSettings(change, actor)
      await journal.durable()
    },
  } satisfies Partial<Handlers>
}

/** Whether it gives a client to sign in with, or another one: it is then not known yet whom it is for. */
function entersClient(before: ServerConfig, config: ServerConfig, values: Record<string, string>): boolean {
  if (config.type !== 'http' || !config.oauth) return false
  const { clientId, clientSecret, issuer } = config.oauth
  const was = before.type === 'http' ? before.oauth : undefined
  const isTyped = clientSecret !== undefined && Object.hasOwn(values, clientSecret.secret)
  return isTyped || clientId !== was?.clientId || issuer !== was?.issuer
}

const secretNames = (config: ServerConfig): string[] => secretReferences(config).map(({ name }) => name)

/** Without what a configuration of an earlier release may refer to, and belongs to something else. */
const ownNames = (id: string, config: ServerConfig): string[] =>
  secretNames(config).filter((name) => name.startsWith(cornerOf(id)))

/** Only names that the configuration refers to, and only in the server's own corner of the store. */
function ofServer(id: string, config: ServerConfig, values: Record<string, string>): Record<string, string> {
  const names = new Set(secretNames(config))
  for (const name of [...names, ...Object.keys(values)])
    if (!name.startsWith(cornerOf(id)))
      throw new HostError(
        'bad-input',
        `The secret ${name} does not belong to ${id}; its name must begin with server/${id}/.`,
      )
  return Object.fromEntries(Object.entries(values).filter(([name]) => names.has(name)))
}

function parseObject(text: string): JsonObject {
  const value: unknown = JSON.parse(text)
  if (!isObject(value)) throw new HostError('internal', 'The stored definition is not an object.')
  return value
}
