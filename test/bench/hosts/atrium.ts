import { once } from 'node:events'
import { mkdirSync, rmSync } from 'node:fs'
import path from 'node:path'
import { openTrusting } from '../headless.ts'
import { openHost } from '../shell.ts'
import { prompt, type Program } from './programs.ts'

/** Milliseconds for a server's list; one that never answers has none. */
const mostToList = 5000

const dataFolder = (home: string): string => path.join(home, 'data')

/** The built host in a browser’s shell, signed log included, driven over its own HTTP link. */
export const atrium: Program = {
  name: 'Atrium',
  prepare: async ({ home, model, servers }) => {
    rmSync(dataFolder(home), { recursive: true, force: true })
    mkdirSync(dataFolder(home), { mode: 0o700 })
    const headless = await openTrusting(dataFolder(home))
    const { link } = headless
    for (const [id, config] of Object.entries(servers)) await link.call('addServer', { id, config })
    for (const server of Object.keys(servers)) {
      const listed = await headless.tools(server, { signal: AbortSignal.timeout(mostToList) }).catch(() => [])
      const add = listed.map(({ name, hash }) => ({
        ...({ effect: 'allow', scope: 'always' } as const),
        server,
        tool: name,
        definition: hash,
        destructive: true,
        flows: true,
      }))
      if (add.length > 0) await link.call('changeRules', { add })
    }
    await link.call('setEndpoint', { endpoint: 'anthropic', config: { baseUrl: model, profile: 'anthropic' } })
    await link.call('setModelKey', { endpoint: 'anthropic', key: 'test-key' })
    const chosen = { endpoint: 'anthropic', model: 'claude-sonnet-5-5' }
    await link.call('changeSettings', { stepLimit: 200, models: { default: chosen } })
    await headless.close()
  },
  start: async ({ home }) => {
    const host = await openHost(dataFolder(home))
    const { pid } = host.child
    if (pid === undefined) throw new Error('Atrium did not start.')
    const ended = once(host.child, 'close')
    const feed = await host.feed()
    await host.call('sendMessage', { text: prompt })
    // A command line ends after its answer; so does this.
    const finished = feed.until((line) => line.includes('"turn.finished"')).then(() => host.close())
    finished.catch(() => undefined)
    return { pid, ended }
  },
}
