import { readFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { isObject, type JsonObject, type JsonValue } from '../../../shared/schema/json.ts'

type Where = { dataDirectory: string | undefined; json: boolean }
export type Arguments =
  | { command: 'help' }
  | ({ command: 'call'; server: string; tool: string; args: JsonObject } & Where)
  | ({ command: 'tools'; server: string } & Where)
  /** What follows is read as the browser shell reads it. */
  | { command: 'serve'; argv: string[] }

export const usage = `Atrium without a window, with the servers, rules, secrets and log of the app.

  call <server> <tool>   Call a tool and print the text of its result.
      --args <json>      Its arguments, a JSON object; "-" reads them from the pipe.
      --arg name=text    One argument that is a text. More than once.
      --arg name:=json   One argument that is something else, such as 5, true or ["a"]. More than once.
  tools <server>         List the tools of a server. Those marked * wait for your review, and are not called before.
  serve                  Serve the pages of Atrium to a browser on this machine; "serve --help" lists what it takes.

  --json                 Print the whole result, or the definitions, as one JSON document.
  --data-dir <path>      Where Atrium keeps its data, when not in the usual place.
  --help                 Print this.

A server is called by its id or by its name. Your rules decide what runs. What they leave open is asked on the terminal;
without one nothing runs. Questions and diagnostics go to standard error.

It ends with 0 when it is done; 1 when the tool or its server failed, or the call was denied; 2 when the arguments are
wrong or there is no such server or tool; 3 when you would have been asked, and there is no terminal; 4 when Atrium is
open with the same data; 130 when you stopped it with Ctrl+C.
`

const options = {
  help: { type: 'boolean' },
  json: { type: 'boolean', default: false },
  'data-dir': { type: 'string' },
  args: { type: 'string' },
  arg: { type: 'string', multiple: true },
} as const

/** Reads the command line; `piped` reads what comes in through the pipe. A problem is one sentence. */
export function parseArguments(
  argv: string[],
  piped = (): string => readFileSync(0, 'utf8'),
): Arguments | { problem: string } {
  if (argv[0] === 'serve') return { command: 'serve', argv: argv.slice(1) }
  try {
    const { values, positionals } = parseArgs({ args: argv, options, allowPositionals: true })
    const [command, ...operands] = positionals
    if (values.help) return { command: 'help' }
    if (values['data-dir'] === '') return { problem: 'The data directory must have a name.' }
    const where = { dataDirectory: values['data-dir'], json: values.json }
    switch (command) {
      case 'call':
        return callOf(operands, { ...where, args: argumentsOf(values.args, values.arg ?? [], piped) })
      case 'tools':
        return toolsOf(operands, { ...where, hasArguments: values.args !== undefined || values.arg !== undefined })
      case undefined:
        return { problem: 'It has to be said what to do: call, tools or serve.' }
      default:
        return { problem: `There is no "${command}". There are call, tools and serve.` }
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
): Arguments | { problem: string } {
  if (server === undefined || tool === undefined) return { problem: 'call needs a server and one of its tools.' }
  if (more.length > 0) return { problem: `"${more[0]}" is too much. Arguments of the tool follow --args or --arg.` }
  return { command: 'call', server, tool, ...rest }
}

function toolsOf(
  [server, ...more]: string[],
  { hasArguments, ...where }: Where & { hasArguments: boolean },
): Arguments | { problem: string } {
  if (server === undefined) return { problem: 'tools needs a server.' }
  if (more.length > 0) return { problem: `"${more[0]}" is too much.` }
  return hasArguments ? { problem: '--args and --arg belong to call.' } : { command: 'tools', server, ...where }
}

/** What is named by itself goes before what is in the object. */
function argumentsOf(whole: string | undefined, single: string[], piped: () => string): JsonObject {
  const given = whole === undefined ? {} : json(whole === '-' ? piped() : whole, '--args')
  if (!isObject(given)) throw new Wrong('--args must be a JSON object, such as {"path": "notes.txt"}.')
  return { ...given, ...Object.fromEntries(single.map(argumentOf)) }
}

function argumentOf(text: string): [string, JsonValue] {
  const [, name, sign, value = ''] = /^([^=:]+|[^=]+?)(:?=)(.*)$/s.exec(text) ?? []
  if (name === undefined) throw new Wrong(`--arg needs name=text or name:=json; "${text}" is neither.`)
  return [name, sign === '=' ? value : json(value, `--arg ${name}`)]
}

function json(text: string, where: string): JsonValue {
  try {
    return JSON.parse(text)
  } catch (error) {
    throw new Wrong(`${where} is no JSON: ${error instanceof Error ? error.message : String(error)}.`)
  }
}
