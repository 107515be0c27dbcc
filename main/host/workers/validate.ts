import { parentPort } from 'node:worker_threads'
import type { JsonValue } from '../../../shared/json.ts'
import { Compiled, type Verdict } from './schema-check.ts'

/** One job at a time: `began` is posted before anything that may take long, and the verdict after it. */
export type Job = { id: number; hash: string; schema: JsonValue; value: JsonValue }
export type Report = { began: number } | { done: number; verdict: Verdict }

const kept = 500
const compiled = new Map<string, Compiled>()

parentPort?.on('message', (job: Job) => {
  report({ began: job.id })
  report({ done: job.id, verdict: check(job) })
})

function check({ hash, schema, value }: Job): Verdict {
  const known = compiled.get(hash) ?? Compiled.from(schema)
  compiled.delete(hash)
  compiled.set(hash, known)
  const [oldest] = compiled.keys()
  if (compiled.size > kept && oldest !== undefined) compiled.delete(oldest)
  return known.check(value)
}

const report = (what: Report): void => parentPort?.postMessage(what)
