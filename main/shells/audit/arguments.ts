import { parseArgs } from 'node:util'
import type { Input } from '../../../shared/contract/commands.ts'
import { commonWords } from '../common/words.ts'
import { auditWords as words } from './words.ts'

type Where = { dataDirectory: string | undefined }
/** A parsed command line of the audit tool. */
export type AuditArguments =
  | { command: 'help' }
  /** Without a file: the data folder's log. `-` reads standard input. */
  | ({ command: 'verify'; file: string | undefined; key: string | undefined } & Where)
  /** Without a name it writes to standard output. */
  | ({ command: 'export'; filter: Input<'exportLog'>; out: string | undefined } & Where)
  | ({ command: 'show'; seq: number } & Where)

const options = {
  help: { type: 'boolean' },
  'data-dir': { type: 'string' },
  key: { type: 'string' },
  since: { type: 'string' },
  server: { type: 'string' },
  tool: { type: 'string' },
  conversation: { type: 'string' },
  type: { type: 'string', multiple: true },
  outcome: { type: 'string', multiple: true },
  text: { type: 'string' },
  out: { type: 'string' },
} as const

type Given = Partial<
  Record<'data-dir' | 'key' | 'since' | 'server' | 'tool' | 'conversation' | 'text' | 'out', string>
> & {
  help?: boolean
  type?: string[]
  outcome?: string[]
}

/** Parses the command line. A problem is one sentence. */
export function parseAuditArguments(argv: string[]): AuditArguments | { problem: string } {
  try {
    const { values, positionals } = parseArgs({ args: argv, options, allowPositionals: true })
    return argumentsOf(positionals, values)
  } catch (error) {
    if (!(error instanceof TypeError)) throw error
    return { problem: `${error.message.split('. ')[0]}.` }
  }
}

function argumentsOf([command, operand, ...more]: string[], given: Given): AuditArguments | { problem: string } {
  if (given.help || command === undefined) return { command: 'help' }
  if (more[0] !== undefined) return { problem: commonWords.unexpectedArgument(more[0]) }
  const dataDirectory = given['data-dir']
  switch (command) {
    case 'verify':
      return { command, file: operand, key: given.key, dataDirectory }
    case 'export':
      return exportOf(given, dataDirectory)
    case 'show':
      return /^[1-9]\d{0,14}$/.test(operand ?? '')
        ? { command, seq: Number(operand), dataDirectory }
        : { problem: words.showNeedsNumber }
    default:
      return { problem: words.unknownCommand(command) }
  }
}

function exportOf(given: Given, dataDirectory: string | undefined): AuditArguments | { problem: string } {
  const { since, type, outcome, out, server, tool, conversation, text } = given
  const moment = since === undefined ? undefined : Date.parse(since)
  if (since !== undefined && moment !== undefined && !(moment >= 0)) return { problem: words.notDate(since) }
  const filter = { since: moment, types: type, outcomes: outcome, server, tool, conversation, text }
  const wanted = Object.fromEntries(Object.entries(filter).filter(([, value]) => value !== undefined))
  return { command: 'export', filter: wanted, out, dataDirectory }
}
