import type { Question } from '../asks/asks.ts'
import { commandLine, quotedWord } from '../text/command-line.ts'
import type { MarkedLine } from '../text/diff-lines.ts'
import { placeholderOf, type ServerConfig } from '../config/server-config.ts'
import { type CommandWarning, commandWarnings } from './command-warnings.ts'
import { containmentInWords, diffLaunch } from './launch-diff.ts'
import { valuesIn } from './launch-values.ts'
import { riskWords } from './words.ts'

/** A program's facts from the window's question, as single-line texts for use without a window. */
export type LaunchText = {
  /** The program's file and its arguments. */
  command: string
  /** Undefined if the file can be run but not read. */
  sha256: string | undefined
  cwd: string
  /** Its containment, one line per fact; empty if it is open. */
  containment: string[]
  /** The bundle that its files come from, and its author as claimed there. Atrium checks no bundle's signature. */
  bundle?: { name: string; author: string; sha256: string }
  /** The server's own variables, with their values. */
  variables: string[]
  inherited: string[]
  warnings: CommandWarning[]
  /** Differences from the program trusted before. */
  changes: { what: string; lines: MarkedLine[] }[]
}

/** `config` is the server's configuration, which has the values of its variables; the question has only their names. */
export function launchText(
  { launch, before }: Pick<Question<'trust'>, 'launch' | 'before'>,
  config: ServerConfig | undefined,
): LaunchText {
  const { path, args, cwd, sha256, environment, secretArguments = [] } = launch
  const { differences, inherited } = diffLaunch(launch, before)
  const values = config?.type === 'stdio' ? valuesIn(config, cwd) : {}
  const bundle = config?.type === 'stdio' ? config.bundle : undefined
  return {
    command: commandLine({ command: path, args }),
    sha256,
    cwd: quotedWord(cwd),
    containment: launch.bounds ? containmentInWords(launch, quotedWord) : [],
    ...(bundle && {
      bundle: {
        name: quotedWord(`${bundle.name} ${bundle.version}`),
        sha256: bundle.sha256,
        author: quotedWord(bundle.author ?? ''),
      },
    }),
    variables: [
      ...environment.flatMap(({ name, from, secret }) =>
        from === 'inherited'
          ? []
          : [from === 'secret' ? `${quotedWord(name)} (${riskWords.secret(secret)})` : withValue(name, values)],
      ),
      ...secretArguments.map(({ name, secret }) => `${placeholderOf(name)} (${riskWords.secret(secret)})`),
    ],
    inherited: inherited.map(quotedWord),
    warnings: commandWarnings(launch),
    changes: differences.map(({ what, lines }) => ({
      what,
      lines: lines.map(({ mark, text }) => ({ mark, text: quotedWord(text) })),
    })),
  }
}

function withValue(name: string, values: Record<string, unknown>): string {
  const value = Object.hasOwn(values, name) ? values[name] : undefined
  return typeof value === 'string' ? `${quotedWord(name)}=${JSON.stringify(value)}` : quotedWord(name)
}
