import { errorLineAt, withoutColours } from '../../../shared/text/error-line.ts'
import { clip } from '../../../shared/text/clip.ts'
import { strings } from '../../strings/strings.ts'

const { causes } = strings.servers.failure

export type CauseKind = keyof typeof causes

/** A setting of a server that can be at fault. */
export type SettingAtFault = 'arguments' | 'command' | 'environment'

/** The meaning of an error. `name` is a file, package or variable that the line names: third-party text. */
export type Cause = { kind: CauseKind; name?: string | undefined; field?: SettingAtFault | undefined }

/** A part of a failed server's stderr. `error` is the index of the line that names the error, if one does. */
export type Finding = { lines: string[]; error: number | undefined; cause: Cause | undefined }

/** How many lines before and after the error are quoted, and how many of the last without one. */
const quoted = { around: 1, last: 4 }
/** Max characters of a quoted line, and of a name in a sentence. */
const longest = { line: 400, name: 120 }

/** A variable's name, as opposed to an error's code. */
const variable = String.raw`(?<name>(?!ERR_|MODULE_)[A-Z][A-Z0-9]*_[A-Z0-9_]+)\b`

type Sign = { kind: CauseKind; field?: SettingAtFault; like: RegExp[] }

/** Signs of a cause in a line, from the most to the least specific: the first that matches says the cause. */
const signs: Sign[] = [
  { kind: 'docker', like: [/Cannot connect to the Docker daemon/i, /docker daemon is (not running|unreachable)/i] },
  // A path, as opposed to a package's name.
  {
    kind: 'file',
    field: 'arguments',
    like: [/Cannot find module ['"](?<name>(?:\.{0,2}[/\\]|~|[A-Za-z]:[/\\]|file:)[^'"\n]*)['"]/],
  },
  { kind: 'package', like: [/Cannot find (?:module|package) ['"](?<name>[^'"\s]+)['"]/] },
  { kind: 'pythonModule', field: 'command', like: [/No module named ['"]?(?<name>[\w.]+)/] },
  {
    kind: 'registry',
    field: 'arguments',
    like: [
      /\b404 Not Found - \w+ https?:\/\/\S*?\/(?<name>(?:@[^/\s]+(?:%2f|\/))?[^/\s]+)(?:\s|$)/i,
      /\b(?<name>[\w.-]+) was not found in the package registry/,
      /No matching distribution found for (?<name>\S+)/,
    ],
  },
  {
    kind: 'port',
    field: 'arguments',
    like: [/(?:EADDRINUSE|address already in use).*:(?<name>\d{2,5})\b/i, /EADDRINUSE|address already in use/i],
  },
  {
    kind: 'json',
    like: [
      /\bin JSON at position\b|is not valid JSON|end of JSON input|JSONDecodeError|invalid character .+ looking for/,
    ],
  },
  {
    kind: 'node',
    field: 'command',
    like: [
      /requires? (?:at least )?Node(?:\.js)? ?(?:version )?[>=^~v\d]|unsupported engine|EBADENGINE|ERR_REQUIRE_ESM/i,
      /\b(?:File|fetch|Headers|Request|Response|WebSocket|crypto|structuredClone) is not defined/,
      /engine "node" is incompatible|^\S*node\S*: bad option|module '(?:node:)?\w+' does not provide/,
    ],
  },
  { kind: 'syntax', like: [/\b(?:SyntaxError|IndentationError|TabError)\b/] },
  {
    kind: 'variable',
    field: 'environment',
    like: [
      new RegExp(String.raw`KeyError: ['"]${variable}['"]`),
      new RegExp(
        String.raw`${variable}.{0,60}?\b(?:required|not (?:set|provided|defined|found)|missing|must be|unset)\b`,
      ),
      new RegExp(
        String.raw`\b(?:[Mm]issing|[Rr]equires?|[Ss]et|[Pp]rovide|[Nn]eeds?|[Nn]o|variable)\b.{0,60}?\b${variable}`,
      ),
    ],
  },
  {
    kind: 'program',
    field: 'command',
    like: [
      /spawn (?<name>\S+) ENOENT/,
      /(?:^|: )(?<name>[\w.@/-]+): (?:command )?not found/,
      /^env: ['‘"]?(?<name>[^'’":]+)['’"]?: No such file/,
      /exec: "(?<name>[^"]+)": executable file not found/,
    ],
  },
  {
    kind: 'denied',
    field: 'arguments',
    like: [
      /(?:EACCES|EPERM|Permission denied).*?['"](?<name>[^'"]+)['"]/i,
      /\b(?:EACCES|EPERM|PermissionError)\b|Permission denied/i,
    ],
  },
  {
    kind: 'file',
    field: 'arguments',
    like: [
      /can't open file '(?<name>[^']+)'/,
      /(?:ENOENT|No such file or directory).*?['"](?<name>[^'"]+)['"]/i,
      /Cannot access directory (?<name>[^,]+)/,
      /open (?<name>[^\s:]+): no such file or directory/,
    ],
  },
  {
    kind: 'unreachable',
    field: 'arguments',
    like: [/(?:ECONNREFUSED|ETIMEDOUT|EHOSTUNREACH|ENOTFOUND|EAI_AGAIN) (?<name>[\w.:[\]-]+)/],
  },
  {
    kind: 'usage',
    field: 'arguments',
    like: [
      /^usage:|unrecognized arguments|unknown (?:option|argument|flag)|unexpected argument|arguments are required/i,
    ],
  },
]

/** Chooses the lines of a failed server's stderr that name its error, and says what they mean if they are common. */
export function examine({ stderr, stderrHead = [] }: { stderr: string[]; stderrHead?: string[] | undefined }): Finding {
  const at = errorLineAt([...stderrHead, ...stderr])
  const { lines, error } = excerpt(stderrHead, stderr, at)
  const first = error === undefined ? [] : [lines[error] ?? '']
  return { lines, error, cause: causeIn([...first, ...lines]) }
}

/** The error with what is next to it, without blank lines; without an error, the last lines. */
function excerpt(head: string[], tail: string[], at: number | undefined): Pick<Finding, 'lines' | 'error'> {
  const bound = (line: string): string => clip(withoutColours(line), longest.line)
  if (at === undefined) {
    const lines = tail.filter((line) => line.trim() !== '').slice(-quoted.last)
    return { lines: lines.map(bound), error: undefined }
  }
  // Lines can be missing between the first and the last ones.
  const [part, own] = at < head.length ? [head, at] : [tail, at - head.length]
  const isFilled = (line: string): boolean => line.trim() !== ''
  const before = part.slice(0, own).filter(isFilled).slice(-quoted.around)
  const after = part
    .slice(own + 1)
    .filter(isFilled)
    .slice(0, quoted.around)
  return { lines: [...before, part[own] ?? '', ...after].map(bound), error: before.length }
}

/** The first line that is like something known, and what it names. */
function causeIn(lines: string[]): Cause | undefined {
  for (const line of lines)
    for (const { kind, field, like } of signs) {
      const found = like.map((one) => one.exec(line)).find((one) => one !== null)
      if (found) return { kind, name: plainName(found.groups?.['name']), field }
    }
  return undefined
}

const plainName = (name: string | undefined): string | undefined =>
  name === undefined ? undefined : clip(name.replace(/^file:\/\//, '').replace(/%2f/i, '/'), longest.name)

/** The user's own words for what a line names: an argument or the command, as they wrote it. */
export function ownWord(name: string, { command, args }: { command: string; args: string[] }): string | undefined {
  return [...args, command].find((word) => {
    const bare = word.replace(/^(~|\.)?[/\\]/, '')
    return word === name || (bare !== '' && (name.endsWith(`/${bare}`) || name.endsWith(`\\${bare}`)))
  })
}
