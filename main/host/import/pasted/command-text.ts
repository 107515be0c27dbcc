import type { ImportChange, ImportClient, ImportProblem } from '../../../../shared/config/imported.ts'
import type { JsonObject, JsonValue } from '../../../../shared/schema/json.ts'
import { splitCommandLine } from '../../../../shared/text/command-line.ts'
import { readAddLine } from './add-line.ts'
import { straightQuotes } from './quotes.ts'

/** The servers of command lines. */
export type Commands = { value: JsonValue; client: ImportClient; changes: ImportChange[] }

type Line = { value: JsonValue; client?: ImportClient; change?: ImportChange }

const runner =
  /^(npx|pnpx|bunx|uvx|pipx|npm|pnpm|yarn|bun|uv|deno|tsx|ts-node|java|go|cargo|dotnet|dnx|ruby|php|perl|env|cross-env|sh|bash|zsh|cmd|mise)(\.(exe|cmd))?$/
/** These occur in prose, too, so a file, an option or a verb has to follow. */
const wordy = /^(node|python[\d.]*|py|docker|podman)(\.exe)?$/
const afterWordy = /^(-|run$|exec$|mcp$|compose$|container$|.*[./\\])/

const installing =
  /^((npm|pnpm|yarn|bun) (i|install|add|ci)\b|(pip3?|pipx|uv (tool|pip)|python3? -m pip|brew|apt|apt-get|cargo|go|gem|conda|winget|choco|scoop|snap|sudo \S+|claude plugin) (install|add|get)\b|uv (add|sync|pip)\b|git clone\b|(docker|podman) (pull|build|login)\b|(npm|pnpm|yarn|bun) (run )?build\b)/
/** Packages that put a server into another application. */
const installers = /^(@smithery\/cli|@michaellatman\/mcp-get|mcp-get|install-mcp|add-mcp|@mcp-installer\/cli|mcpm)(@|$)/

/**
 * Reads command lines as documentation shows them: with prompts, comments, line ends after a backslash, variables before
 * the program, or as another application's `mcp add`. Prose beside them is left out; it never becomes a command.
 */
export function readCommandText(text: string): Commands | ImportProblem {
  const lines = logicalLines(straightQuotes(text))
  const env: JsonObject = {}
  const found: Line[] = []
  let problem: ImportProblem | undefined
  for (const line of lines) {
    const [, name, value] = /^(?:export |set |\$env:)([A-Za-z_]\w*)\s*=\s*(.*)$/.exec(line) ?? []
    if (name !== undefined) env[name] = splitCommandLine(value ?? '').join(' ')
    else {
      const read = readLine(line, env, lines.length === 1)
      if (read === undefined) continue
      if ('code' in read) problem ??= read
      else found.push(read)
    }
  }
  const [first] = found
  if (!first) return problem ?? { code: 'only-text' }
  return {
    value: found.length === 1 ? first.value : { mcpServers: found.map((it) => it.value) },
    client: first.client ?? 'any',
    changes: found.flatMap(({ change }) => change ?? []),
  }
}

/** Undefined for prose. */
function readLine(line: string, exported: JsonObject, isAlone: boolean): Line | ImportProblem | undefined {
  const words = splitCommandLine(line)
  const added = readAddLine(words)
  if (added) return added
  // A member of JSON or YAML.
  if (/^["']?[\w$@./-]+["']?:(\s|$)|^[{}[\]]/.test(line)) return undefined
  const shell = words.find((word) => /^([|<>;&]|\|\||&&|>>)$/.test(word)) ?? /\$\(|`/.exec(line)?.[0]
  if (!isCommand(words, isAlone) && !(shell !== undefined && assignment.test(words[0] ?? ''))) return undefined
  if (shell !== undefined) return { code: 'needs-a-shell', detail: shell }
  if (installs(words)) return { code: 'only-installs', detail: words.slice(0, 3).join(' ').slice(0, 100) }
  const env: JsonObject = { ...exported }
  let at = 0
  for (; assignment.test(words[at] ?? ''); at++) {
    const [name = '', value = ''] = (words[at] ?? '').split(/=(.*)/s)
    env[name] = value
  }
  const [command, ...args] = words.slice(at)
  if (command === undefined) return { code: 'no-program' }
  if (args.length > 0 || isPath(command)) return { value: { command, args, env } }
  if (!/^@[\w.-]+\/[\w.-]+(@[\w.^~-]+)?$/.test(command)) return { code: 'only-a-name', detail: command.slice(0, 100) }
  return { value: { command: 'npx', args: ['-y', command], env }, change: 'package-run-with-npx' }
}

const assignment = /^[A-Za-z_]\w*=/

const isPath = (word: string): boolean => /^(\/|\.{1,2}[\\/]|~[\\/]|[a-z]:[\\/]|\\\\|\$\{?\w)/i.test(word)

/** In several lines, only a known runner or a path shows a command; one line alone can also have an option. */
function isCommand(words: readonly string[], isAlone: boolean): boolean {
  const at = words.findIndex((word) => !assignment.test(word))
  const [first = '', second = ''] = at < 0 ? words : words.slice(at)
  const isSentence = /[a-z][.:!?]$/i.test(words.at(-1) ?? '') && !words.some((word) => /^-|=/.test(word))
  if (first === '' || (isSentence && words.length > 2)) return false
  if (runner.test(first) || isPath(first) || (wordy.test(first) && afterWordy.test(second))) return true
  if (!isAlone || !/^[@\w][\w.@/:+-]*$/.test(first)) return false
  if (words.length === 1) return true
  return (
    installs(words) ||
    at > 0 ||
    words.slice(1).some((word) => word.startsWith('-')) ||
    (/[-_\d]/.test(first) && words.length < 4)
  )
}

function installs(words: readonly string[]): boolean {
  if (installing.test(words.join(' '))) return true
  const at = words.findIndex((word, place) => place > 0 && !word.startsWith('-'))
  if (!/^(npx|bunx|pnpx|uvx|npm|pnpm|yarn|uv)$/.test(words[0] ?? '') || at < 0) return false
  const isInstaller = words.some((word) => installers.test(word))
  return /^(install|setup|init)$/.test(words[at + 1] ?? '') || (isInstaller && !words.includes('run'))
}

const prompt = /^(?:[$%❯➜]\s+|>\s*|PS [^>\n]*>\s*|[A-Za-z]:\\[^>\n]*>\s*|[\w.-]+@[\w.-]+:\S*[$#]\s+)/

/** Lines without prompts, comments and fences; one that ends with a continuation or inside quotes includes the next. */
function logicalLines(text: string): string[] {
  const lines = text.replaceAll(/[ \t]+[\\`^][ \t]*\r?\n\s*/g, ' ').split(/\r?\n/)
  const joined: string[] = []
  let open: string | undefined
  for (const line of lines) {
    const whole = open === undefined ? line : `${open}\n${line}`
    open = isOpen(whole) ? whole : undefined
    if (open === undefined) joined.push(whole)
  }
  // An apostrophe in prose opens nothing.
  if (open !== undefined) joined.push(...open.split('\n'))
  return joined
    .map((line) => line.trim().replace(prompt, ''))
    .filter((line) => line !== '' && !/^(#|\/\/|```|~~~)/.test(line))
}

function isOpen(line: string): boolean {
  const rest = line.replaceAll(/\\["'\\]|"(?:[^"\\]|\\.)*"|'[^']*'/gs, '')
  return /(^|[\s=])["']/.test(rest)
}
