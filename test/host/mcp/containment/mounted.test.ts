import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { containmentWords as words } from '../../../../main/host/mcp/containment/words.ts'
import { type StdioConfig, stdioConfig } from '../../../../shared/config/server-config.ts'
import { peerFile } from '../../../support/fleet.ts'
import { levels } from './captivity.ts'
import { afterMounting, homeOutsideTmp, inLoneHost } from './lone.ts'

/** Mounts are made in a namespace. */
const canTry = levels.limited === 'holds'

/** A home folder with secrets and a plain file, and a folder outside it for mounts. */
function mountable(): { home: string; outside: string } {
  const [home, outside] = [path.join(homeOutsideTmp(), 'homes/ada'), homeOutsideTmp()]
  for (const file of ['.ssh/id', '.aws/keys/token', '.config/gh/hosts.yml', 'code/plain.txt', 'atrium/mine/x']) {
    mkdirSync(path.dirname(path.join(home, file)), { recursive: true })
    writeFileSync(path.join(home, file), 'canary')
  }
  for (const folder of ['home', 'homes', 'config', 'keys', 'code', 'data']) mkdirSync(path.join(outside, folder))
  return { home, outside }
}

const limited = (writable: string[]): StdioConfig =>
  stdioConfig.parse({
    command: process.execPath,
    args: [peerFile('captive.mjs')],
    containment: 'limited',
    writable,
  })

/** Starts servers in a host that sees folders of the home elsewhere as well. */
const started = (
  { home, outside }: ReturnType<typeof mountable>,
  servers: Record<string, StdioConfig>,
  code: string,
) => {
  const mounts = [
    [home, 'home'],
    [path.dirname(home), 'homes'],
    [path.join(home, '.config'), 'config'],
    [path.join(home, '.aws/keys'), 'keys'],
    [path.join(home, 'code'), 'code'],
    [path.join(home, 'atrium'), 'data'],
  ] as const
  const script = mounts.map(([from, at]) => `mount -n --bind '${from}' '${path.join(outside, at)}'`).join('; ')
  const wanted = { home, servers, code, level: 'namespace', place: path.join(home, 'atrium') } as const
  return inLoneHost(afterMounting(script), wanted)
}

describe('a home folder that a mount shows at another path', () => {
  test.skipIf(!canTry)('[CNT-53] is hidden there, and plain folders of it that are mounted aren’t', async () => {
    const given = mountable()
    const shown = ['home/.ssh/id', 'homes/ada/.ssh/id', 'config/gh/hosts.yml', 'keys/token', 'data/mine/x']
    const files = [...shown, 'code/plain.txt'].map((file) => path.join(given.outside, file))
    const code = `return ${JSON.stringify(files)}.map((file) => {
      try { return fs.readFileSync(file, 'utf8') } catch (error) { return error.code } })`
    const { results } = await started(given, { it: limited([]) }, code)
    expect(results['it']?.value).toEqual(['EACCES', 'EACCES', 'EACCES', 'EACCES', 'EACCES', 'canary'])
  })

  test.skipIf(!canTry)('[CNT-53] can’t be given to a server there, with a folder in it or around it', async () => {
    const given = mountable()
    const at = (name: string): string => path.join(given.outside, name)
    const servers = { home: limited([at('home')]), inside: limited([at('home/code')]), around: limited([at('homes')]) }
    const { results } = await started(given, servers, 'return "started"')
    expect(results).toEqual({
      home: { reason: words.hiddenFolder(at('home')) },
      inside: { reason: words.hiddenFolder(at('home/code')) },
      around: { reason: words.holdsHidden(at('homes')) },
    })
  })
})
