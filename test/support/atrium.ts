import { HostError } from '../../shared/contract/errors.ts'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { createHost, type Host } from '../../main/host/host.ts'
import type { Journal } from '../../main/host/journal/journal.ts'
import type { LocalPort } from '../../main/host/llm/endpoints/local-models.ts'
import type { Platform, ReleasePlace, AppFrames } from '../../main/host/platform.ts'
import { forkProgram } from '../../main/shells/web/platform.ts'
import type { Input, Right } from '../../shared/contract/commands.ts'
import type { StdioEntry } from '../../shared/config/server-config.ts'
import { prepareJournal } from '../host/journal/prepared.ts'
import { createFakeAnthropic, type Scenario } from './fake-anthropic.mjs'
import { MemorySecrets } from './memory-secrets.ts'
import { Person } from './person.ts'
import { serverFile } from './server-files.ts'

/** Servers that tests connect to; each is a real process over stdio. */
const peers = {
  everything: ['@modelcontextprotocol/server-everything/dist/index.js', 'stdio'],
  filesystem: ['@modelcontextprotocol/server-filesystem/dist/index.js'],
  memory: ['@modelcontextprotocol/server-memory/dist/index.js'],
  git: ['@cyanheads/git-mcp-server/dist/index.js'],
  context7: ['@upstash/context7-mcp/dist/index.js'],
} as const

const root = fileURLToPath(new URL('../../', import.meta.url))

/** The configuration that starts one of the official servers. */
export const official = (name: keyof typeof peers, ...args: string[]): StdioEntry => {
  const [script, ...own] = peers[name]
  return { command: process.execPath, args: [path.join(root, 'node_modules', script), ...own, ...args] }
}

/** The configuration that starts a peer from test/support/servers. */
export const peer = (script: string, env: Record<string, string> = {}): StdioEntry => ({
  command: process.execPath,
  args: [serverFile(script)],
  env,
})

type Options = {
  scenario?: Scenario
  directory?: string
  journal?: Journal
  /** Ports to search for model servers on this computer; none if absent. */
  localPorts?: LocalPort[]
  /** Serves pages, as a shell with a window does; none if absent. */
  appFrames?: AppFrames
  /** The window's program; none if absent. */
  window?: Platform['window']
  /** Where newer versions are published; nowhere if absent. */
  releases?: ReleasePlace
}

/** A whole host with a scripted model behind the real API client. Close it; the data folder is removed with it. */
export class Atrium {
  readonly directory: string
  readonly secrets = new MemorySecrets()
  readonly fake: ReturnType<typeof createFakeAnthropic>
  host!: Host
  person!: Person
  /** The user's answer outside of any page; yes, unless a test sets another. */
  confirm: Platform['confirm'] = () => Promise.resolve(true)
  readonly #ownsDirectory: boolean
  readonly #localPorts: LocalPort[]
  readonly #appFrames: AppFrames | undefined
  readonly #window: Platform['window']
  readonly #releases: ReleasePlace | undefined

  private constructor(options: Options) {
    this.#localPorts = options.localPorts ?? []
    this.#appFrames = options.appFrames
    this.#window = options.window
    this.#releases = options.releases
    this.#ownsDirectory = options.directory === undefined
    this.directory = options.directory ?? prepareJournal(mkdtempSync(path.join(tmpdir(), 'atrium-')))
    this.fake = createFakeAnthropic({ scenario: options.scenario, keys: ['test-key'] })
  }

  static async start(options: Options = {}): Promise<Atrium> {
    const atrium = new Atrium(options)
    const baseUrl = await atrium.fake.listen()
    await atrium.open(options.journal)
    await atrium.person.link.call('setEndpoint', { endpoint: 'anthropic', config: { baseUrl, profile: 'anthropic' } })
    await atrium.person.link.call('setModelKey', { endpoint: 'anthropic', key: 'test-key' })
    await atrium.person.link.call('changeSettings', {
      models: { default: { endpoint: 'anthropic', model: 'claude-sonnet-5-5' } },
    })
    return atrium
  }

  /** Opens, or reopens, over the same data folder. */
  async open(journal?: Journal): Promise<void> {
    const platform: Platform = {
      dataDirectory: this.directory,
      folders: {
        system: 'linux',
        home: this.directory,
        named: {},
        config: path.join(this.directory, '.config'),
        machine: path.join(this.directory, 'etc'),
      },
      app: { name: 'Atrium', version: '0.0.0-test', shell: 'web', ...(this.#releases && { releases: this.#releases }) },
      secrets: this.secrets,
      confirm: (confirmation) => this.confirm(confirmation),
      startProgram: forkProgram,
      ...(this.#appFrames && { appFrames: this.#appFrames }),
      ...(this.#window && { window: this.#window }),
    }
    this.host = await createHost(platform, journal, this.#localPorts)
    this.person = this.join('admin', 'web:test')
  }

  /** Another UI. */
  join(right: Right, actor: string): Person {
    return new Person(this.host.link({ actor, right }))
  }

  /** Adds a server, trusts its program as the user and waits for its tools; without trust only for the question. */
  async add(
    id: string,
    config: Input<'addServer'>['config'],
    { trusts = true, secrets = {} }: { trusts?: boolean; secrets?: Record<string, string> } = {},
  ): Promise<void> {
    await this.person.link.call('addServer', { id, config, secrets })
    if (!trusts) return void (await this.person.ask('trust', id))
    if ('command' in config) await this.person.trust(id)
    await this.person.until(`${id} is ready`, () => this.person.state.servers[id]?.status.state === 'ready')
    await this.person.until(
      `${id} lists tools`,
      () => Object.keys(this.person.state.servers[id]?.tools ?? {}).length > 0,
    )
  }

  /** Removes a server and waits until nothing is left of it. */
  async remove(id: string): Promise<void> {
    await this.person.link.call('removeServer', { id })
    await this.person.until(`${id} is gone`, () => this.person.state.servers[id] === undefined)
  }

  /**
   * Begins another test over the same host: stops what the last one left running, removes its rules, and clears what
   * the user has seen and the model was asked.
   */
  async fresh(scenario: Scenario = {}): Promise<void> {
    const { person, fake } = this
    // A turn can be over for the host before this user has seen it.
    for (const turn of Object.keys(person.state.turns))
      await person.link.call('cancelTurn', { turn }).catch((error: unknown) => {
        if (!(error instanceof HostError && error.code === 'not-found')) throw error
      })
    await person.until('all turns end', () => Object.keys(person.state.turns).length === 0)
    for (const rule of Object.keys(person.state.rules)) await person.link.call('changeRules', { remove: [rule] })
    await person.until('nothing is asked', () => person.state.asks.length === 0)
    person.leave()
    this.person = this.join('admin', 'web:test')
    fake.setScenario(scenario)
    fake.state.log.length = 0
    fake.state.maxInflight = 0
  }

  /** The requests to the model, in order. */
  get requests() {
    // Recorded when it ends, so one that was cancelled can come late.
    return this.fake.state.log.filter((it) => it.path === '/v1/messages').toSorted((a, b) => a.n - b.n)
  }

  async stop(): Promise<void> {
    this.person.leave()
    await this.host.close()
  }

  async close(): Promise<void> {
    await this.stop()
    await this.fake.close()
    if (this.#ownsDirectory) rmSync(this.directory, { recursive: true, force: true })
  }
}
