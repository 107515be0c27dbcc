import { isObject, type JsonObject, type JsonValue } from '../../shared/json.ts'
import { splitCommandLine } from './command-line.ts'
import { emptyDraft, newVariable, type ServerDraft } from './server-draft.ts'

/** What was recognised in pasted text; `skipped` says in a sentence each what could not be taken over. */
export type Pasted = { servers: ServerDraft[]; skipped: string[] } | { problem: string }

/** Reads what documentation of servers usually offers: a `mcpServers` object, a part of one, or a command line. */
export function readPaste(text: string): Pasted {
  const trimmed = text.trim()
  if (trimmed === '') return { problem: 'There is nothing to read yet.' }
  return /^(\{|"(?:[^"\\]|\\.)*"\s*:)/.test(trimmed) ? readJson(trimmed) : readCommandLine(trimmed)
}

function readJson(text: string): Pasted {
  const bare = text.replace(/,\s*$/, '')
  let value: JsonValue
  try {
    value = JSON.parse(bare.startsWith('"') ? `{${bare}}` : bare) as JsonValue
  } catch (error) {
    return { problem: `This is not valid JSON: ${error instanceof Error ? error.message : String(error)}.` }
  }
  if (!isObject(value)) return { problem: 'This is JSON, but not an object with servers in it.' }
  const servers: ServerDraft[] = []
  const skipped: string[] = []
  for (const [id, entry] of Object.entries(entriesIn(value))) {
    const draft = isObject(entry) ? readEntry(id, entry) : undefined
    if (typeof draft === 'object') servers.push(draft)
    else skipped.push(draft ?? `${id} is not an object and was left out.`)
  }
  if (servers.length > 0) return { servers, skipped }
  return { problem: skipped[0] ?? 'There is no server in this JSON. It needs at least a "command".' }
}

/** The servers of the forms in use: under `mcpServers`, under `servers`, by name at the top, or one alone. */
function entriesIn(value: JsonObject): JsonObject {
  for (const key of ['mcpServers', 'servers']) if (isObject(value[key])) return value[key]
  return typeof value['command'] === 'string' || typeof value['url'] === 'string' ? { '': value } : value
}

function readEntry(id: string, entry: JsonObject): ServerDraft | string {
  const { command, args, env, cwd } = entry
  const name = id || 'This server'
  if (typeof entry['url'] === 'string')
    return `${name} is reached by an address. This form describes programs; write that entry in servers.json.`
  if (typeof command !== 'string') return `${name} has no "command" and was left out.`
  const words = [command, ...(Array.isArray(args) ? args.map(asText) : [])]
  return {
    ...draftOfWords(words),
    id: id || suggestId(words),
    cwd: typeof cwd === 'string' ? cwd : '',
    env: isObject(env)
      ? Object.entries(env).map(([key, value]) => newVariable({ name: key, value: asText(value) }))
      : [],
  }
}

const asText = (value: JsonValue): string => (typeof value === 'string' ? value : JSON.stringify(value))

function readCommandLine(text: string): Pasted {
  const line = text.replace(/^\$\s+/, '')
  const words = splitCommandLine(line)
  const shell = words.find((word) => /^([|<>;&]|\|\||&&|>>)$/.test(word))
  if (shell)
    return { problem: `This line needs a shell (${shell}). Atrium starts one program with arguments, without a shell.` }
  const env = []
  while (/^[A-Za-z_]\w*=/.test(words[0] ?? '')) {
    const [assignment = ''] = words.splice(0, 1)
    const cut = assignment.indexOf('=')
    env.push(newVariable({ name: assignment.slice(0, cut), value: assignment.slice(cut + 1) }))
  }
  if (words.length === 0) return { problem: 'This line names no program to start.' }
  if (words.length === 1 && /^https?:/i.test(words[0] ?? ''))
    return {
      problem: 'This is an address. This form describes programs; write {"url": "…"} for it in servers.json.',
    }
  return { servers: [{ ...draftOfWords(words), id: suggestId(words), env }], skipped: [] }
}

const draftOfWords = ([command = '', ...args]: string[]): ServerDraft => ({
  ...emptyDraft(),
  command,
  args: args.join('\n'),
})

/** A short name from the package or program that a command line runs. */
function suggestId(words: string[]): string {
  const runners = /^(npx|npm|pnpm|yarn|bunx?|node|deno|uvx?|python3?|docker|podman|run|exec|dlx|x|-.*)$/
  const subject = words.find((word) => !runners.test(word.split(/[/\\]/).at(-1) ?? '')) ?? words[0] ?? ''
  const last = subject.split(/[/\\]/).findLast((part) => part !== '') ?? ''
  const name = last
    .replace(/@[\w.^~-]+$|:[\w.-]+$/, '')
    .replace(/\.(m?[jt]s|py|exe)$/, '')
    .replace(/^(mcp-)?server-|^mcp-|-mcp(-server)?$/g, '')
    .replace(/[^A-Za-z0-9._-]+/g, '-')
  return name.replace(/^[^A-Za-z0-9]+/, '').slice(0, 64)
}
