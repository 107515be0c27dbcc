import { admitted } from './gate.ts'
import { notOffered } from './not-offered.ts'
import { printed, type Statement } from './statement.ts'

/**
 * The suite runs this once per scenario: its name and context in the environment, the server's URL as the last
 * argument.
 */
const { MCP_CONFORMANCE_SCENARIO: scenario = '', MCP_CONFORMANCE_CONTEXT: told = '{}', ATRIUM_GATE: gate } = process.env

async function perform(): Promise<Statement> {
  const reason = notOffered[scenario]
  if (reason !== undefined) return { acted: false, because: reason }
  if (gate !== undefined) await admitted(Number(gate))
  const { act } = await import('./act.ts')
  return act(scenario, process.argv.at(-1) ?? '', told)
}

function end(statement: Statement): void {
  process.stdout.write(printed(statement), () => process.exit(statement.acted ? 0 : 1))
}

perform().then(end, (error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.stack : String(error)}\n`)
  end({ acted: false, because: error instanceof Error ? error.message : String(error) })
})
