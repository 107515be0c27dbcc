import type { CommandName, commands, Parsed } from '../../../shared/contract/commands.ts'
import type { HostState } from '../../../shared/state/state.ts'
import type { Confirmation } from '../platform.ts'
import { commandLine } from '../../../shared/text/command-line.ts'
import { revealHidden } from '../../../shared/text/hidden-characters.ts'
import type { LaunchText } from '../../../shared/risk/launch-text.ts'
import {
  placeholderOf,
  type HttpConfig,
  type ServerConfig,
  type StdioConfig,
} from '../../../shared/config/server-config.ts'
import { head } from '../../../shared/text/clip.ts'
import { dialogWords as words } from './words.ts'

/** Why no confirmation is needed. */
export type Needless = { needless: string }

type AdminCommand = { [N in CommandName]: (typeof commands)[N]['right'] extends 'admin' ? N : never }[CommandName]

/** By admin command, the confirmation that it needs, or why it needs none. */
export type Confirmations = { [N in AdminCommand]: (input: Parsed<N>, state: HostState) => Confirmation | Needless }

/** The full effect of a server's configuration; each misleading part is made visible. */
export function describeLaunch(config: StdioConfig | HttpConfig): string {
  const named = config.name === undefined ? [] : [words.shownAs(reveal(config.name))]
  const off = config.enabled ? [] : [words.staysOff]
  const what = config.type === 'http' ? remoteOf(config) : programOf(config)
  return [...named, ...what, ...sharesOf(config), ...off].join('\n')
}

/** The folders this server gets to know, and its permission to ask models. */
const sharesOf = ({ roots = [], sampling }: ServerConfig): string[] => [
  ...(roots.length === 0 ? [] : [words.folders, begun(roots.map(reveal).join(', '), 400)]),
  ...(sampling ? [words.sampling] : []),
]

function programOf(config: StdioConfig): string[] {
  const variables = [
    ...Object.entries(config.env).map(([name, value]) =>
      typeof value === 'string' ? `${name}=${JSON.stringify(value)}` : words.secretVariable(name),
    ),
    ...Object.keys(config.secretArguments ?? {}).map((name) => words.secretVariable(placeholderOf(name))),
  ]
  return program(config, config.cwd, variables)
}

/** The resolved program of a configuration, as in the window's question, as far as a dialog has room. */
export function programFound(found: LaunchText): string {
  const { command, sha256, cwd, containment, bundle, variables, warnings, changes } = found
  const marks = { removed: '−', added: '+', same: '' }
  const changed = changes.map(({ what, lines }) =>
    [what, ...lines.map(({ mark, text }) => `${marks[mark]} ${reveal(text)}`)].join(' '),
  )
  return [
    words.willRun,
    begun(reveal(command), bundle ? 205 : 325),
    sha256 === undefined ? words.unreadableFile : words.fingerprint(sha256),
    words.inFolder,
    begun(reveal(cwd), 85),
    ...section(words.contained, containment.map(reveal).join('; '), 195),
    ...(bundle
      ? [begun(words.bundle(reveal(bundle.name), reveal(bundle.author)), 115), words.fingerprint(bundle.sha256)]
      : []),
    ...section(words.variables, variables.map(reveal).join(', '), 265),
    ...section(words.changed, changed.join('; '), 195),
    ...section(words.warnings, warnings.map(({ title }) => title).join(', '), bundle ? 210 : 330),
  ].join('\n')
}

const section = (title: string, text: string, limit: number): string[] =>
  text === '' ? [] : [title, begun(text, limit)]

function program(
  command: Pick<StdioConfig, 'command' | 'args'>,
  cwd: string | undefined,
  variables: string[],
): string[] {
  return [
    words.willRun,
    begun(reveal(commandLine(command)), 700),
    ...(cwd === undefined ? [] : [words.inFolder, begun(reveal(cwd), 200)]),
    ...section(words.variables, variables.map(reveal).join(', '), 400),
  ]
}

/** The part of a text that fits in a dialog, with the number of missing characters; the window shows all of it. */
export const begun = (text: string, limit: number): string =>
  text.length > limit ? words.cut(head(text, limit), text.length - limit) : text

/** The URL that a server's calls go to and the names of its headers, line by line. */
export function remoteOf(config: Pick<HttpConfig, 'url' | 'headers'>): string[] {
  const headers = Object.keys(config.headers)
  return [
    words.argumentsGoTo,
    reveal(new URL(config.url).href),
    ...(headers.length === 0 ? [] : [words.headers(headers.map(reveal))]),
  ]
}

/** One line, with hidden characters shown by code point. */
export const reveal = (text: string): string =>
  revealHidden(text.replaceAll('\n', String.raw`\n`))
    .map((piece) => (typeof piece === 'string' ? piece : `[${piece.hidden}]`))
    .join('')
