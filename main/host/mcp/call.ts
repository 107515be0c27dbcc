import { isObject, type JsonObject, type JsonValue } from '../../../shared/json.ts'
import { hashOf } from '../hash.ts'
import type { Validator } from '../workers/validator.ts'
import type { Connection, Progress } from './connection.ts'
import { abortedBy, failureOf } from './failures.ts'
import type { ToolOperation } from './operation.ts'
import { WorkClock, type WorkLimits } from './work-clock.ts'

/** How one operation ended. Problems and notes are our own sentences; a result is the server's, as it came. */
export type CallReply =
  | { status: 'answered'; result: JsonObject; notes: string[] }
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
  if (reply.status === 'aborted') return abortedBy(signal, around.name)
  return failureOf(reply, around, 'call')
}

async function answered(raw: JsonObject, { server }: ToolOperation, around: Surroundings): Promise<CallReply> {
  const { result, notes } = readResult(raw)
  if (result['isError'] !== true) {
    const mismatch = await outputProblem(result, server, around)
    if (mismatch) notes.push(mismatch)
  }
  return { status: 'answered', result, notes }
}

/** The result with the two members others rely on in their right type, and a note for each that was not. */
function readResult(raw: JsonObject): { result: JsonObject; notes: string[] } {
  const notes: string[] = []
  const { content, isError, _meta, ...rest } = raw
  if (!Array.isArray(content) && (content !== undefined || rest['structuredContent'] === undefined))
    notes.push('The result has no list of content; only its other parts are shown.')
  if (isError !== undefined && typeof isError !== 'boolean')
    notes.push('Whether the result is an error was not said in a readable way; it counts as a success.')
  const meta = withoutServerInfo(_meta)
  return {
    result: {
      ...rest,
      content: Array.isArray(content) ? content : [],
      ...(isError === true ? { isError } : {}),
      ...(meta === undefined ? {} : { _meta: meta }),
    },
    notes,
  }
}

/** Modern servers repeat who they are in every result. */
function withoutServerInfo(meta: JsonValue | undefined): JsonObject | undefined {
  if (!isObject(meta)) return undefined
  const { 'io.modelcontextprotocol/serverInfo': _, ...rest } = meta
  return Object.keys(rest).length > 0 ? rest : undefined
}

/** The library never validates results (DECISIONS 6): a mismatch is told, and costs nothing. */
async function outputProblem(
  result: JsonObject,
  server: string,
  { definition, validator }: Surroundings,
): Promise<string | undefined> {
  const schema = definition['outputSchema']
  if (schema === undefined) return undefined
  const value = result['structuredContent']
  if (value === undefined) return 'The tool promises a structured result but sent none.'
  const verdict = await validator.check({ hash: hashOf(schema), schema }, value, { server })
  if ('unchecked' in verdict) return `The structured result was not checked: ${verdict.unchecked}.`
  if (!verdict.ok) return `The structured result is not what the tool promises: ${verdict.problems.join('; ')}.`
  return verdict.partly && `The structured result was checked only in part: ${verdict.partly}.`
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
