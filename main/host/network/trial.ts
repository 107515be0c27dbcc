import http from 'node:http'
import net, { isIP, type Socket } from 'node:net'
import type { TLSSocket } from 'node:tls'
import { type TriedStep, type TrialStep, trialSteps } from '../../../shared/config/network.ts'
import { reasonOf } from '../base/failure.ts'
import { quoted } from '../base/text.ts'
import { issuerOf, issuerShownTo } from './issuer.ts'
import type { HostAddress, Lookup } from './host-kinds.ts'
import { proxyPlace } from './proxy-address.ts'
import { tunnelTarget } from './proxy-client.ts'
import { ProxyProblem } from './proxy-problem.ts'
import { connectToProxy, encrypted, openTunnel, proxyAddresses, type Through, type TunnelLimits } from './tunnel.ts'
import { networkWords } from './words.ts'

const words = networkWords.trial

/** The rest of a trial; the signal ends it. */
export type TrialParts = { lookup: Lookup; limits: TunnelLimits; signal: AbortSignal }

/**
 * Takes the steps of a request to a place, through this proxy or directly, and stops at the first that fails. It sends
 * one HEAD request without a key.
 */
export async function tryPlace(url: URL, through: Through | undefined, parts: TrialParts): Promise<TriedStep[]> {
  const trial = new Trial(url)
  await trial.run(through, parts).catch(() => undefined)
  const last = trial.steps.at(-1)
  const rest = last?.outcome === 'failed' ? trialSteps.slice(trialSteps.indexOf(last.step) + 1) : []
  return [...trial.steps, ...rest.map((step): TriedStep => ({ step, outcome: 'not-tried' }))]
}

class Trial {
  readonly steps: TriedStep[] = []
  readonly #url: URL

  constructor(url: URL) {
    this.#url = url
  }

  async run(through: Through | undefined, parts: TrialParts): Promise<void> {
    const target = tunnelTarget(this.#url)
    const { host } = target
    const open = (): Promise<Socket> =>
      through ? openTunnel(target, through) : directly(this.#url, addresses, parts.limits)
    const addresses = await this.#step(
      'name',
      () => (through ? proxyAddresses(through) : addressesAt(host, parts.lookup)),
      (found) => words.leads(through ? through.named.proxy.host : host, found[0]?.address ?? ''),
    )
    if (through)
      await this.#step(
        'connection',
        async () => (await connectToProxy(through)).destroy(),
        () => words.connected(proxyPlace(through.named.proxy)),
      )
    const socket = await this.#step(through ? 'password' : 'connection', open, () => {
      if (!through) return words.connected(this.#url.host)
      return through.passwords.toSend(through.named) === undefined ? words.noPassword : words.password
    })
    const ready = this.#url.protocol === 'https:' ? await this.#certificate(socket, open, parts) : socket
    await this.#step('answer', () => statusOf(ready, this.#url, parts), words.status)
    ready.destroy()
  }

  #certificate(socket: Socket, open: () => Promise<Socket>, { limits }: TrialParts): Promise<TLSSocket> {
    const target = tunnelTarget(this.#url)
    const check = async (): Promise<TLSSocket> => {
      try {
        return await encrypted(socket, target, limits)
      } catch (error) {
        const issuer = await issuerShownTo(await open(), target.host)
        throw new Error(words.untrusted(target.host, quoted(issuer), codeOf(error)), { cause: error })
      }
    }
    return this.#step('certificate', check, (secure) => words.issued(quoted(issuerOf(secure))))
  }

  async #step<Result>(step: TrialStep, go: () => Promise<Result>, say: (result: Result) => string): Promise<Result> {
    const since = performance.now()
    const ms = (): number => Math.round(performance.now() - since)
    try {
      const result = await go()
      this.steps.push({ step, outcome: 'ok', text: say(result), ms: ms() })
      return result
    } catch (error) {
      this.steps.push({ step, outcome: 'failed', text: sentenceOf(error), ms: ms() })
      throw error
    }
  }
}

const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : ''

const sentenceOf = (error: unknown): string => {
  if (error instanceof ProxyProblem || codeOf(error) === '') return reasonOf(error)
  return words.failed(codeOf(error))
}

async function addressesAt(host: string, lookup: Lookup): Promise<HostAddress[]> {
  const family = isIP(host)
  const found = family === 0 ? await lookup(host).catch(() => []) : [{ address: host, family }]
  if (found.length === 0) throw new Error(words.unknown(host))
  return found
}

function directly(url: URL, [address]: HostAddress[], { connectMs }: TunnelLimits): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const { host, port } = tunnelTarget(url)
    const socket = net.connect({ host: address?.address ?? host, port, timeout: connectMs })
    socket.once('timeout', () => socket.destroy(Object.assign(new Error('late'), { code: 'ETIMEDOUT' })))
    socket.once('error', reject)
    socket.once('connect', () => resolve(socket.setTimeout(0)))
  })
}

function statusOf(socket: Socket, url: URL, { signal }: TrialParts): Promise<number> {
  return new Promise((resolve, reject) => {
    const headers = { host: url.host, connection: 'close' }
    const request = http.request({
      createConnection: () => socket,
      method: 'HEAD',
      path: url.pathname,
      headers,
      signal,
    })
    request.once('response', ({ statusCode = 0 }) => resolve(statusCode))
    request.once('error', reject)
    request.end()
  })
}
