import { spawn } from 'node:child_process'
import { mkdtempSync, realpathSync, rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import { homedir } from 'node:os'
import path from 'node:path'
import { text } from 'node:stream/consumers'
import { describe, expect, onTestFinished, test } from 'vitest'
import { enclose } from '../../../../main/host/mcp/process/containment.ts'
import { enclosureOf } from '../../../../main/host/mcp/process/enclosing.ts'
import { findLevels } from '../../../../main/host/mcp/process/levels.ts'

/** A data folder below the home folder, as users have it. */
function madeData(): string {
  const data = realpathSync(mkdtempSync(path.join(homedir(), '.atrium-mac-')))
  onTestFinished(() => rmSync(data, { recursive: true, force: true }))
  return data
}

describe.skipIf(process.platform !== 'darwin')('containment on a Mac', () => {
  test('[MAC-1] [MAC-2] keeps what each level promises, in a check that tries to get out', async () => {
    const levels = await findLevels(madeData())
    expect(levels).toEqual({ limited: 'holds', sealed: 'holds', hosts: 'system', sockets: 'holds' })
  })

  test('[MAC-4] starts this Node.js sealed, wherever it is kept, with a native add-on', async () => {
    const data = madeData()
    const addOn = path.dirname(createRequire(import.meta.url).resolve('better-sqlite3/package.json'))
    const bounds = { level: 'sealed' as const, writable: [], readable: [realpathSync(addOn)], hosts: [] }
    const spec = { command: process.execPath, bounds, cwd: homedir(), env: {} }
    const { command, enclosure } = enclosureOf(spec, { folder: path.join(data, 'contained'), dataDirectory: data })
    const script = `const S = require(${JSON.stringify(addOn)}); console.log(new S(':memory:').prepare('select 6 * 7 as n').get().n, process.cwd())`
    const started = enclose(enclosure, command, ['-e', script])
    const stdio = started.leash ? (['ignore', 'pipe', 'pipe', 'pipe'] as const) : (['ignore', 'pipe', 'pipe'] as const)
    const child = spawn(started.command, started.args, {
      cwd: '/',
      env: started.env,
      detached: true,
      stdio: [...stdio],
    })
    const [out, error] = await Promise.all([child.stdout, child.stderr].map(async (it) => (it ? text(it) : '')))
    expect({ out: out?.trim(), error }).toEqual({ out: `42 ${enclosure.cwd}`, error: '' })
  })
})
