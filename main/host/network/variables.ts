import { readBypass, type Bypass } from './bypass.ts'
import { type NamedProxy, proxyUrl, readProxy } from './proxy-address.ts'

/** A proxy that a variable names, or why it can't be used. `variable` is the name as it is set. */
export type VariableProxy = { variable: string; proxy: NamedProxy | 'other-scheme' | 'unreadable' }

/** The proxies of an environment, read once. */
export type ProxyVariables = {
  http?: VariableProxy
  https?: VariableProxy
  /** The exceptions, and the variable that has them. */
  except?: { variable: string; bypass: Bypass }
}

/** Reads the variables that most programs read: the lower case first, `ALL_PROXY` for a scheme without its own. */
export function readVariables(environment: NodeJS.ProcessEnv): ProxyVariables {
  const read: ProxyVariables = {}
  for (const scheme of ['http', 'https'] as const) {
    const variable = firstOf(environment, [`${scheme}_proxy`, 'all_proxy'])
    if (variable !== undefined) read[scheme] = { variable, proxy: readProxy(environment[variable] ?? '') }
  }
  const variable = firstOf(environment, ['no_proxy'])
  if (variable !== undefined) read.except = { variable, bypass: readBypass(environment[variable] ?? '') }
  return read
}

const firstOf = (environment: NodeJS.ProcessEnv, names: string[]): string | undefined =>
  names.flatMap((name) => [name, name.toUpperCase()]).find((name) => (environment[name] ?? '').trim() !== '')

/** The proxy that the environment names for a URL, without a password; null without one, or if it excludes the host. */
export function namedProxy(url: URL, environment: NodeJS.ProcessEnv): string | null {
  const variables = readVariables(environment)
  const named = url.protocol === 'https:' ? variables.https : variables.http
  if (!named || typeof named.proxy === 'string' || variables.except?.bypass.bypasses(url)) return null
  return proxyUrl(named.proxy.proxy)
}
