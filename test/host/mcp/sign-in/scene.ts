import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { Socket } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, type MockInstance, vi } from 'vitest'
import type { CallOutcome } from '../../../../shared/events/turn-events.ts'
import type { JsonObject } from '../../../../shared/schema/json.ts'
import { Atrium, peer } from '../../../support/atrium.ts'
import {
  type AuthorizationBehaviour,
  AuthorizationServer,
} from '../../../support/authorization/authorization-server.ts'
import { open, type Page } from '../../../support/authorization/browser.ts'
import { Listener } from '../../../support/authorization/listener.ts'
import { type ProtectedBehaviour, ProtectedServer } from '../../../support/authorization/protected-server.ts'
import type { AskOf, Person } from '../../../support/person.ts'

/** Tokens, codes and secrets as these tests' authorization server creates them, and the beginnings of P-256 keys and signed assertions. */
const confidential = /(access|refresh|code|secret)-[0-9a-f]{8}-|hunter2|MIGHAgEAMBMG|eyJhbGciOiJ[ER]UzI1Ni/

/** Words that only an attacker uses in these tests. */
const attackers = /EVIL|<[a-z]/i

/**
 * A whole host with a good neighbour, a server `it` that requires sign-in, and a bystander that must not be contacted.
 */
export class Scene {
  readonly atrium: Atrium
  readonly authorization: AuthorizationServer
  readonly server: ProtectedServer
  readonly bystander: Listener
  readonly #connects: MockInstance<Socket['connect']> = vi.spyOn(Socket.prototype, 'connect')
  readonly #others: { stop(): Promise<void> }[] = []

  static async start(
    authorizes: Partial<AuthorizationBehaviour> = {},
    protects: Partial<ProtectedBehaviour> = {},
  ): Promise<Scene> {
    const authorization = await AuthorizationServer.start(authorizes)
    const server = await ProtectedServer.start({ authorization: [authorization], ...protects })
    const atrium = await Atrium.start({ directory: mkdtempSync(path.join(tmpdir(), 'atrium-sign-in-')) })
    const scene = new Scene(atrium, authorization, server, await Listener.start())
    await scene.atrium.add('good', peer('good.mjs'))
    return scene
  }

  private constructor(
    atrium: Atrium,
    authorization: AuthorizationServer,
    server: ProtectedServer,
    bystander: Listener,
  ) {
    this.atrium = atrium
    this.authorization = authorization
    this.server = server
    this.bystander = bystander
  }

  get person(): Person {
    return this.atrium.person
  }

  /** Another peer that ends with the scene. */
  with<T extends { stop(): Promise<void> }>(other: T): T {
    this.#others.push(other)
    return other
  }

  /** Adds a server at a URL and doesn't wait for it. */
  async add(
    id = 'it',
    { url } = this.server,
    { oauth, secrets = {} }: { oauth?: object; secrets?: Record<string, string> } = {},
  ): Promise<void> {
    await this.person.link.call('addServer', { id, config: { url, ...(oauth && { oauth }) }, secrets })
  }

  asked(id = 'it'): Promise<AskOf<'sign-in'>> {
    return this.person.ask('sign-in', id)
  }

  /** Accepts the sign-in question; returns its page. */
  async agree(id = 'it'): Promise<AskOf<'sign-in-page'>> {
    await this.person.answer(await this.asked(id), { decision: 'sign-in' })
    return this.person.ask('sign-in-page', id)
  }

  /** Signs in using a browser; returns its last page. */
  async visit(id = 'it'): Promise<Page> {
    return open((await this.agree(id)).question.url)
  }

  /** A signed-in, ready server. */
  async signIn(id = 'it', server = this.server): Promise<void> {
    await this.add(id, server)
    await this.visit(id)
    await this.ready(id)
  }

  async ready(id = 'it'): Promise<void> {
    const { person } = this
    await person.until(`${id} is ready`, () => person.state.servers[id]?.status.state === 'ready')
    await person.until(`${id} lists tools`, () => Object.keys(person.state.servers[id]?.tools ?? {}).length > 0)
  }

  /** Waits until the server doesn't run, for a reason with these words, and no question about it is open. */
  async fails(words: RegExp, id = 'it'): Promise<{ reason: string; signIn?: true | undefined }> {
    const { person } = this
    const now = () => {
      const { status } = person.state.servers[id] ?? {}
      return status?.state === 'failed' && this.questions(id).length === 0 ? status : undefined
    }
    const status = await person
      .until(`${id} fails`, () => (words.test(now()?.reason ?? '') ? now() : undefined))
      .catch((error: Error) => {
        throw new Error(`${error.message} ${JSON.stringify(person.state.servers[id]?.status)}`)
      })
    assertSentence(status.reason)
    return status
  }

