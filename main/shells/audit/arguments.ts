import { parseArgs } from 'node:util'
import type { Input } from '../../../shared/contract/commands.ts'

type Where = { dataDirectory: string | undefined }
export type Arguments =
  | { command: 'help' }
  /** Without a file: the log of the data directory. `-` is what comes in through the pipe. */
  | ({ command: 'verify'; file: string | undefined; key: string | undefined } & Where)
  /** Without a name it goes out through the pipe. */
  | ({ command: 'export'; filter: Input<'exportLog'>; out: string | undefined } & Where)
  | ({ command: 'show'; seq: number } & Where)

export const usage = `The log of Atrium, also while Atrium runs. Nothing in it is changed.

  verify [file]        Check the log, or an export of it; "-" reads an export from the pipe.
      --key <key>      Count only what was signed with this public key, or with one it signed.
  export               Write records with their proof as lines of JSON.
      --since <date>   --server <id>   --tool <name>   --conversation <id>
      --type <kind>    --outcome <outcome>   (both more than once)
      --text <words>   Only records that fit all of these have their content in it.
      --out <file>     Write there, to a new file.
  show <number>        Print one record.
  --data-dir <path>    Where Atrium keeps its log, when not in the usual place.

verify ends with 0 when the log is intact, 2 when a record is not what was written, 3 when records are missing at the
end, 4 when the last records are not signed yet or there are none, and 5 when Atrium noticed that the log or its
signatures were replaced while it was closed. Whatever else goes wrong ends with 1.
`

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

/** Reads the command line. A problem is one sentence. */
export function parseArguments(argv: string[]): Arguments | { problem: string } {
  try {
    const { values, positionals } = parseArgs({ args: argv, options, allowPositionals: true })
    return argumentsOf(positionals, values)
  } catch (error) {
    if (!(error instanceof TypeError)) throw error
    return { problem: `${error.message.split('. ')[0]}.` }
  }
}

function argumentsOf([command, operand, ...more]: string[], given: Given): Arguments | { problem: string } {
  if (given.help || command === undefined) return { command: 'help' }
  if (more.length > 0) return { problem: `"${more[0]}" is too much.` }
  const dataDirectory = given['data-dir']
  switch (command) {
    case 'verify':
      return { command, file: operand, key: given.key, dataDirectory }
    case 'export':
      return exportOf(given, dataDirectory)
    case 'show':
      return /^[1-9]\d{0,14}$/.test(operand ?? '')
        ? { command, seq: Number(operand), dataDirectory }
        : { problem: 'show needs the number of a record.' }
    default:
      return { problem: `There is no "${command}". There are verify, export and show.` }
  }
}

function exportOf(given: Given, dataDirectory: string | undefined): Arguments | { problem: string } {
  const { since, type, outcome, out, server, tool, conversation, text } = given
  const moment = since === undefined ? undefined : Date.parse(since)
  if (moment !== undefined && !(moment >= 0)) return { problem: `"${since}" is no date, such as 2026-11-30.` }
  const filter = { since: moment, types: type, outcomes: outcome, server, tool, conversation, text }
  const wanted = Object.fromEntries(Object.entries(filter).filter(([, value]) => value !== undefined))
  return { command: 'export', filter: wanted, out, dataDirectory }
}
