import type { Imported, ImportClient, ImportFormat, ImportProblem } from '../../../shared/config/imported.ts'
import type { ServerConfigs } from '../../../shared/config/server-config.ts'
import { isObject, parseJson, type JsonObject, type JsonValue } from '../../../shared/schema/json.ts'
import { clientOfContent, clientOfFile } from './clients.ts'
import { entriesIn } from './containers.ts'
import { readTomlTree, readYamlTree } from './documents.ts'
import { readEntry } from './entry.ts'
import type { ImportFacts } from './gaps.ts'
import { readJsonTree, type Tree } from './json-tree.ts'
import { splitCommandLine } from '../../../shared/text/command-line.ts'
import { isInstallLink, readInstallLink } from './links.ts'
import { readXmlTree } from './xml.ts'

/** A file's bytes as text. Notepad on Windows writes UTF-16, PowerShell a byte order mark. */
export function decode(bytes: Uint8Array): string | ImportProblem {
  const [first, second] = bytes
  const encoding = first === 0xff && second === 0xfe ? 'utf-16le' : first === 0xfe && second === 0xff ? 'utf-16be' : ''
  try {
    return new TextDecoder(encoding || 'utf-8', { fatal: true }).decode(bytes)
  } catch {
    return { code: 'not-utf-8' }
  }
}

/** A pasted or dropped configuration, unread. */
export type Source = {
  text: string
  /** The file's name as the user dropped it, or as known. */
  fileName?: string | undefined
  client?: ImportClient | undefined
  facts: ImportFacts
  /** The configured servers. */
  existing: Readonly<ServerConfigs>
}

/** The most characters of a text, and bytes of a file. */
export const mostBytes = 5 * 1024 * 1024
/** Max servers of one text. */
const mostServers = 500

type Read = Tree & { client?: ImportClient | undefined }

/** The servers in a text, in any application's format. Pure: nothing is looked up, started or kept. */
export function readImport(source: Source): Imported {
  const text = source.text.replace(/^\uFEFF/, '')
  const format = formatOf(text.trim(), source.fileName)
  const read = treeOf(text, format)
  const named = source.client ?? clientOfFile(source.fileName)
  if ('code' in read) return { client: named ?? 'any', format, servers: [], skipped: [], problem: read }
  const client = named ?? read.client ?? (isObject(read.value) ? clientOfContent(read.value) : 'any')
  const found = entriesIn({ ...read, client })
  const result: Imported = {
    client,
    format: isFragment(read.value, format) ? 'fragment' : format,
    servers: [],
    skipped: [],
    problem: null,
  }
  if (!found) return { ...result, problem: { code: 'no-servers-object' } }
  const around = { ...source, client, inputs: found.inputs, taken: new Set(Object.keys(source.existing)) }
  for (const entry of found.entries.slice(0, mostServers)) {
    const one = readEntry(entry, around)
    if ('why' in one) result.skipped.push(one)
    else result.servers.push(format === 'link' ? withLinkWarning(one) : one)
  }
  const more = found.entries.length - mostServers
  return more > 0 ? { ...result, more } : result
}

/** Judges a text by its name, then by how it begins. */
function formatOf(text: string, fileName: string | undefined): ImportFormat {
  const [, ending = ''] = /\.(json|jsonc|yaml|yml|toml|xml)$/i.exec(fileName ?? '') ?? []
  if (/^jsonc?$/i.test(ending)) return 'json'
  if (/^ya?ml$/i.test(ending)) return 'yaml'
  if (/^toml$/i.test(ending)) return 'toml'
  if (/^xml$/i.test(ending) || /^<(\?xml|\w)[^>]*>/.test(text)) return 'xml'
  if (isInstallLink(text)) return 'link'
  if (/^([{[]|\/[/*])/.test(text) && !isTable(text)) return 'json'
  if (isProperty(text)) return 'fragment'
  if (isTable(text)) return 'toml'
  if (/^[a-z][a-z+.-]*:\/\/\S*$/i.test(text)) return 'address'
  return /^(---\s|(- )?["']?[\w][\w. -]*["']?:(\s|$))/m.test(firstLine(text)) ? 'yaml' : 'command'
}

/** A line that is only `[mcp_servers.name]`. */
const isTable = (text: string): boolean => /^[ \t]*\[{1,2}[ \t]*[A-Za-z_][\w."' -]*\]{1,2}[ \t]*(#.*)?$/m.test(text)

const isProperty = (text: string): boolean => /^"(?:[^"\\]|\\.)*"\s*:/.test(text)

/** The first line that isn't blank or a comment: a command is one line. */
const firstLine = (text: string): string =>
  text.split('\n').find((line) => line.trim() !== '' && !/^\s*#/.test(line)) ?? ''

/** An entry alone, without a name. */
const isFragment = (value: JsonValue, format: ImportFormat): boolean =>
  format === 'json' &&
  isObject(value) &&
  ['command', 'url', 'serverUrl', 'httpUrl'].some((key) => typeof value[key] === 'string')

function treeOf(text: string, format: ImportFormat): Read | ImportProblem {
  const plain = text.trim()
  if (plain === '') return { code: 'empty-file' }
  if (plain.length > mostBytes) return { code: 'too-large', detail: (plain.length / 1024 / 1024).toFixed(1) }
  return readers[format](text, plain)
}

const readers: Record<ImportFormat, (text: string, plain: string) => Read | ImportProblem> = {
  json: readJsonTree,
  fragment: (_text, plain) => readJsonTree(`{${plain}}`),
  yaml: readYamlTree,
  toml: readTomlTree,
  xml: (text) => withClient(readXmlTree(text), 'jetbrains-ai'),
  address: (_text, plain) => withClient({ value: { url: plain }, twice: new WeakMap() }, 'any'),
  command: (_text, plain) => readCommandLine(plain),
  link: (_text, plain) => {
    const read = readInstallLink(plain)
    return 'code' in read ? read : { ...read, twice: new WeakMap() }
  },
}

const withClient = (read: Tree | ImportProblem, client: ImportClient): Read | ImportProblem =>
  'code' in read ? read : { ...read, client }

/** Reads a command line as documentation shows it: with a prompt, with variables before the program. */
function readCommandLine(text: string): Read | ImportProblem {
  const words = splitCommandLine(text.replace(/^\$\s+/, ''))
  const json = words.includes('--add-mcp') ? parseJson(words[words.indexOf('--add-mcp') + 1] ?? '') : undefined
  if (json !== undefined) return { value: json, twice: new WeakMap() }
  const shell = words.find((word) => /^([|<>;&]|\|\||&&|>>)$/.test(word))
  if (shell !== undefined) return { code: 'needs-a-shell', detail: shell }
  const env: JsonObject = {}
  while (/^[A-Za-z_]\w*=/.test(words[0] ?? '')) {
    const [name = '', value = ''] = (words.shift() ?? '').split(/=(.*)/s)
    env[name] = value
  }
  const [command, ...args] = words
  if (command === undefined) return { code: 'no-program' }
  return { value: { command, args, env }, client: 'any', twice: new WeakMap() }
}

/** The author of a link knows the secrets in it. */
function withLinkWarning(server: Imported['servers'][number]): Imported['servers'][number] {
  const { launch } = server.candidate
  const values = launch.type === 'http' ? launch.headers : launch.env
  const isGiven = values.some(({ secret, value }) => secret && value.every((part) => typeof part === 'string'))
  return isGiven ? { ...server, warnings: [...server.warnings, 'secret-in-link'] } : server
}
