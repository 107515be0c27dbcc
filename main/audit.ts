import { once } from 'node:events'
import { HostError } from '../shared/contract/errors.ts'
import { parseArguments } from './shells/audit/arguments.ts'
import { run } from './shells/audit/run.ts'
import { exitCode } from './shells/audit/verdict.ts'
import { auditWords } from './shells/audit/words.ts'
import { commonWords } from './shells/common/words.ts'

const { stdin, stdout, stderr } = process

async function out(text: string): Promise<void> {
  if (!stdout.write(text)) await once(stdout, 'drain')
}

function fail(sentence: string): void {
  stderr.write(`${sentence}\n`)
  process.exitCode = exitCode.failed
}

// The reader of the export can stop before its end.
stdout.on('error', () => process.exit(exitCode.failed))
const asked = parseArguments(process.argv.slice(2))
if ('problem' in asked) fail(commonWords.seeHelp(asked.problem))
else
  run(asked, { in: stdin, out }).then(
    (code) => (process.exitCode = code),
    (error: unknown) =>
      fail(
        error instanceof HostError
          ? error.message
          : auditWords.unreadable(error instanceof Error ? error.message : String(error)),
      ),
  )
