import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { Headless } from '../../main/shells/headless/headless.ts'
import { Unfinished } from '../../main/shells/headless/unfinished.ts'
import { createPlatform } from '../../main/shells/web/platform.ts'
import type { JsonObject } from '../../shared/schema/json.ts'
import { destinationOf, storedName } from '../../shared/risk/secret-names.ts'
import { serverConfig } from '../../shared/config/server-config.ts'
import { HostError } from '../../shared/contract/errors.ts'
import type { ListedSkill } from '../../shared/content/skills.ts'
import { answerOf } from './willing.ts'

/** The one server's ID. */
export const peer = 'peer'

/**
 * The one server as in servers.json, the secrets it references with their values, the content of settings.json, and
 * what others issued, by its name in the secret store.
 */
export type Configured = {
  config: JsonObject
  secrets?: Record<string, string>
  settings?: JsonObject
  issued?: Record<string, string>
}

/** The command line's host, over its own data folder, with one server and a willing user. */
export class HostUnderTest {
  readonly #headless: Headless
  readonly #directory: string

  private constructor(headless: Headless, directory: string) {
    this.#headless = headless
    this.#directory = directory
  }

  static async open({ config, secrets = {}, settings = {}, issued = {} }: Configured): Promise<HostUnderTest> {
    const directory = mkdtempSync(path.join(tmpdir(), 'atrium-conformance-'))
    const write = (file: string, content: JsonObject) =>
      writeFileSync(path.join(directory, file), JSON.stringify(content))
    write('settings.json', settings)
    write('servers.json', { mcpServers: { [peer]: config } })
    const platform = createPlatform(directory, '0.0.0-conformance', 'terminal')
    for (const [name, value] of Object.entries(secrets))
      await platform.secrets.set(storedName(name, destinationOf(serverConfig.parse(config))), value)
    for (const [name, value] of Object.entries(issued)) await platform.secrets.set(name, value)
    return new HostUnderTest(await Headless.open({ platform, answer: answerOf }), directory)
  }

  /** Rejects with the host's sentence if it can't use the server. */
  async ready(): Promise<void> {
    await this.#headless.ready(peer)
  }

  /** Why the host doesn't use the server, in its words; undefined if it does. */
  async refusal(): Promise<string | undefined> {
    try {
      await this.ready()
      return undefined
    } catch (error) {
      const { status } = this.#headless.state.servers[peer] ?? {}
      if (error instanceof Unfinished && status?.state === 'failed') return status.reason
      throw error
    }
  }

  /** The names of the usable tools. */
  async tools(): Promise<string[]> {
    return (await this.#headless.tools(peer)).map(({ name }) => name)
  }

  /** The schema of a tool's arguments, as its server sent it. */
  async inputSchema(tool: string): Promise<JsonObject[string]> {
    const entry = (await this.#headless.tools(peer)).find(({ name }) => name === tool)
    if (!entry) throw new Error(`There is no tool ${tool}.`)
    return (await this.#headless.definition(entry.hash))['inputSchema'] ?? null
  }

  /** Rejects unless the tool answers without an error. */
  async call(tool: string, input: JsonObject): Promise<void> {
    const result = await this.#headless.call(peer, tool, input)
    if (result['isError'] === true) throw new Error(`${tool} answered with an error: ${JSON.stringify(result)}`)
  }

  /** Reads each resource the server lists; there must be some. */
  async readResources(): Promise<void> {
    const { link } = this.#headless
    await this.ready()
    const { resources } = await link.call('listResources', { server: peer })
    if (resources.length === 0) throw new Error('The host lists no resources.')
    for (const { uri } of resources) await link.call('readResource', { server: peer, uri })
  }

  /** Gets each prompt the server lists; there must be some, and none requires arguments. */
  async getPrompts(): Promise<void> {
    const { link } = this.#headless
    await this.ready()
    await link.call('listAgain', { server: peer, list: 'prompts' })
    const prompts = Object.values(this.#headless.state.servers[peer]?.prompts?.items ?? {})
    if (prompts.length === 0) throw new Error('The host lists no prompts.')
    for (const { name, hash } of prompts) await link.call('getPrompt', { server: peer, prompt: name, definition: hash })
  }

  /** The usable skills, by their entries. */
  async skills(): Promise<ListedSkill[]> {
    await this.ready()
    return (await this.#headless.link.call('listSkills', { server: peer })).skills
  }

  /** Reads a skill's files in their order, up to the first that the host doesn't use; undefined if it uses all. */
  async skillProblem({ uri, files }: ListedSkill): Promise<string | undefined> {
    for (const file of files)
      try {
        await this.#headless.link.call('readSkillFile', { server: peer, uri, file: file.uri })
      } catch (error) {
        if (error instanceof HostError && error.code === 'unavailable') return error.message
        throw error
      }
    return undefined
  }

  /** The current state, for error messages. */
  describe(): string {
    const { servers, asks } = this.#headless.state
    return JSON.stringify({ status: servers[peer]?.status, asks })
  }

  async close(): Promise<void> {
    await this.#headless.close()
    rmSync(this.#directory, { recursive: true, force: true })
  }
}
