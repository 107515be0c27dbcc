import type { LaunchTemplate, NamedTemplate, Template } from '../../../shared/config/candidate.ts'
import { isOwnHeader, isLoopbackHost } from '../../../shared/config/server-config.ts'
import type { SkippedEntry } from '../../../shared/config/imported.ts'
import { isObject, type JsonValue } from '../../../shared/schema/json.ts'
import type { Gaps } from './gaps.ts'
import { asText, type Members } from './members.ts'
import { readSignIn } from './sign-in.ts'

/** A server that an import found at a URL. */
export type Remote = Extract<LaunchTemplate, { type: 'http' }>

type Unusable = Pick<SkippedEntry, 'why' | 'detail'>

/** A URL with its headers and OAuth client; or why it can't be used. */
export function readRemote(address: string, members: Members, gaps: Gaps): { launch: Remote } | Unusable {
  const url = gaps.read(address.trim())
  const unusable = problemOf(url, gaps)
  if (unusable) return unusable
  const headers = headersOf(members, gaps)
  if (!headers) return { why: 'header-with-line-break' }
  const oauth = readSignIn(members, gaps)
  return { launch: { type: 'http', url, headers, ...(oauth && { oauth }) } }
}

/** Judges a URL as written, because a parser could read it as another one. */
function problemOf(url: Template, { questions }: Gaps): Unusable | undefined {
  const initialOf = (ask: string): string => String(questions.find(({ id }) => id === ask)?.initial ?? '')
  const text = url.map((part) => (typeof part === 'string' ? part : initialOf(part.ask) || 'x')).join('')
  const [first] = url
  if (typeof first === 'object' && initialOf(first.ask) === '') return undefined
  const [, scheme] = /^([a-z][a-z0-9+.-]*):/i.exec(text) ?? []
  if (scheme === undefined) return { why: 'no-address' }
  if (!/^https?$/i.test(scheme)) return { why: 'address-not-http', detail: scheme.slice(0, 20) }
  const [, authority] = /^https?:\/\/([^/?#\\\s]+)[^\s\\]*$/i.exec(text) ?? []
  if (authority === undefined) return { why: 'address-not-http' }
  if (authority.includes('@')) return { why: 'password-in-address' }
  const host = authority.replace(/:\d*$/, '')
  return /^http$/i.test(scheme) && !isLoopbackHost(host) ? { why: 'unencrypted-address', detail: host } : undefined
}

/** A server's headers; undefined if a value can't be in a header. */
function headersOf(members: Members, gaps: Gaps): NamedTemplate[] | undefined {
  const given = members.take('headers', 'http_headers', 'customHeaders')
  const fixed: [string, JsonValue][] = isObject(given) ? Object.entries(given) : []
  // goose's variables for headers.
  members.take('envs', 'env', 'env_keys', 'args')
  const bearer = members.text('bearer_token_env_var')
  const token = members.text('bearer_token', 'apiKey')
  const first: [string, JsonValue][] = [
    ...(bearer ? [['Authorization', `Bearer \${${bearer}}`] as [string, JsonValue]] : []),
    ...(token ? [['Authorization', /\s/.test(token) ? token : `Bearer ${token}`] as [string, JsonValue]] : []),
  ]
  const variables = members.take('env_http_headers')
  const later = isObject(variables) ? Object.entries(variables) : []
  const all = [...first, ...fixed, ...later.map(([name, it]): [string, JsonValue] => [name, `\${${asText(it)}}`])]
  if (all.some(([, value]) => /[\r\n\0]/.test(asText(value)))) return undefined
  return all.flatMap(([name, value]) => {
    if (isOwnHeader(name)) members.lose(`headers.${name.slice(0, 90)}`, 'header-is-atriums-own')
    else if (!/^[!#$%&'*+.^_`|~0-9A-Za-z-]{1,256}$/.test(name))
      members.lose(`headers.${name.slice(0, 90)}`, 'no-such-setting')
    else return [gaps.named(name, asText(value))]
    return []
  })
}
