import { spawn } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import path from 'node:path'
import { packageScript } from '../../tools/process.mjs'
import { Gate } from './gate.ts'
import { statementIn } from './statement.ts'
import type { Check, Outcome } from './verdict.ts'

const script = packageScript('@modelcontextprotocol/conformance', 'conformance')

/** Max milliseconds per scenario; scenarios run together wait for each other. */
const timeout = 240_000

/** The client scenarios in the suite's `list` output; server scenarios have another heading. */
export function clientScenariosIn(listing: string): string[] {
  const [, ...after] = listing.split(/^Client scenarios.*$/m)
  const lines = after.join('').replace(/^\n+/, '').split('\n')
  const end = lines.findIndex((line) => !/^ +- /.test(line))
  return lines.slice(0, end < 0 ? undefined : end).map((line) => line.replace(/^ +- (\S+).*$/, '$1'))
}

/** The client scenarios that a revision requires, as the suite has them. */
export const requiredBy = async (revision: string): Promise<string[]> =>
  clientScenariosIn((await run(['list', '--requirements', revision])).output)

/** Every client scenario of the suite. */
export const clientScenarios = async (): Promise<string[]> =>
  clientScenariosIn((await run(['list', '--client'])).output)

/** Runs scenarios with the driver and returns what each left in `folder`, by name. */
export async function runScenarios(driver: string, which: string[], folder: string): Promise<Map<string, Outcome>> {
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  // The suite splits the command at spaces and passes it to a shell, joined again.
  const command = `"${process.execPath}" "${driver}"`
  const gate = new Gate()
  const env = { ATRIUM_GATE: String(await gate.open()) }
  const how = ['--timeout', String(timeout), '--output-dir', folder]
  await run(['client', '--command', command, ...which, ...how], env).finally(() => gate.close())
  return outcomesIn(folder)
}

/** Reads the scenarios' outcomes in a folder: each has its own subfolder, named after it and the time. */
export function outcomesIn(folder: string): Map<string, Outcome> {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  const folders = files.filter((file) => path.basename(file) === 'checks.json').map((file) => path.dirname(file))
  return new Map(
    folders.map((name) => {
      const scenario = name.replaceAll(path.sep, '/').replace(/-\d{4}-\d\d-\d\dT[\d-]+Z$/, '')
      const read = (file: string): string => readFileSync(path.join(folder, name, file), 'utf8')
      const checks = JSON.parse(read('checks.json')) as Check[]
      const statement = existsSync(path.join(folder, name, 'stdout.txt')) ? statementIn(read('stdout.txt')) : undefined
      return [scenario, { checks, statement }]
    }),
  )
}

/** The suite's output, whatever its verdict. */
function run(args: string[], more: NodeJS.ProcessEnv = {}): Promise<{ output: string }> {
  // Forty processes run the same program: it is compiled once.
  const env = {
    ...process.env,
    NODE_COMPILE_CACHE: path.resolve(import.meta.dirname, '../../.cache/conformance/compiled'),
    ...more,
  }
  const child = spawn(process.execPath, [script, ...args], { env, stdio: ['ignore', 'pipe', 'ignore'] })
  let output = ''
  child.stdout.setEncoding('utf8').on('data', (text: string) => (output += text))
  return new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('close', () => resolve({ output }))
  })
}
