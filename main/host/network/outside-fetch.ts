import net, { type Socket } from 'node:net'
import { Readable } from 'node:stream'
import { chainFaultIn, issuerShownTo, UntrustedCertificate } from './issuer.ts'
import { tunnelTarget } from './proxy-client.ts'
import { isForbidden } from './host-kinds.ts'
import { type Network, noWay } from './network.ts'

/**
 * `fetch` for addresses that the user entered: the plain one if the route is direct, else through the route's proxies.
 * Rejects like `fetch`; the cause is a `ProxyProblem` if the proxy refused.
 */
export function outsideFetch(network: Network): typeof fetch {
  return async (input, init) => {
    const url = new URL(input instanceof Request ? input.url : input)
    if (isForbidden(url.hostname)) throw failed(Object.assign(new Error('forbidden'), { code: 'EHOSTUNREACH' }))
    const route = await network.route(url)
    if (route.way === 'direct')
      return fetch(input, init).catch((error: unknown) =>
        explain(error, url, async () => net.connect(tunnelTarget(url))),
      )
    if (route.way === 'none') throw failed(noWay(route))
    const asked = new Request(input, init)
    const body = asked.body === null ? undefined : new Uint8Array(await asked.arrayBuffer())
    const headers = { ...Object.fromEntries(asked.headers), 'accept-encoding': 'identity' }
    const sent = { method: asked.method, headers, body, signal: asked.signal }
    const answer = await network.send(route, url, sent).catch((error: unknown) => {
      asked.signal.throwIfAborted()
      return explain(failed(error), url, () => network.tunnel(route, tunnelTarget(url)))
    })
    const { statusCode: status = 0, headersDistinct } = answer
    if (status < 200 || status > 599) {
      answer.destroy()
      throw failed(Object.assign(new Error('no status'), { code: 'HPE_INVALID_STATUS' }))
    }
    const received = new Headers()
    for (const [name, values] of Object.entries(headersDistinct))
      for (const value of values ?? []) received.append(name, value)
    const isEmpty = status === 204 || status === 205 || status === 304
    if (isEmpty) answer.resume()
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- Node's own stream type lacks a method of the web's
    const stream = isEmpty ? null : (Readable.toWeb(answer) as ReadableStream<Uint8Array>)
    return new Response(stream, { status, headers: received })
  }
}

/** Rejects with the error, or with the issuer too if a certificate isn't trusted. */
async function explain(failure: unknown, url: URL, open: () => Promise<Socket>): Promise<never> {
  const code = chainFaultIn(failure)
  if (code === undefined) throw failure
  const issuer = await open().then(
    (socket) => issuerShownTo(socket, tunnelTarget(url).host),
    () => '',
  )
  throw issuer === '' ? failure : failed(new UntrustedCertificate(code, issuer, failure))
}

/** The error with which `fetch` rejects. */
const failed = (cause: unknown): TypeError => new TypeError('fetch failed', { cause })
