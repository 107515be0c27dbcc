import type { CallReply } from './requests/call.ts'
import type { Cleared, ToolOperation } from './requests/operation.ts'
import { readResource } from './requests/read-resource.ts'
import { reading } from './requests/reading.ts'
import type { ReadContents } from './results/resource-contents.ts'
import type { Server } from './server.ts'
import { serverWords as words } from './words.ts'

/** How reading a resource ended. */
export type ReadReply = Exclude<CallReply, { status: 'answered' }> | ({ status: 'answered' } & ReadContents)

/** Reads for one cleared operation. Re-checks configuration and definition; never rejects. */
export async function readCleared(
  server: Server,
  operation: Cleared<ToolOperation>,
  { name, signal }: { name: string; signal: AbortSignal },
): Promise<ReadReply> {
  const { uri } = operation.arguments
  // Another configuration is another program or URL, even under this ID.
  if (operation.server !== server.id || operation.configuration !== server.configuration)
    return { status: 'stale', problem: words.configurationChanged(name) }
  if (operation.definition !== reading.hash || typeof uri !== 'string')
    return { status: 'stale', problem: words.notAReading }
  const read = await readResource(server, uri, { name, signal })
  if (!('problem' in read)) return { status: 'answered', ...read }
  // The server may have read it even if the user stopped waiting.
  return signal.aborted
    ? { status: 'cancelled', mayHaveRun: true }
    : { status: 'failed', problem: read.problem, mayHaveRun: false }
}
