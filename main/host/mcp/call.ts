import { isObject, type JsonObject } from '../../../shared/json.ts'
import { hashOf } from '../hash.ts'
import type { Validator } from '../workers/validator.ts'
import { type CallValue, readResult, type StoredResult } from './call-result.ts'
import type { Connection, Progress, Reply } from './connection.ts'
import type { ToolOperation } from './operation.ts'
import { quoted } from './text.ts'
import { TimedOut, WorkClock, type WorkLimits } from './work-clock.ts'

/** How one operation ended. Problems and notes are our own sentences; a result is the server's, as it came. */
export type CallReply =
  /** With `stored`, the result only stands for what is stored. */
  | { status: 'answered'; result: JsonObject; stored?: StoredResult; notes: string[] }
  /** Nothing was sent: the server or the definition is not the one that was cleared. */
  | { status: 'stale'; problem: string }
  | { status: 'failed'; problem: string; mayHaveRun: boolean }
  | { status: 'timed-out'; problem: string }
  | { status: 'cancelled'; mayHaveRun: boolean }

export type CallOptions = {
  signal: AbortSignal
  /** At most ten a second; the figures are finite, the words at most 200 characters. */
  onProgress(progress: Progress): void
}

/** Why a call was ended by the server's own end. */
export class ServerLeft extends Error {
  override readonly name = 'ServerLeft'
}

type Surroundings = {
  /** What the person calls the server. */
  name: string
  connection: Connection
  limits: WorkLimits
  validator: Validator
  definition: JsonObject
  /** Aborts with `ServerLeft` when the server is being stopped. */
  life: AbortSignal
  /** How the server left, once it has, as a clause after its name. */
  left: Promise<string>
}

/** Sends one cleared call and waits for its end: an answer, the person, the clock or the server's death. Never rejects. */
export async function performCall(
  operation: ToolOperation,
  around: Surroundings,
  options: CallOptions,
): Promise<CallReply> {
  const clock = new WorkClock(around.limits)
  const signal = AbortSignal.any([options.signal, clock.signal, around.life])
  const { inputSchema } = around.definition
  const tool = { name: operation.tool, inputSchema: isObject(inputSchema) ? inputSchema : {} }
  const reply = await around.connection.callTool(tool, operation.arguments, {
    signal,
    onProgress: (progress) => {
      clock.touch()
      const sound = soundProgress(progress)
      if (sound && !signal.aborted) options.onProgress(sound)
    },
  })
  clock.stop()
  if (reply.status === 'answered') return answered(reply.value, operation, around)
  if (reply.status === 'aborted') return aborted(signal, around.name)
  return failed(reply, around)
}

async function answered(value: CallValue, { server }: ToolOperation, around: Surroundings): Promise<CallReply> {
  const { result, notes } = value.stored
    ? { result: value.result, notes: [...value.stored.notes] }
    : readResult(value.result)
  if (result['isError'] !== true) {
    const mismatch = await outputProblem({ ...value, result }, server, around)
    if (mismatch) notes.push(mismatch)
  }
  return { status: 'answered', result, ...(value.stored && { stored: value.stored }), notes }
}

/** The library never validates results (DECISIONS 6): a mismatch is told, and costs nothing. */
async function outputProblem(
  { result, stored }: CallValue,
  server: string,
  { definition, validator }: Surroundings,
): Promise<string | undefined> {
  const schema = definition['outputSchema']
  if (schema === undefined) return undefined
  const value = result['structuredContent']
  if (value === undefined && !stored?.hasStructured) return 'The tool promises a structured result but sent none.'
  const named = { hash: hashOf(schema), schema }
  const verdict = stored
    ? await validator.checkStored(named, stored.bytes, { server })
    : await validator.check(named, value ?? null, { server })
  if ('unchecked' in verdict) return `The structured result was not checked: ${verdict.unchecked}.`
  if (!verdict.ok) return `The structured result is not what the tool promises: ${verdict.problems.join('; ')}.`
  return verdict.partly && `The structured result was checked only in part: ${verdict.partly}.`
}

function aborted(signal: AbortSignal, name: string): CallReply {
  const reason: unknown = signal.reason
  if (reason instanceof TimedOut)
    return { status: 'timed-out', problem: `${name} was told to stop: ${reason.message}. It may have finished there.` }
  if (reason instanceof ServerLeft)
    return { status: 'failed', problem: `${name} ${reason.message} before it answered.`, mayHaveRun: true }
  return { status: 'cancelled', mayHaveRun: true }
}

/** JSON-RPC's own refusals, which come before anything is run. */
const neverRan: ReadonlySet<number> = new Set([-32700, -32600, -32601, -32602])
const missingCapability = -32021

async function failed(
  reply: Exclude<Reply<JsonObject>, { status: 'answered' | 'aborted' }>,
  { name, left }: Surroundings,
): Promise<CallReply> {
  switch (reply.status) {
    case 'refused': {
      const { code, message, malformed } = reply
      const problem = malformed
        ? `${name} answered in a way that cannot be read: ${quoted(message)}.`
        : code === missingCapability
          ? `${name} needs something for this that Atrium does not offer: ${quoted(message)}`
          : `${name} refused the call with error ${code}: ${quoted(message)}`
      return { status: 'failed', problem, mayHaveRun: malformed || !neverRan.has(code) }
    }
    case 'unfinished': {
      const wish =
        reply.resultType === 'input_required'
          ? 'asks for input before it goes on, which Atrium cannot give yet'
          : `answered with a kind of result that Atrium does not know (${quoted(reply.resultType)})`
      return { status: 'failed', problem: `${name} ${wish}.`, mayHaveRun: true }
    }
    case 'unsent':
      return { status: 'failed', problem: `The call was not sent to ${name}: ${reply.reason}.`, mayHaveRun: false }
    case 'unreachable': {
      const { clause, advice, mayHaveRun } = reply.problem
      return { status: 'failed', problem: `${name} ${clause}: ${advice}.`, mayHaveRun }
    }
    case 'closed':
    case 'timed-out':
    case 'unsupported':
      return { status: 'failed', problem: `${name} ${await left} before it answered.`, mayHaveRun: true }
    default:
      return reply satisfies never
  }
}

/** Figures a bar can be drawn with: finite, not negative, not above the total. */
function soundProgress({ progress, total, message }: Progress): Progress | undefined {
  if (!Number.isFinite(progress)) return undefined
  const most = total !== undefined && Number.isFinite(total) && total > 0 ? total : undefined
  return {
    progress: Math.min(Math.max(progress, 0), most ?? Number.MAX_SAFE_INTEGER),
    ...(most === undefined ? {} : { total: most }),
    ...(message === undefined ? {} : { message }),
  }
}
