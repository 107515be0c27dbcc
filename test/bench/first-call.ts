import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { spawn } from 'node:child_process'
import { peer } from '../support/atrium.ts'
import { createFakeAnthropic } from '../support/fake-anthropic.mjs'
import { openTrusting } from './headless.ts'
import { inFull, inRounds, rowOf, type Row } from './measure.ts'
import { addServers, openHost } from './shell.ts'

const counts = inFull(1, 0) === 1 ? [1, 10, 25] : [1]
const bareLoop = path.join(import.meta.dirname, 'bare-loop.mjs')

/**
 * From the start of the process until a tool of the last of several servers has answered the model: the built host and
 * a loop of the two SDKs, with the same scripted model and the same servers.
 */
export async function firstCallRows(): Promise<Row[]> {
  const rows: Row[] = []
  for (const count of counts) {
    const fake = createFakeAnthropic({ keys: ['test-key'] })
    const baseUrl = await fake.listen()
    const directory = mkdtempSync(path.join(tmpdir(), 'atrium-bench-'))
    const last = `s${count - 1}`
    try {
      await prepare(directory, count, baseUrl)
      const figures = await inRounds(
        inFull(3, 1),
        () => ours(directory, last),
        () => bare(baseUrl, count),
      )
      const name = `launch until the first call is answered, ${count === 1 ? '1 server' : `${count} servers`}`
      rows.push(rowOf(name, 'ms', figures, { beside: 'a loop of the two SDKs, all servers at once' }))
    } finally {
      await fake.close()
      rmSync(directory, { recursive: true })
    }
  }
  return rows
}

/** A data folder with trusted servers, a model, and a rule that allows the call. */
async function prepare(directory: string, count: number, baseUrl: string): Promise<void> {
  await addServers(directory, count)
  const headless = await openTrusting(directory)
  const server = `s${count - 1}`
  const definition = (await headless.tools(server)).find(({ name }) => name === 'echo')?.hash
  await headless.link.call('changeRules', {
    add: [{ effect: 'allow', scope: 'always', server, tool: 'echo', definition, destructive: true, flows: true }],
  })
  await headless.link.call('setEndpoint', { endpoint: 'anthropic', config: { baseUrl, profile: 'anthropic' } })
  await headless.link.call('setModelKey', { endpoint: 'anthropic', key: 'test-key' })
  await headless.link.call('changeSettings', {
    models: { default: { endpoint: 'anthropic', model: 'claude-sonnet-5-5' } },
  })
  await headless.close()
}

async function ours(directory: string, server: string): Promise<number> {
  const since = performance.now()
  const host = await openHost(directory)
  try {
    const feed = await host.feed()
    await host.call('sendMessage', { text: `!tool ${server}__echo {"text":"first"}` })
    await feed.until((line) => line.includes('"call.finished"'))
    return performance.now() - since
  } finally {
    await host.close()
  }
}

async function bare(baseUrl: string, count: number): Promise<number> {
  const { command, args = [] } = peer('good.mjs')
  const since = performance.now()
  const child = spawn(process.execPath, [bareLoop, baseUrl, String(count), command, ...args], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  await Promise.race([
    once(child.stdout, 'data'),
    once(child, 'close').then(() => Promise.reject(new Error('The loop ended without an answer.'))),
  ])
  const took = performance.now() - since
  await once(child, 'close')
  return took
}
