import { constants } from 'node:os'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { commonWords } from '../../../main/shells/common/words.ts'
import { root } from '../packages.ts'
import { openProgram } from './programs.ts'
import { passes } from './verdict.ts'
import { lineOf, openReport, verify } from './verify.ts'

/** Checks a packaged Atrium: `npm run verify:package -- PATH`. Exits with 1 if something is wrong, with 2 for wrong arguments. */
function readArguments() {
  try {
    return parseArgs({
      allowPositionals: true,
      options: { report: { type: 'string', default: path.join(root, 'verify-report') } },
    })
  } catch (error) {
    if (!(error instanceof TypeError)) throw error
    process.stderr.write(`${commonWords.seeHelp(`${error.message.split('. ')[0]}.`)}\n`)
    return process.exit(2)
  }
}

/** Ctrl+C or an end asked for by the system: everything that was started ends, and nothing is left behind. */
const stopping = new AbortController()
let stoppedBy: 'SIGINT' | 'SIGTERM' | undefined
for (const name of ['SIGINT', 'SIGTERM'] as const)
  process.on(name, () => {
    stoppedBy ??= name
    stopping.abort(new Error('The check was stopped. Nothing was left behind.'))
  })

const { values, positionals } = readArguments()
const folder = process.env['INIT_CWD'] ?? process.cwd()
const [given, ...others] = positionals
if (given === undefined || others.length > 0) {
  process.stderr.write('Name one package: its program, its folder or dist. See docs/cli.md.\n')
  process.exit(2)
}
try {
  const report = path.resolve(folder, values.report)
  // First, because opening a package can take minutes.
  openReport(report)
  const program = await openProgram(given, folder, stopping.signal)
  try {
    const rows = await verify({ program, report, signal: stopping.signal })
    for (const row of rows) process.stdout.write(`${lineOf(row)}\n`)
    process.stdout.write(`${passes(rows) ? 'Everything works.' : 'Something is wrong.'} The report is in ${report}\n`)
    process.exitCode = passes(rows) ? 0 : 1
  } finally {
    program.remove()
  }
} catch (error) {
  const reason: unknown = stopping.signal.aborted ? stopping.signal.reason : error
  process.stderr.write(`${reason instanceof Error ? reason.message : String(reason)}\n`)
  process.exitCode = stoppedBy === undefined ? 1 : 128 + constants.signals[stoppedBy]
}
