import type {
  Imported,
  ImportChange,
  ImportClient,
  ImportFormat,
  ImportProblem,
} from '../../../shared/config/imported.ts'
import type { ServerConfigs } from '../../../shared/config/server-config.ts'
import { isObject, type JsonValue } from '../../../shared/schema/json.ts'
import { clientOfContent, clientOfFile } from './clients.ts'
import { entriesIn } from './containers.ts'
import { readTomlTree, readYamlTree } from './documents.ts'
import { readEntry } from './entry.ts'
import type { ImportFacts } from './gaps.ts'
import { readJsonTree, type Tree } from '../settings/json-tree.ts'
import { isInstallLink, readInstallLink } from './links.ts'
import { readCommandText } from './pasted/command-text.ts'
import { hasFence, partsOf } from './pasted/parts.ts'
import { hasTypographicQuotes, straightQuotes } from './pasted/quotes.ts'
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

type Read = Tree & { client?: ImportClient | undefined; changes?: ImportChange[] }

/**
 * The servers in a text, in any application's format. Pure: nothing is looked up, started or kept. A text that isn't a
 * file can be a piece of a page, with prose, fences and typographic quotes around what was meant.
 */
export function readImport(source: Source): Imported {
  const text = source.text.replace(/^\uFEFF/, '')
  const taken = () => new Set(Object.keys(source.existing))
  const whole = readText(text, source, taken())
  if (source.client !== undefined || endingOf(source.fileName) !== '') return whole
  const texts = /[“”„‘’\u00a0]/.test(text) ? [straightQuotes(text)] : []
  const ways = hasTypographicQuotes(text) ? [...texts, text] : [text, ...texts]
  for (const way of ways) {
    const read = readText(way, source, taken())
    if (!isEmpty(read) && !(isLoose(read.format) && hasFence(way))) return read
    const names = taken()
    const parts = partsOf(way, isInstallLink).map((part) => readText(part, source, names))
    const found = parts.filter((part) => !isEmpty(part))
    if (found.length > 0) return together(found)
    if (!isEmpty(read)) return read
    const [broken] = parts.filter(({ problem }) => problem && problem.code !== 'only-text')
    if (broken) return broken
  }
  if (whole.problem?.code === 'invalid-yaml' && !/\b(command|cmd|ur[il]|\w*servers|extensions)["']?\s*:/i.test(text))
    return { ...whole, problem: { code: 'only-text' } }
  return whole.problem ? whole : { ...whole, problem: { code: 'no-servers-object' } }
}

/** Prose can pass for a text in this format. */
const isLoose = (format: ImportFormat): boolean => format === 'yaml' || format === 'command'

const isEmpty = ({ servers, skipped }: Imported): boolean => servers.length + skipped.length === 0

/** The servers of several parts, each once. */
function together(parts: [Imported, ...Imported[]] | Imported[]): Imported {
  const [first, ...rest] = parts
  if (!first) throw new Error('There are no parts.')
  const seen = new Set<string>()
  const servers = parts
    .flatMap((part) => part.servers)
    .filter(({ candidate: { launch } }) => {
      const key = JSON.stringify(launch)
      return !seen.has(key) && seen.add(key)
    })
  return rest.length === 0 ? first : { ...first, servers, skipped: parts.flatMap(({ skipped }) => skipped) }
}

function readText(text: string, source: Source, taken: Set<string>): Imported {
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
  const around = { ...source, client, inputs: found.inputs, taken }
  for (const entry of found.entries.slice(0, mostServers)) {
    const one = readEntry(entry, around)
    if ('why' in one) result.skipped.push(one)
    else {
      const server = { ...one, changes: [...(read.changes ?? []), ...one.changes] }
      result.servers.push(format === 'link' ? withLinkWarning(server) : server)
    }
  }
  const more = found.entries.length - mostServers
  return more > 0 ? { ...result, more } : result
}

/** The format that a file's name shows. */
const endingOf = (fileName: string | undefined): string =>
  /\.(json|jsonc|yaml|yml|toml|xml)$/i.exec(fileName ?? '')?.[1] ?? ''

/** Judges a text by its name, then by how it begins. */
function formatOf(text: string, fileName: string | undefined): ImportFormat {
  const ending = endingOf(fileName)
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
  command: (_text, plain) => {
    const read = readCommandText(plain)
    return 'code' in read ? read : { ...read, twice: new WeakMap() }
  },
  link: (_text, plain) => {
    const read = readInstallLink(plain)
    return 'code' in read ? read : { ...read, twice: new WeakMap() }
  },
}

const withClient = (read: Tree | ImportProblem, client: ImportClient): Read | ImportProblem =>
  'code' in read ? read : { ...read, client }

/** The author of a link knows the secrets in it. */
function withLinkWarning(server: Imported['servers'][number]): Imported['servers'][number] {
  const { launch } = server.candidate
  const values = launch.type === 'http' ? launch.headers : launch.env
  const isGiven = values.some(({ secret, value }) => secret && value.every((part) => typeof part === 'string'))
  return isGiven ? { ...server, warnings: [...server.warnings, 'secret-in-link'] } : server
}
