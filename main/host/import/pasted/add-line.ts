import type { ImportClient, ImportProblem } from '../../../../shared/config/imported.ts'
import { defined, isObject, parseJson, type JsonObject, type JsonValue } from '../../../../shared/schema/json.ts'

/** A server as an application's command adds it there. */
export type Added = { client: ImportClient; value: JsonValue }

/** Command-line programs of applications, by the program's or package's name. */
const programs: Record<string, ImportClient> = {
  amp: 'amp',
  claude: 'claude-code',
  'claude-code': 'claude-code',
  codex: 'codex',
  copilot: 'copilot-cli',
  droid: 'factory',
  gemini: 'gemini',
  'gemini-cli': 'gemini',
  kimi: 'kimi',
  kiro: 'kiro',
  'kiro-cli': 'kiro',
  q: 'amazon-q',
  qwen: 'gemini',
  vibe: 'vibe',
}

/** Options whose value says nothing about the server. */
const silentValued =
  /^(-s|--scope|--description|--workspace|--agent|--include-tools|--exclude-tools|--tools|--callback-port)$/
const silent = /^(--trust|--force|-f|--global|-g|--yes|--disabled|--client-secret|--debug|--verbose)$/

const names: Record<string, string> = {
  '-e': 'env',
  '-H': 'header',
  '-t': 'transport',
  '--type': 'transport',
}
const valued = /^(env|header|transport|url|command|args|name|cwd|timeout|bearer-token-env-var|client-id)$/

type Given = Map<string, string[]>

/** Reads `claude mcp add …` and the like of other applications; undefined for any other line. */
export function readAddLine(words: readonly string[]): Added | ImportProblem | undefined {
  const json = jsonOption(words)
  if (json) return json
  const at = words.indexOf('mcp')
  const program = (words[at - 1] ?? '').split(/[/\\]/).at(-1) ?? ''
  const client = programs[program.replace(/(?<=.)@.*$|\.(exe|cmd)$/, '')]
  if (at < 1 || at > 3 || client === undefined) return undefined
  const [verb = '', ...rest] = words.slice(at + 1)
  if (/^(serve|server|start|run|proxy)$/.test(verb)) return undefined
  if (verb === 'add-json') return readJson(rest, client)
  if (verb !== 'add') return { code: 'only-installs', detail: words.slice(0, at + 2).join(' ') }
  return readAdd(rest, client)
}

/** `code --add-mcp '{…}'`. */
function jsonOption(words: readonly string[]): Added | undefined {
  const at = words.findIndex((word) => /^--add-mcp(=|$)/.test(word))
  if (at < 0) return undefined
  const value = parseJson(words[at]?.split(/=(.*)/s)[1] ?? words[at + 1] ?? '')
  return isObject(value) ? { client: 'vscode', value } : undefined
}

function readJson(rest: readonly string[], client: ImportClient): Added | ImportProblem {
  const [name = '', json = ''] = positionals(rest)
  const value = parseJson(json)
  return isObject(value) ? { client, value: { ...value, name } } : { code: 'invalid-json' }
}

const positionals = (words: readonly string[]): string[] =>
  words.filter((word, at) => !word.startsWith('-') && !silentValued.test(words[at - 1] ?? ''))

function readAdd(words: readonly string[], client: ImportClient): Added | ImportProblem {
  const given: Given = new Map()
  const plain: string[] = []
  for (let at = 0; at < words.length; at++) {
    const word = words[at] ?? ''
    if (word === '--') {
      plain.push(...words.slice(at + 1))
      break
    }
    const [option = '', inside] = word.startsWith('--') ? word.split(/=(.*)/s) : [word]
    const name = names[option] ?? (option.startsWith('--') ? option.slice(2) : '')
    if (valued.test(name)) {
      const values = inside === undefined ? valuesAt(name, words, at + 1) : [inside]
      if (inside === undefined) at += values.length
      given.set(name, [...(given.get(name) ?? []), ...values])
    } else if (silentValued.test(option)) at += inside === undefined ? 1 : 0
    else if (silent.test(option)) continue
    else if (word.startsWith('-') && plain.length < 2) return { code: 'unknown-option', detail: option.slice(0, 60) }
    else plain.push(word)
  }
  return added(given, plain, client)
}

/** `-e A=1 B=2` has several values. */
function valuesAt(name: string, words: readonly string[], from: number): string[] {
  const more = name === 'env' ? /^[A-Za-z_]\w*=/ : name === 'header' ? /^[\w-]+:(?!\/\/)/ : undefined
  let to = from + 1
  while (more?.test(words[to] ?? '')) to++
  return words.slice(from, to)
}

function added(given: Given, plain: readonly string[], client: ImportClient): Added | ImportProblem {
  const one = (name: string): string | undefined => given.get(name)?.at(-1)
  const isAlone = isAddress(plain[0] ?? '') || one('name') !== undefined
  const [name = '', subject, ...rest] = isAlone ? [one('name') ?? '', ...plain] : plain
  const url = one('url') ?? (subject !== undefined && isAddress(subject) ? subject : undefined)
  const common = { name, ...(one('timeout') !== undefined && { timeout: Number(one('timeout')) }) }
  if (url !== undefined) {
    const bearer = one('bearer-token-env-var')
    const oauth = one('client-id')
    return {
      client,
      value: {
        ...common,
        url,
        type: one('transport') === 'sse' ? 'sse' : 'http',
        headers: pairs(given.get('header'), /\s*[:=]\s*(.*)/s),
        ...defined({ bearer_token_env_var: bearer }),
        ...(oauth !== undefined && { oauth: { clientId: oauth } }),
      },
    }
  }
  const command = one('command') ?? subject
  if (command === undefined) return { code: 'no-program' }
  const first = one('command') === undefined || subject === undefined ? [] : [subject]
  const args = [...(given.get('args') ?? []).flatMap((it) => it.split(',')), ...first, ...rest]
  const cwd = one('cwd')
  return {
    client,
    value: {
      ...common,
      command,
      env: pairs(given.get('env'), /=(.*)/s),
      // A whole line can be in the command's place.
      ...(args.length > 0 && { args }),
      ...defined({ cwd }),
    },
  }
}

const isAddress = (word: string): boolean => /^https?:\/\//i.test(word)

const pairs = (texts: readonly string[] = [], at: RegExp): JsonObject =>
  Object.fromEntries(texts.map((text) => text.split(at)).map(([name = '', value = '']) => [name, value]))
