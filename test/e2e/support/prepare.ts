import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import type { JsonObject } from '../../../shared/schema/json.ts'
import type { Atrium } from '../../support/atrium.ts'
import type { App } from './app.ts'
import { PageLink } from './page-link.ts'
import { root } from './root.ts'

export type Config = Parameters<Atrium['add']>[1]

export type Needs = {
  /** A model for new conversations, unless false. */
  model?: boolean
  /** Whether it’s still open who titles conversations; otherwise they keep their first line. */
  asksTitles?: boolean
  /** By name, servers that are trusted and ready: Node's arguments, or the whole configuration. */
  servers?: Record<string, string[] | Config>
}

/**
 * A test's setup, through the contract: every command is one that the page itself sends, and trust is the answer to the
 * host's question. Existing servers stay as they are, and are made ready.
 */
export async function prepare(app: App, { model = true, asksTitles = false, servers = {} }: Needs): Promise<void> {
  const link = new PageLink(app.page)
  const { configured, secrets } = await link.state()
  if (model && !(configured.settings.models.default && secrets.length > 0)) await connectModel(app, link, asksTitles)
  await Promise.all(
    Object.entries(servers).map(async ([id, server]) => {
      const known = configured.servers[id]
      if (known && !isDeepStrictEqual(argsOf(known), argsOf(server)))
        throw new Error(`${id} is there already with other arguments`)
      if (!known) await addServer(link, id, server)
      else if (!known.enabled) await link.call('setServerEnabled', { id, enabled: true })
      await link.until(`${id} is ready`, (state) => state.servers[id]?.status.state === 'ready')
    }),
  )
}

async function connectModel(app: App, link: PageLink, asksTitles: boolean): Promise<void> {
  const config = { baseUrl: app.modelUrl, profile: 'anthropic' } as const
  await link.call('setEndpoint', { endpoint: 'anthropic', config })
  await link.call('setModelKey', { endpoint: 'anthropic', key: 'test-key' })
  await link.call('listModels', { endpoint: 'anthropic' })
  const choice = { endpoint: 'anthropic', model: 'claude-sonnet-5-5' }
  await link.call('changeSettings', { models: { default: choice, ...(!asksTitles && { titles: false }) } })
}

const argsOf = (server: string[] | Config): unknown =>
  Array.isArray(server) ? server : 'command' in server ? (server.args ?? []) : 'url' in server && server.url

async function addServer(link: PageLink, id: string, server: string[] | Config): Promise<void> {
  const config = Array.isArray(server) ? { command: lightNode(), args: server } : server
  await link.call('addServer', { id, config })
  if ('command' in config) await trust(link, id)
}

/** Node as a small program: before its first start a program's file is hashed, and Node's has 120 MB. */
function lightNode(): string {
  if (process.platform === 'win32') return process.execPath
  const file = path.join(root, '.cache/light/node')
  const script = `#!/bin/sh\nexec '${process.execPath}' "$@"\n`
  if (existsSync(file) && readFileSync(file, 'utf8') === script) return file
  mkdirSync(path.dirname(file), { recursive: true })
  writeFileSync(`${file}.${process.pid}`, script, { mode: 0o755 })
  renameSync(`${file}.${process.pid}`, file)
  return file
}

/** Answers the question whether this program can run, as asked. */
async function trust(link: PageLink, id: string): Promise<void> {
  const ask = await link.until(`The question about ${id}`, ({ asks }) =>
    asks.find(({ kind, question }) => kind === 'trust' && question.server === id),
  )
  await link.call('answer', { ask: ask.id, contentHash: ask.contentHash, answer: { decision: 'trust' } })
}

/** Runs a tool as the user, and resolves when it has ended. */
export async function runTool(app: App, server: string, tool: string, input: JsonObject = {}): Promise<void> {
  const link = new PageLink(app.page)
  const { servers } = await link.state()
  const definition = servers[server]?.tools[tool]?.hash ?? ''
  const { call } = await link.call('callTool', { server, tool, definition, arguments: input })
  await link.until(`${tool} has ended`, ({ turns }) => !Object.values(turns).some(({ calls }) => call in calls))
}

/** Removes every server, so a test over a shared host begins with none. */
export async function removeServers(app: App): Promise<void> {
  const link = new PageLink(app.page)
  const { configured } = await link.state()
  for (const id of Object.keys(configured.servers)) await link.call('removeServer', { id })
  await link.until('No server is left', ({ servers }) => Object.keys(servers).length === 0)
}
