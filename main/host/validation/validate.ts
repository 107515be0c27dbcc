import { parentPort } from 'node:worker_threads'
import type { Ready } from '../base/thread.ts'
import { defined, isObject, type JsonValue } from '../../../shared/schema/json.ts'
import { Compiled, type SchemaVerdict } from './schema-check.ts'

/** One job at a time: `began` is posted before anything that may be slow, and the verdict after it. */
export type Job = { id: number; hash: string; schema: JsonValue } & Subject
/** The value to check, or the structured content of a result given as JSON text. */
export type Subject = { value: JsonValue } | { result: Uint8Array }
/** `spentMs` is the processor time the thread has used until then, if that can be read (Node 23.9). */
type Began = { began: number; spentMs?: number }
export type ValidatorReport = Began | { done: number; verdict: SchemaVerdict }

const kept = 500
const compiled = new Map<string, Compiled>()

parentPort?.postMessage('ready' satisfies Ready)
parentPort?.on('message', (job: Job) => {
  const value = valueOf(job)
  const spentMs = threadMs()
  report({ began: job.id, ...defined({ spentMs }) })
  report({ done: job.id, verdict: check(job, value) })
})

/** Parsing takes as long as the text is long, which is limited, and says nothing about the schema. */
function valueOf(job: Job): JsonValue {
  if ('value' in job) return job.value
  const result: JsonValue = JSON.parse(Buffer.from(job.result).toString())
  return (isObject(result) ? result['structuredContent'] : undefined) ?? null
}

function check({ hash, schema }: Job, value: JsonValue): SchemaVerdict {
  const known = compiled.get(hash) ?? Compiled.from(schema)
  compiled.delete(hash)
  compiled.set(hash, known)
  const [oldest] = compiled.keys()
  if (compiled.size > kept && oldest !== undefined) compiled.delete(oldest)
  return known.check(value)
}

/** Older releases can't tell. */
function threadMs({ threadCpuUsage }: Partial<Pick<typeof process, 'threadCpuUsage'>> = process): number | undefined {
  const used = threadCpuUsage?.()
  return used && (used.user + used.system) / 1000
}

const report = (what: ValidatorReport): void => parentPort?.postMessage(what)
