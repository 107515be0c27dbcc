import { readFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { isObject, type JsonObject, type JsonValue } from '../../../shared/schema/json.ts'
import { commonWords } from '../common/words.ts'
import { terminalWords as words } from './words.ts'

type Where = { dataDirectory: string | undefined; json: boolean }
/** A parsed command line of `atrium`. */
export type TerminalArguments =
  | { command: 'help' }
  | ({ command: 'call'; server: string; tool: string; args: JsonObject } & Where)
  | ({ command: 'tools'; server: string } & Where)
  | ({ command: 'import'; file: string; add: boolean } & Pick<Where, 'dataDirectory'>)
  | ({ command: 'doctor' } & Where)
  /** The rest is parsed like the browser shell's. */
  | { command: 'serve'; argv: string[] }

const options = {
  help: { type: 'boolean' },
  json: { type: 'boolean', default: false },
  'data-dir': { type: 'string' },
  args: { type: 'string' },
  arg: { type: 'string', multiple: true },
  add: { type: 'boolean', default: false },
} as const

/** Parses the command line; `piped` reads standard input. A problem is one sentence. */
export function parseTerminalArguments(
  argv: string[],
  piped = (): string => readFileSync(0, 'utf8'),
): TerminalArguments | { problem: string } {
  if (argv[0] === 'serve') return { command: 'serve', argv: argv.slice(1) }
  try {
    const { values, positionals } = parseArgs({ args: argv, options, allowPositionals: true })
    const [command, ...operands] = positionals
    if (values.help) return { command: 'help' }
    if (values['data-dir'] === '') return { problem: commonWords.directoryWithoutName }
    if (values.add && command !== 'import') return { problem: words.addOnlyForImport }
    const hasArguments = values.args !== undefined || values.arg !== undefined
    const where = { dataDirectory: values['data-dir'], json: values.json }
    switch (command) {
      case 'call':
        return callOf(operands, { ...where, args: argumentsOf(values.args, values.arg ?? [], piped) })
      case 'tools':
        return toolsOf(operands, { ...where, hasArguments })
      case 'import':
        if (hasArguments) return { problem: words.argumentsOnlyForCall }
        if (values.json) return { problem: words.noJsonForImport }
        return importOf(operands, { dataDirectory: where.dataDirectory, add: values.add })
      case 'doctor':
        return doctorOf(operands, { ...where, hasArguments })
      case undefined:
        return { problem: words.noCommand }
      default:
        return { problem: words.unknownCommand(command) }
    }
  } catch (error) {
    if (error instanceof Wrong) return { problem: error.message }
    if (!(error instanceof TypeError)) throw error
    return { problem: `${error.message.split('. ')[0]}.` }
  }
}

class Wrong extends Error {}

function callOf(
  [server, tool, ...more]: string[],
  rest: Where & { args: JsonObject },
): TerminalArguments | { problem: string } {
  if (server === undefined || tool === undefined) return { problem: words.callNeeds }
  if (more[0] !== undefined) return { problem: words.callTooMany(more[0]) }
  return { command: 'call', server, tool, ...rest }
}

function toolsOf(
  [server, ...more]: string[],
  { hasArguments, ...where }: Where & { hasArguments: boolean },
): TerminalArguments | { problem: string } {
  if (server === undefined) return { problem: words.toolsNeeds }
  if (more[0] !== undefined) return { problem: commonWords.unexpectedArgument(more[0]) }
  return hasArguments ? { problem: words.argumentsOnlyForCall } : { command: 'tools', server, ...where }
}

function importOf(
  [file, ...more]: string[],
  rest: { dataDirectory: string | undefined; add: boolean },
): TerminalArguments | { problem: string } {
  if (file === undefined) return { problem: words.importNeeds }
  if (more[0] !== undefined) return { problem: commonWords.unexpectedArgument(more[0]) }
  return { command: 'import', file, ...rest }
}

function doctorOf(
  [operand]: string[],
  { hasArguments, ...where }: Where & { hasArguments: boolean },
): TerminalArguments | { problem: string } {
  if (operand !== undefined) return { problem: commonWords.unexpectedArgument(operand) }
  return hasArguments ? { problem: words.argumentsOnlyForCall } : { command: 'doctor', ...where }
}

/** Arguments given by name override those in the object. */
function argumentsOf(whole: string | undefined, single: string[], piped: () => string): JsonObject {
  const given = whole === undefined ? {} : json(whole === '-' ? piped() : whole, '--args')
  if (!isObject(given)) throw new Wrong(words.argsNotObject)
  return { ...given, ...Object.fromEntries(single.map(argumentOf)) }
}

function argumentOf(text: string): [string, JsonValue] {
  const [, name, sign, value = ''] = /^([^=:]+|[^=]+?)(:?=)(.*)$/s.exec(text) ?? []
  if (name === undefined) throw new Wrong(words.argMalformed(text))
  return [name, sign === '=' ? value : json(value, `--arg ${name}`)]
}

function json(text: string, where: string): JsonValue {
  try {
    return JSON.parse(text)
  } catch (error) {
    throw new Wrong(words.notJson(where, error instanceof Error ? error.message : String(error)))
  }
}
