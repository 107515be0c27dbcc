import { once } from 'node:events'
import { HostError } from '../shared/contract/errors.ts'
import { parseAuditArguments } from './shells/audit/arguments.ts'
import { runAudit } from './shells/audit/run.ts'
import { verifyCode } from './shells/audit/verdict.ts'
import { auditWords } from './shells/audit/words.ts'
import { commonWords } from './shells/common/words.ts'

const { stdin, stdout, stderr } = process

async function out(text: string): Promise<void> {
  if (!stdout.write(text)) await once(stdout, 'drain')
}

function fail(sentence: string): void {
  stderr.write(`${sentence}\n`)
  process.exitCode = verifyCode.failed
}

// The reader of the export can stop before its end.
stdout.on('error', () => process.exit(verifyCode.failed))
const asked = parseAuditArguments(process.argv.slice(2))
if ('problem' in asked) fail(commonWords.seeHelp(asked.problem))
else
  runAudit(asked, { in: stdin, out }).then(
    (code) => (process.exitCode = code),
    (error: unknown) =>
      fail(
        error instanceof HostError
          ? error.message
          : auditWords.unreadable(error instanceof Error ? error.message : String(error)),
      ),
  )
