import { isObject, type JsonObject } from '../../../../shared/schema/json.ts'
import { hashOf } from '../../base/hash.ts'
import type { Validator } from '../../validation/validator.ts'
import { type CallValue, readResult, type StoredResult } from '../results/call-result.ts'
import { headerMismatch } from '../protocol/failures.ts'
import type { ToolOperation } from './operation.ts'
import type { CallWatch, Reply, Progress, TaskHandle } from '../protocol/types.ts'
import { perform, type RequestSurroundings } from './perform.ts'
import type { Stopped } from './rounds.ts'
import { callAsTask, followAgain, followCreated } from './task-call.ts'
import { taskUse } from '../results/task.ts'
import { requestWords as words } from './words.ts'

/** How one operation ended. Problems and notes are Atrium's sentences; a result is the server's, as received. */
export type CallReply =
  /** With `stored`, the result is a placeholder for the stored one. */
  | { status: 'answered'; result: JsonObject; stored?: StoredResult; notes: string[] }
  /** Nothing was sent: the server or the definition isn't the one that was cleared. */
  | { status: 'stale'; problem: string }
  | { status: 'failed'; problem: string; mayHaveRun: boolean }
  | { status: 'timed-out'; problem: string }
  | { status: 'cancelled'; mayHaveRun: boolean }

/** Progress arrives up to ten times a second; its figures are finite, its words up to 200 characters. */
export type CallOptions = CallWatch & {
  /** The call's task, if an earlier process sent the call: then nothing is sent but questions about it. */
  resumes?: (TaskHandle & { answered: readonly string[] }) | undefined
}

type CallSurroundings = RequestSurroundings & {
  validator: Validator
  definition: JsonObject
  /** Fetches the tools' definitions again. Never rejects. */
  relist(): Promise<unknown>
}

/**
 * Sends one cleared call and waits for its end. The caller has checked what the operation is bound to. Never rejects.
 */
export async function performCall(
  operation: ToolOperation,
  around: CallSurroundings,
  options: CallOptions,
): Promise<CallReply> {
  const { connection, life, limits, definition, clock } = around
  const { resumes } = options
  const use = taskUse(definition, connection)
  if (typeof use === 'object')
    return { status: 'failed', problem: words.nothingSent(around.name, use.problem), mayHaveRun: false }
  const { inputSchema } = definition
  const tool = { name: operation.tool, inputSchema: isObject(inputSchema) ? inputSchema : {} }
  let leg = 1
  const nextLeg = async () => options.onLeg?.(++leg)
  const done = await perform(
    {
      what: 'call',
      operation: { conversation: operation.conversation, turn: operation.turn, call: operation.call },
      stop: options.signal,
      goOn: nextLeg,
      sending: ({ signal, work, runsAs, input }) => {
        const onProgress = (progress: Progress) => {
          work.touch()
          const sound = soundProgress(progress)
          if (sound && !signal.aborted) options.onProgress(sound)
        }
        const watch = { ...options, signal, onProgress }
        const touch = () => work.touch()
        const asTask = { connection, limits, life, nextLeg, runsAs, input, touch, clock }
        if (resumes) return () => followAgain(resumes, watch, asTask)
        const send = async (more: JsonObject) => {
          if (use === 'task') return callAsTask({ tool, args: operation.arguments, more }, watch, asTask)
          const reply = await connection.callTool(tool, operation.arguments, watch, more)
          const task = reply.status === 'unfinished' && connection.extendsTasks ? reply.task : undefined
          return task ? followCreated(task, watch, asTask) : reply
        }
        // Other transports don't have such headers; there the code may be the server's own, about the call itself.
        return connection.copiesArguments ? resending(send, { signal, nextLeg, relist: around.relist }) : send
      },
    },
    around,
  )
  return 'value' in done ? answered(done.value, operation, around) : done.failure
}

type Send = (more: JsonObject) => Promise<Reply<CallValue> | Stopped>
type Resending = { signal: AbortSignal; nextLeg(): Promise<string | undefined>; relist(): Promise<unknown> }

/**
 * Headers are made from the definition. If the server says that they don't match, the definitions are fetched again,
 * and the call is repeated if its own is still the cleared one (2026-07-28, basic/transports).
 */
function resending(send: Send, { signal, nextLeg, relist }: Resending): Send {
  return async (more) => {
    const reply = await send(more)
    if (reply.status !== 'refused' || reply.malformed || reply.code !== headerMismatch) return reply
    const aborted = new Promise((resolve) => signal.addEventListener('abort', resolve, { once: true }))
    await Promise.race([relist(), aborted])
    if (signal.aborted) return { status: 'aborted' }
    return (await nextLeg()) === undefined ? send(more) : reply
  }
}

async function answered(value: CallValue, { server }: ToolOperation, around: CallSurroundings): Promise<CallReply> {
  const { result, notes } = readResult(value.result)
  notes.push(...(value.stored?.notes ?? []))
  if (result['isError'] !== true) {
    const mismatch = await outputProblem({ ...value, result }, server, around)
    if (mismatch) notes.push(mismatch)
  }
  return { status: 'answered', result, ...(value.stored && { stored: value.stored }), notes }
}

/** The library never validates results (docs/decisions.md 6): a mismatch is reported, and changes nothing. */
async function outputProblem(
  { result, stored }: CallValue,
  server: string,
  { definition, validator }: CallSurroundings,
): Promise<string | undefined> {
  const schema = definition['outputSchema'] ?? undefined
  if (schema === undefined) return undefined
  const value = result['structuredContent']
  if (value === undefined && !stored?.hasStructured) return words.resultMissing
  const named = { hash: hashOf(schema), schema }
  const verdict = stored
    ? await validator.checkStored(named, stored.bytes, { server })
    : await validator.check(named, value ?? null, { server })
  if ('unchecked' in verdict) return words.resultUnchecked(verdict.unchecked)
  if (!verdict.ok) return words.resultMismatch(verdict.problems.join('; '))
  return verdict.partly && words.resultPartlyChecked(verdict.partly)
}

/** Figures for a progress bar: finite, not negative, not above the total. */
function soundProgress({ progress, total, message }: Progress): Progress | undefined {
  if (!Number.isFinite(progress)) return undefined
  const most = total !== undefined && Number.isFinite(total) && total > 0 ? total : undefined
  return {
    progress: Math.min(Math.max(progress, 0), most ?? Number.MAX_SAFE_INTEGER),
    ...(most === undefined ? {} : { total: most }),
    ...(message === undefined ? {} : { message }),
  }
}
