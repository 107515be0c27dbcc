import type { ImportClient, ImportProblem } from '../../../shared/config/imported.ts'
import { readAtriumLink } from './atrium-link.ts'
import { parseJson, type JsonObject, type JsonValue } from '../../../shared/schema/json.ts'
import { canonicalBase64 } from '../../../shared/text/base64.ts'

/** Max characters of a link. */
const mostCharacters = 16 * 1024

/** A link's content: a file's as its application would write it. */
export type Linked = { client: ImportClient; value: JsonValue }

type Link = { text: string; scheme: string; host: string; path: string; query: URLSearchParams; rest: string }

/** "Install" links of applications: on their own, or as the page that leads to them. */
const scheme = /^(vscode|vscode-insiders|cursor|lmstudio|goose|kiro|windsurf|cherrystudio|deepchat|app\.5ire|atrium):/i
const pages =
  /^https:\/\/(?:(?:www\.)?(?:cursor\.com\/(?:[a-z-]{2,8}\/)?install-mcp|lmstudio\.ai\/install-mcp)|(?:insiders\.)?vscode\.dev\/redirect(?:\/mcp\/install)?)\/?\?/i

/** Whether a text is an install link of a known application, or the URL of a page that leads to one. */
export const isInstallLink = (text: string): boolean => scheme.test(text) || pages.test(text)

/** Reads what a link would install. Nothing is looked up: a link with a name only has nothing to read. */
export function readInstallLink(text: string): Linked | ImportProblem {
  if (text.length > mostCharacters || /\s/.test(text)) return { code: 'invalid-link' }
  const { protocol, host, pathname, searchParams: query } = URL.parse(text) ?? {}
  if (protocol === undefined || pathname === undefined || !query) return { code: 'invalid-link' }
  const target = pages.test(text) ? query.get('url') : null
  if (target !== null)
    return isInstallLink(target) && !pages.test(target) ? readInstallLink(target) : { code: 'invalid-link' }
  const rest = text.slice(text.search(/[?#]/) + 1)
  const link: Link = {
    text,
    scheme: protocol.slice(0, -1).toLowerCase(),
    host: host ?? '',
    path: pathname,
    query,
    rest,
  }
  return link.scheme === 'https' ? ofPage(link) : ofApplication(link)
}

const ofPage = (link: Link): Linked | ImportProblem => {
  const client = /cursor/.test(link.host) ? 'cursor' : /lmstudio/.test(link.host) ? 'lm-studio' : 'vscode'
  return named(client, link)
}

function ofApplication(link: Link): Linked | ImportProblem {
  const { query, rest, path } = link
  switch (link.scheme) {
    case 'vscode':
    case 'vscode-insiders':
      if (path.startsWith('mcp/by-name/')) return { code: 'link-with-a-name-only' }
      return path === 'mcp/install' ? found('vscode', decoded(rest)) : { code: 'invalid-link' }
    case 'cursor':
      return named('cursor', link)
    case 'lmstudio':
      return named('lm-studio', link)
    case 'kiro':
      return named('kiro', link)
    case 'goose':
      return ofGoose(query)
    case 'windsurf':
      return { code: 'link-with-a-name-only' }
    case 'cherrystudio':
      return found('cherry-studio', query.get('servers') ?? '')
    case 'deepchat':
      return found('deepchat', query.get('code') ?? '')
    case 'app.5ire':
      return found('5ire', rest)
    default:
      return ofAtrium(link.text)
  }
}

/** An entry without its name. */
function named(client: ImportClient, { query }: Link): Linked | ImportProblem {
  const read = found(client, query.get('config') ?? '')
  const name = query.get('name')
  return 'code' in read || name === null || !isEntry(read.value) ? read : { client, value: { ...read.value, name } }
}

const isEntry = (value: JsonValue): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && !('mcpServers' in value)

function ofAtrium(text: string): Linked | ImportProblem {
  const link = readAtriumLink(text)
  if (link === undefined) return { code: 'invalid-link' }
  if ('install' in link) return { code: 'link-with-a-name-only' }
  const { name, config } = link.add
  return { client: 'any', value: { ...config, name } }
}

function ofGoose(query: URLSearchParams): Linked | ImportProblem {
  const name = query.get('name') ?? query.get('id') ?? ''
  const url = query.get('url')
  const command = query.get('cmd')
  const timeout = Number(query.get('timeout') ?? 0)
  const names = query.getAll('env').map((it) => it.split('=')[0] ?? '')
  const common = { env_keys: names.filter((it) => it !== ''), ...(timeout > 0 && { timeout }) }
  if (url !== null)
    return { client: 'goose', value: { extensions: { [name]: { type: 'streamable_http', uri: url, ...common } } } }
  if (command === null) return { code: 'invalid-link' }
  const entry = { type: 'stdio', cmd: command, args: query.getAll('arg'), ...common }
  return { client: 'goose', value: { extensions: { [name]: entry } } }
}

/** JSON as it is, or in Base64. */
function found(client: ImportClient, text: string): Linked | ImportProblem {
  const value = parseJson(text) ?? parseJson(fromBase64(text))
  return typeof value === 'object' && value !== null ? { client, value } : { code: 'invalid-link' }
}

/** A plus sign may have become a blank. */
const fromBase64 = (text: string): string =>
  Buffer.from(canonicalBase64(decoded(text).replaceAll(' ', '+')) ?? '', 'base64').toString('utf8')

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
