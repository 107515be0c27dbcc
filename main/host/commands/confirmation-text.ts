import { commandLine } from '../../../shared/text/command-line.ts'
import { revealHidden } from '../../../shared/text/hidden-characters.ts'
import type { LaunchText } from '../../../shared/risk/launch-text.ts'
import type { HttpConfig, ServerConfig, StdioConfig } from '../../../shared/config/server-config.ts'
import { head } from '../../../shared/text/clip.ts'

/** What a configured server leads to, in full; each misleading part is made visible. */
export function describe(config: StdioConfig | HttpConfig): string {
  const named = config.name === undefined ? [] : [`It is shown as “${reveal(config.name)}”.`]
  const off = config.enabled ? [] : ['It stays off until you turn it on.']
  const what = config.type === 'http' ? remoteOf(config) : programOf(config)
  return [...named, ...what, ...sharesOf(config), ...off].join('\n')
}

/** What it is told and can request. */
const sharesOf = ({ roots = [], sampling }: ServerConfig): string[] => [
  ...(roots.length === 0 ? [] : ['It may know these folders:', begun(roots.map(reveal).join(', '), 400)]),
  ...(sampling ? ['It may ask to use your model; you are asked each time.'] : []),
]

function programOf(config: StdioConfig): string[] {
  const variables = Object.entries(config.env).map(([name, value]) =>
    typeof value === 'string' ? `${name}=${JSON.stringify(value)}` : `${name} (a secret)`,
  )
  return program(config, config.cwd, variables)
}

/** The resolved program of a configuration, as in the window's question, as far as a dialog has room. */
export function programFound({ command, sha256, cwd, variables, warnings, changes }: LaunchText): string {
  const marks = { removed: '−', added: '+', same: '' }
  const changed = changes.map(({ what, lines }) =>
    [what, ...lines.map(({ mark, text }) => `${marks[mark]} ${reveal(text)}`)].join(' '),
  )
  return [
    'It will run:',
    begun(reveal(command), 325),
    sha256 === undefined ? 'Its file cannot be read, so a change cannot be seen.' : `SHA-256 ${sha256}`,
    'in the folder:',
    begun(reveal(cwd), 85),
    ...section('with these variables:', variables.map(reveal).join(', '), 265),
    ...section('Changed since you allowed it:', changed.join('; '), 195),
    ...section('To consider:', warnings.map(({ title }) => title).join(', '), 330),
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
    'It will run:',
    begun(reveal(commandLine(command)), 700),
    ...(cwd === undefined ? [] : ['in the folder:', begun(reveal(cwd), 200)]),
    ...section('with these variables:', variables.map(reveal).join(', '), 400),
  ]
}

/**
 * The part of a text that fits in a dialog, and how much is missing; the window shows all of it, and what it shows is
 * what runs.
 */
export const begun = (text: string, limit: number): string =>
  text.length > limit ? `${head(text, limit)}… and ${text.length - limit} more characters` : text

export function remoteOf(config: Pick<HttpConfig, 'url' | 'headers'>): string[] {
  const headers = Object.keys(config.headers)
  return [
    'What its tools are given will be sent to:',
    reveal(new URL(config.url).href),
    ...(headers.length === 0 ? [] : [`with these headers: ${headers.map(reveal).join(', ')}`]),
  ]
}

/** One line, with hidden characters shown by code point. */
export const reveal = (text: string): string =>
  revealHidden(text.replaceAll('\n', String.raw`\n`))
    .map((piece) => (typeof piece === 'string' ? piece : `[${piece.hidden}]`))
    .join('')
