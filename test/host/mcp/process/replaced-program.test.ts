import { chmodSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { sha256 } from '../../../../main/host/base/hash.ts'
import { processWords } from '../../../../main/host/mcp/process/words.ts'
import { Fleet, node, peerFile } from '../../../support/fleet.ts'

let fleet: Fleet
afterEach(() => fleet.close())

/** Writes a program that notes its start under this name, does something, and then is the good peer. */
function writeProgram(name: string, does = ''): string {
  const file = path.join(fleet.directory, `${name}.mjs`)
  const lines = [
    `#!${process.execPath}`,
    `import { appendFileSync, renameSync } from 'node:fs'`,
    `appendFileSync(${JSON.stringify(path.join(fleet.directory, 'starts'))}, '${name}\\n')`,
    does,
    `await import(${JSON.stringify(peerFile('good.mjs'))})`,
  ]
  writeFileSync(file, lines.join('\n'))
  chmodSync(file, 0o755)
  return file
}

const hashOfFile = (file: string): string => sha256(readFileSync(file))
const starts = (): string[] => readFileSync(path.join(fleet.directory, 'starts'), 'utf8').trim().split('\n')

test('[TRU-34] a program that another file replaced while it started is ended, and the next start asks about that one', async () => {
  fleet = new Fleet({ trusts: false, restarts: { firstMs: 20, mostMs: 50, jitter: () => 1 } })
  const other = writeProgram('other')
  const place = path.join(fleet.directory, 'first.mjs')
  const file = writeProgram('first', `renameSync(${JSON.stringify(other)}, ${JSON.stringify(place)})`)
  const [first, second] = [hashOfFile(file), hashOfFile(other)]
  fleet.apply({ it: node([], { command: file }) })
  await fleet.answer('trust')
  await fleet.until(() => fleet.reason() === processWords.replaced(file))
  expect(fleet.journal.state.servers['it']).toMatchObject({ tools: {} })
  const { launch, before } = (await fleet.question()).question
  expect([before?.sha256, launch.sha256]).toEqual([first, second])
  expect(starts()).toEqual(['first'])
  await fleet.answer('trust')
  await fleet.until(() => fleet.status().state === 'ready')
  expect(starts()).toEqual(['first', 'other'])
})