  /** Restarts the server; returns why that fails, with these words. */
  async failsAnew(words: RegExp, id = 'it'): Promise<{ reason: string; signIn?: true | undefined }> {
    const { person } = this
    const failures = () =>
      person.all('server.changed').filter(({ server, to }) => server === id && to.state === 'failed')
    const before = failures().length
    await person.link.call('restartServer', { id })
    await person.until('it fails anew', () => failures().length > before)
    return this.fails(words, id)
  }

  /** Adds the server and answers “not now”, so signing in can be tried repeatedly. */
  async addForLater(id = 'it'): Promise<void> {
    await this.add(id)
    await this.person.answer(await this.asked(id), { decision: 'leave' })
    await this.fails(/for later/, id)
  }

  /** Signs in on the user's own initiative; returns why that fails, with these words. */
  async triesInVain(words: RegExp, id = 'it'): Promise<{ reason: string; signIn?: true | undefined }> {
    await this.person.link.call('signIn', { server: id })
    await this.visit(id)
    return this.fails(words, id)
  }

  /** Ends Atrium and reopens it. */
  async reopen(): Promise<void> {
    await this.atrium.stop()
    await this.atrium.open()
    await this.ready('good')
  }

  /** The open questions about signing in to a server. */
  questions(id = 'it') {
    return this.person.state.asks.filter(
      (ask) => (ask.kind === 'sign-in' || ask.kind === 'sign-in-page') && ask.question.server === id,
    )
  }

  /** All questions ever asked about signing in to a server. */
  everAsked<K extends 'sign-in' | 'sign-in-page'>(kind: K, id = 'it'): AskOf<K>[] {
    const isMeant = (ask: AskOf<'sign-in' | 'sign-in-page'>): ask is AskOf<K> =>
      ask.kind === kind && ask.question.server === id
    return this.person
      .all('ask.opened')
      .flatMap(({ ask }) => (ask.kind === 'sign-in' || ask.kind === 'sign-in-page' ? [ask] : []))
      .filter(isMeant)
  }

  /** Runs a tool by hand; returns how it ended. */
  async call(tool: string, args: JsonObject = {}, id = 'it'): Promise<CallOutcome> {
    const { call } = await this.begin(tool, args, id)
    return (await this.person.event('call.finished', (event) => event.call === call)).outcome
  }

  begin(tool: string, args: JsonObject = {}, id = 'it'): Promise<{ call: string }> {
    const definition = this.person.state.servers[id]?.tools[tool]?.hash ?? ''
    return this.person.link.call('callTool', { server: id, tool, definition, arguments: args })
  }

  /** Checks the conditions that apply after any test, and ends all participants. */
  async close(): Promise<void> {
    const { atrium, authorization, server, bystander } = this
    try {
      await assertNoHarm(this)
    } finally {
      this.#connects.mockRestore()
      await atrium.close()
      for (const it of [authorization, server, bystander, ...this.#others]) await it.stop()
    }
    assertNothingWritten(atrium.directory)
    rmSync(atrium.directory, { recursive: true })
  }

  /** Every host this process connected to, or tried to. */
  contacts(): string[] {
    return this.#connects.mock.calls.flatMap(([options]) => hostsIn(options))
  }
}

/** One sentence of Atrium's; others' words are in brackets. */
function assertSentence(reason: string): void {
  expect(reason).toMatch(/^[A-Z].+\.$/s)
  expect(reason.replaceAll(/\(.*\)/gs, '')).not.toMatch(attackers)
}

/** The neighbour works, no other host was contacted, and nothing confidential is visible. */
async function assertNoHarm(scene: Scene): Promise<void> {
  const { person, bystander } = scene
  const heard = person.all('server.changed').filter((event) => event.server === 'good')
  expect(heard.filter(({ to }) => to.state !== 'starting' && to.state !== 'ready')).toEqual([])
  expect(await scene.call('echo', { text: 'not disturbed' }, 'good')).toMatchObject({ status: 'succeeded' })
  expect(bystander.connections).toBe(0)
  expect(scene.contacts().filter((host) => !['127.0.0.1', 'localhost'].includes(host))).toEqual([])
  expect(JSON.stringify([person.state, person.events])).not.toMatch(confidential)
}

function assertNothingWritten(directory: string): void {
  for (const file of filesIn(directory)) expect(readFileSync(file, 'latin1')).not.toMatch(confidential)
}

/** Node calls itself with its own arguments, in a list. */
const hostsIn = (options: unknown): string[] =>
  Array.isArray(options)
    ? hostsIn(options[0])
    : typeof options === 'object' && options !== null && 'host' in options
      ? [String(options.host)]
      : []

function filesIn(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => path.join(folder, name))
    .filter((file) => statSync(file).isFile())
}
