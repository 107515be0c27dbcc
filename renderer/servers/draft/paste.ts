import { isObject, type JsonObject, type JsonValue } from '../../../shared/schema/json.ts'
import { isPassportText } from '../../../shared/config/passport.ts'
import { serverForm } from '../../strings/servers/servers-form.ts'
import { splitCommandLine } from '../../../shared/text/command-line.ts'
import { entriesInToml, isCodexToml } from './pasted-toml.ts'
import { inputsOf, readNamedValue } from './paste-gaps.ts'
import { draftOfAddress, draftOfWords, readEntry, type FoundServer } from './pasted-entry.ts'
import type { ServerDraft } from './server-draft.ts'

/** The servers recognised in pasted text; `skipped` says, one sentence each, why parts couldn't be used. */
export type Pasted = { servers: FoundServer[]; skipped: string[] } | { problem: string }

const sentences = serverForm.pasted

const longest = 200_000

/** Reads what server documentation usually offers: other applications' JSON or part of it, a command line, a URL. */
export function readPaste(text: string): Pasted {
  const trimmed = text.trim()
  if (trimmed === '') return { problem: sentences.nothing }
  // The host reads passports.
  if (isPassportText(trimmed)) return { servers: [], skipped: [] }
  if (trimmed.length > longest) return { problem: sentences.tooLong }
  if (isCodexToml(trimmed)) return readToml(trimmed)
  const foreign = otherFormat(trimmed)
  if (foreign !== undefined) return { problem: foreign }
  if (/^([{[]|\/[/*]|"(?:[^"\\]|\\.)*"\s*:)/.test(trimmed)) return readJson(trimmed)
  if (/^[a-z][a-z+.-]*:\/\/\S*$/i.test(trimmed)) return { servers: [only(draftOfAddress(trimmed))], skipped: [] }
  return readCommandLine(trimmed)
}

const only = (draft: FoundServer['draft']): FoundServer => ({ draft, isOn: true, notes: [] })

/** The message for text in an unsupported format. */
function otherFormat(text: string): string | undefined {
  if (/^\[[A-Za-z_][\w."' -]*\]\s*(\n|$)/.test(text)) return sentences.toml
  if (/^(---\s|(- )?[\w.-]+:(\s|$))/.test(text)) return sentences.yaml
  return undefined
}

function readJson(text: string): Pasted {
  const value = parseLoosely(text)
  if (value instanceof Error) return { problem: sentences.invalidJson(value.message) }
  if (!isObject(value)) return { problem: sentences.noObject }
  return readEntries(entriesIn(value), sentences.noServer)
}

function readToml(text: string): Pasted {
  const read = entriesInToml(text)
  return 'line' in read ? { problem: sentences.invalidToml(read.line) } : readEntries(read, sentences.noServerInToml)
}

function readEntries({ entries, inputs }: Entries, none: string): Pasted {
  const servers: FoundServer[] = []
  const skipped: string[] = []
  for (const [id, entry] of Object.entries(entries)) {
    const found = isObject(entry) ? readEntry(id, entry, inputsOf(inputs)) : undefined
    if (typeof found === 'object') servers.push(found)
    else skipped.push(found ?? sentences.entryNoObject(id.slice(0, 64)))
  }
  if (servers.length > 0) return { servers, skipped }
  return { problem: skipped[0] ?? none }
}

/** JSON with the comments and trailing commas that some applications allow, and fragments without outer braces. */
function parseLoosely(text: string): JsonValue | Error {
  const string = '("(?:[^"\\\\]|\\\\.)*")'
  const plain = text
    .replace(new RegExp(`${string}|//[^\\n]*|/\\*[^]*?\\*/`, 'g'), '$1')
    .replace(new RegExp(`${string}|,(?=\\s*(?:[}\\]]|$))`, 'g'), '$1')
    .trim()
  try {
    const value: JsonValue = JSON.parse(plain.startsWith('"') ? `{${plain}}` : plain)
    return value
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error))
  }
}

type Entries = { entries: JsonObject; inputs?: JsonValue | undefined }

/** Servers in any of the common shapes: under `mcpServers`, under `servers`, by name at the top, or a single one. */
function entriesIn(value: JsonObject): Entries {
  const { mcpServers, servers, mcp, inputs } = value
  if (isObject(mcpServers)) return { entries: mcpServers, inputs }
  if (isObject(servers)) return { entries: servers, inputs }
  if (isObject(mcp) && isObject(mcp['servers'])) return { entries: mcp['servers'], inputs: mcp['inputs'] }
  const isOne = ['command', 'url', 'serverUrl', 'httpUrl'].some((key) => typeof value[key] === 'string')
  return { entries: isOne ? { '': value } : value }
}

function readCommandLine(text: string): Pasted {
  const words = splitCommandLine(text.replace(/^\$\s+/, ''))
  const shell = words.find((word) => /^([|<>;&]|\|\||&&|>>)$/.test(word))
  if (shell) return { problem: sentences.needsShell(shell) }
  const env = []
  while (/^[A-Za-z_]\w*=/.test(words[0] ?? '')) {
    const [assignment = ''] = words.splice(0, 1)
    const cut = assignment.indexOf('=')
    env.push(readNamedValue(assignment.slice(0, cut), assignment.slice(cut + 1), new Map()))
  }
  if (words.length === 0) return { problem: sentences.noProgram }
  return { servers: [only({ ...draftOfWords(words), env })], skipped: [] }
}

/**
 * A whole command line typed as the command, as command, arguments and variables; undefined if it may be one program.
 * A path can contain spaces, so after one only an option or a quote shows that arguments follow.
 */
export function splitCommand({ command, args, env }: SplitDraft): SplitDraft | undefined {
  const line = command.trim()
  if (args.trim() !== '' || !/\s/.test(line)) return undefined
  const [first = ''] = line.split(/\s/)
  if (/[\\/]/.test(first) && !/\s-|["']/.test(line)) return undefined
  const pasted = readCommandLine(line)
  const found = 'servers' in pasted ? pasted.servers[0]?.draft : undefined
  if (found?.kind !== 'stdio' || found.command === line) return undefined
  return { command: found.command, args: found.args, env: [...env, ...found.env] }
}

export type SplitDraft = Pick<ServerDraft, 'command' | 'args' | 'env'>
