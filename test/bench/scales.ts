import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { Journal } from '../../main/host/journal/journal.ts'
import { auditPage } from '../../main/host/journal/search/audit-page.ts'
import type { ModelTool, RequestMessage } from '../../main/host/llm/llm.ts'
import { requestFormOf } from '../../main/host/llm/messages/request-form.ts'
import { traitsOf } from '../../main/host/llm/messages/profiles.ts'
import { buildRequest } from '../../main/host/llm/request/prepare.ts'
import { Fleet, peer } from '../support/fleet.ts'
import { inFull, median, milliseconds, type Row } from './measure.ts'
import { closeViews, connectionOf, readOn } from '../host/journal/following.ts'

/** Costs of one kind of thing at growing sizes, each as a multiple of the cost at the first. */
export type Series = { name: string; sizes: number[]; costs: number[]; unit: string }

const times = inFull(7, 1)
const steps = inFull(1, 0) === 1 ? [1, 10, 100] : [1, 2]

/** The whole cost at 1×, 10× and 100×: of events, messages, tools and servers. */
export async function growthSeries(): Promise<Series[]> {
  return [await ofEvents(), ofMessages(), ofTools(), await ofServers()]
}

/** The series in the table: the cost at the last size next to that of linear growth from the first. */
export const scaleRows = (series: Series[]): Row[] =>
  series.map(({ name, sizes, costs, unit }) => {
    const size = (sizes.at(-1) ?? 1) / (sizes[0] ?? 1)
    const label = `${name}: ${sizes.at(-1)} beside ${sizes[0]}`
    return {
      name: label,
      unit,
      ours: costs.at(-1) ?? Number.NaN,
      bare: (costs[0] ?? Number.NaN) * size,
      beside: 'linear growth',
      most: 1.5,
    }
  })

async function ofEvents(): Promise<Series> {
  const sizes = steps.map((step) => step * 1000)
  const costs: number[] = []
  for (const size of sizes) {
    const directory = mkdtempSync(path.join(tmpdir(), 'atrium-bench-'))
    const journal = Journal.open(directory)
    try {
      for (let n = 0; n < size; n++)
        journal.append({ type: 'request.sent', server: `s${n % 7}`, method: 'tools/list', detail: `word${n % 97}` })
      journal.flush()
      readOn(journal)
      const db = connectionOf(journal).views.current()
      costs.push(await middle(() => auditPage(db, { text: 'word13', limit: 100 })))
    } finally {
      closeViews(journal)
      await journal.close()
      rmSync(directory, { recursive: true })
    }
  }
  return { name: 'a page found among events', sizes, costs, unit: 'ms' }
}

function ofMessages(): Series {
  const sizes = steps.map((step) => step * 20)
  return { name: 'a request with messages', sizes, costs: sizes.map((size) => built(size, 5)), unit: 'ms' }
}

function ofTools(): Series {
  const sizes = steps.map((step) => step * 5)
  return { name: 'a request with tools', sizes, costs: sizes.map((size) => built(20, size)), unit: 'ms' }
}

/** Milliseconds to build one request, the first time and so without anything remembered. */
function built(messages: number, tools: number): number {
  const form = requestFormOf(traitsOf('anthropic'))
  const limits = { contextTokens: 1_000_000, outputTokens: 8000, adaptiveThinking: false }
  const took = Array.from({ length: 3 * times }, () => {
    const history = Array.from({ length: messages }, (_, n): RequestMessage => {
      const text = `Message ${n} ${'of some length '.repeat(20)}`
      return { role: 'user', content: [{ type: 'text', text }] }
    })
    const offered = Array.from({ length: tools }, (_, n): ModelTool => {
      const properties = { path: { type: 'string', description: `Of number ${n}` }, count: { type: 'integer' } }
      return { name: `tool_${n}`, description: 'Takes care. '.repeat(20), inputSchema: { type: 'object', properties } }
    })
    const request = { endpoint: 'anthropic', model: 'm', system: 'S', maxTokens: 1000 }
    const since = performance.now()
    buildRequest({ ...request, messages: history, tools: offered }, limits, form)
    return performance.now() - since
  })
  return median(took)
}

/** 100 processes would measure the machine's memory, so 30 is the last step. */
async function ofServers(): Promise<Series> {
  const sizes = inFull(1, 0) === 1 ? [1, 10, 30] : [1, 2]
  const costs: number[] = []
  for (const size of sizes) {
    const fleet = new Fleet()
    const configs = Object.fromEntries(Array.from({ length: size }, (_, n) => [`s${n}`, peer('good.mjs')]))
    try {
      costs.push(await milliseconds(() => fleet.add(configs)))
    } finally {
      await fleet.close()
    }
  }
  return { name: 'servers until all are usable', sizes, costs, unit: 'ms' }
}

async function middle(run: () => unknown): Promise<number> {
  await run()
  const took: number[] = []
  for (let n = 0; n < times; n++) took.push(await milliseconds(run))
  return median(took)
}
