import { onTestFinished } from 'vitest'
import { Network } from '../../../main/host/network/network.ts'
import type { TunnelLimits } from '../../../main/host/network/tunnel.ts'
import { networkSettings } from '../../../shared/config/network.ts'
import { type Authority, makeAuthority } from '../../support/network/authority.mjs'
import { type Origin, startOrigin } from '../../support/network/origin.mjs'
import { type CompanyProxy, type ProxyOptions, startProxy } from '../../support/network/proxy.mjs'

/** A host that only the company's proxy knows. */
export const outside = 'models.example'

/** A proxy, an encrypted and a plain origin behind it, and the authority that the origin's certificate is of. */
export type Company = { proxy: CompanyProxy; origin: Origin; plain: Origin; authority: Authority }

/** Opens them for one test. The origins are reached through the proxy alone: their names are in no resolver. */
export async function openCompany(options: ProxyOptions = {}): Promise<Company> {
  const authority = makeAuthority({ organization: 'Acme' })
  const origin = await startOrigin({ tls: authority.issue(outside) })
  const plain = await startOrigin()
  const names = { [`${outside}:443`]: origin.address, [`${outside}:80`]: plain.address }
  const proxy = await startProxy({ names, ...options })
  onTestFinished(async () => {
    await Promise.all([proxy.close(), origin.close(), plain.close()])
  })
  return { proxy, origin, plain, authority }
}

/** A resolver that knows no name, and notes which were asked for. */
export function noNames() {
  const asked: string[] = []
  const lookup = (host: string): Promise<never> => {
    asked.push(host)
    return Promise.reject(new Error('ENOTFOUND'))
  }
  return { asked, lookup }
}

type Named = { proxy?: string; limits?: Partial<TunnelLimits>; lookup?: ReturnType<typeof noNames>['lookup'] }

const brief: TunnelLimits = { connectMs: 5000, answerMs: 5000, tlsMs: 5000, headBytes: 16 * 1024 }

/** The way out where `HTTPS_PROXY` and `HTTP_PROXY` name this proxy. */
export function networkThrough({ proxy = '', limits, lookup = noNames().lookup }: Named): Network {
  const environment = proxy === '' ? {} : { HTTPS_PROXY: proxy, HTTP_PROXY: proxy }
  const settings = networkSettings.parse({})
  return new Network({ environment, settings: () => settings, lookup, limits: { ...brief, ...limits } })
}
