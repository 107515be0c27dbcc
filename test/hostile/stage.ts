import { randomUUID } from 'node:crypto'
import { createServer, type Server } from 'node:http'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { bindCall, runManualTurn } from '../../main/host/agent/manual.ts'
import type { CallReply } from '../../main/host/mcp/requests/call.ts'
import type { CallOutcome } from '../../shared/events/turn-events.ts'
import { isObject, type JsonObject, type StoredValue } from '../../shared/schema/json.ts'
import type { ServerConfig, ServerConfigs } from '../../shared/config/server-config.ts'
import { noFlows } from '../host/agent/calls-support.ts'
import { Fleet, peer } from '../support/fleet.ts'
import type { Caller, Fixture } from './fixture.ts'

/** The misbehaving server's display name. */
export const displayed = 'The hostile one'

/** A local URL that counts requests. */
export class Canary {
  hits = 0
  readonly #server: Server

  static async start(): Promise<Canary> {
    const canary = new Canary()
    await once(canary.#server, 'listening')
    return canary
  }

  private constructor() {
    this.#server = createServer((_request, response) => {
      this.hits++
      response.end('{}')
    }).listen(0, '127.0.0.1')
    this.#server.on('connection', () => this.hits++)
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}/`
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections()
    this.#server.close()
    await once(this.#server, 'close')
  }
}

/** One hostile server next to a good one, in a host whose calls take the whole road from request to outcome. */
export class Stage {
  readonly fleet: Fleet
  /** The reported outcome of each call. */
  readonly outcomes: CallOutcome[] = []

  constructor(options: Fixture['fleet'] = {}) {
    this.fleet = new Fleet(options)
  }

  async set(servers: ServerConfigs, era: 'legacy' | 'modern'): Promise<void> {
    const named = Object.entries(servers).map(([id, config]) => [id, inEra({ ...config, name: displayed }, era)])
    const configs: ServerConfigs = { good: peer('good.mjs'), ...Object.fromEntries(named) }
    await this.fleet.add(configs)
  }

  /** A tool run by hand: the same road as a model's call, with a consenting user. */
  readonly call: Caller = async (tool, args = {}, { signal = new AbortController().signal, server = 'it' } = {}) => {
    const { journal, servers, validator, inbox, files } = this.fleet
    const of = {
      conversation: randomUUID(),
      turn: randomUUID(),
      call: randomUUID(),
      actor: 'test',
      right: 'admin' as const,
    }
    const definition = this.fleet.server(server).definition(tool)?.hash ?? ''
    const deps = { journal, servers, validator, inbox, files, flows: noFlows }
    const { requested, request, title } = bindCall({ server, tool, definition, arguments: args }, of, deps)
    journal.append({ type: 'conversation.created', conversation: of.conversation, title, actor: of.actor })
    const { conversation, turn, actor } = of
    journal.append({ type: 'turn.started', conversation, turn, origin: 'person', actor })
    journal.append(requested)
    await runManualTurn(request, deps, { turn: signal, call: signal })
    const ended = this.fleet.of('call.finished').find((it) => it.call === of.call)
    if (!ended) throw new Error(`${tool} did not end`)
    this.outcomes.push(ended.outcome)
    return this.#reply(ended.outcome)
  }

  /** A large result stays in the journal: reading it would count as the host's work. */
  #reply(outcome: CallOutcome): CallReply {
    switch (outcome.status) {
      case 'succeeded':
        return { status: 'answered', result: small(outcome.result), notes: outcome.notes ?? [] }
      case 'failed':
        return outcome.result ? { status: 'answered', result: small(outcome.result), notes: [] } : outcome
      case 'stale':
      case 'timed-out':
      case 'cancelled':
        return outcome
      default:
        throw new Error(`A call ended as ${outcome.status}`)
    }
  }
}

const small = (kept: StoredValue): JsonObject => ('json' in kept && isObject(kept.json) ? kept.json : {})

const inEra = (config: ServerConfig, era: string): ServerConfig =>
  config.type === 'stdio' ? { ...config, env: { MCP_ERA: era, ...config.env } } : config
