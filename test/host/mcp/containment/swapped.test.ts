import { spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import path from 'node:path'
import { text } from 'node:stream/consumers'
import { describe, expect, test } from 'vitest'
import { containmentWords as words } from '../../../../main/host/mcp/containment/words.ts'
import { enclose } from '../../../../main/host/mcp/process/containment.ts'
import { enclosureOf } from '../../../../main/host/mcp/process/enclosing.ts'
import { levels } from './captivity.ts'
import { homeOutsideTmp } from './lone.ts'

const canTry = levels.limited === 'holds' && levels.sealed === 'holds'

/** Prepares a program that lists and writes its folder, lets `change` happen, and then starts it. */
async function startAfter(level: 'limited' | 'sealed', change: (home: string) => void) {
  const home = homeOutsideTmp()
  const chosen = path.join(home, 'outer/inner')
  for (const folder of ['outer/inner', 'outer/other', 'secrets', 'atrium/server'])
    mkdirSync(path.join(home, folder), { recursive: true })
  writeFileSync(path.join(home, 'secrets/key'), 'canary')
  const bounds = { level, writable: [chosen], readable: [], hosts: [] }
  const spec = { command: '/bin/sh', cwd: '/', env: { HOME: home }, bounds }
  const place = { folder: path.join(home, 'atrium/server'), dataDirectory: path.join(home, 'atrium'), homes: [home] }
  const { command, enclosure } = enclosureOf(spec, place)
  change(home)
  const started = enclose(enclosure, command, ['-c', 'ls "$1"; cat "$1/key"; : > "$1/taken"', 'sh', chosen])
  const child = spawn(started.command, started.args, { env: started.env, stdio: ['ignore', 'pipe', 'pipe'] })
  const [said, errors] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')])
  return { home, chosen, said, errors, isBuilt: existsSync(path.join(place.folder, 'built')) }
}

const swapped = (with_: string) => (home: string) => {
  renameSync(path.join(home, with_), path.join(home, `${with_}-before`))
  symlinkSync(path.join(home, 'secrets'), path.join(home, with_))
}

describe.each(['limited', 'sealed'] as const)('a chosen folder of a %s server', (level) => {
  test.skipIf(!canTry)('[CNT-44] is mounted if it is still the one that was checked', async () => {
    const { home, errors, isBuilt } = await startAfter(level, () => undefined)
    expect({ isBuilt, errors }).toMatchObject({ isBuilt: true, errors: expect.stringContaining('key') as string })
    expect(readdirSync(path.join(home, 'outer/inner'))).toEqual(['taken'])
  })

  test.skipIf(!canTry).each([
    ['a link to another folder', swapped('outer/inner')],
    [
      'another folder',
      (home: string) => {
        renameSync(path.join(home, 'outer/inner'), path.join(home, 'outer/before'))
        renameSync(path.join(home, 'outer/other'), path.join(home, 'outer/inner'))
      },
    ],
    ['nothing', (home: string) => rmSync(path.join(home, 'outer/inner'), { recursive: true })],
    [
      'a folder behind a link',
      (home: string) => {
        mkdirSync(path.join(home, 'secrets/inner'))
        swapped('outer')(home)
      },
    ],
  ])('[CNT-44] starts nothing if there is %s now', async (_, change) => {
    const { home, chosen, said, errors, isBuilt } = await startAfter(level, change)
    expect({ isBuilt, said, errors: errors.trim() }).toEqual({
      isBuilt: false,
      said: '',
      errors: words.notChecked(chosen),
    })
    expect(readFileSync(path.join(home, 'secrets/key'), 'utf8')).toBe('canary')
    expect(existsSync(path.join(home, 'secrets/taken')) || existsSync(path.join(home, 'secrets/inner/taken'))).toBe(
      false,
    )
    expect(existsSync(path.join(home, 'outer/other/taken'))).toBe(false)
  })
})
