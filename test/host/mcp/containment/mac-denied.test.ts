import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { realPath } from '../../../../main/host/base/real-path.ts'
import { deniedTo } from '../../../../main/host/mcp/process/denied.ts'

let folder: string
beforeEach(() => {
  folder = realPath(mkdtempSync(path.join(tmpdir(), 'atrium-denied-')))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  for (const name of ['given', 'notes', 'data']) mkdirSync(path.join(folder, name))
  writeFileSync(path.join(folder, 'notes/list.txt'), '')
})

/** A refusal of a program in macOS’s sandbox, by its last line. */
const denied = (level: 'limited' | 'sealed', line: string) => {
  const bounds = { level, writable: [path.join(folder, 'given')], readable: [], hosts: [] }
  const own = path.join(folder, 'data/contained/it')
  const enclosure = { folder: own, cwd: '/', env: {}, isCutOff: false, refusedHosts: [], hasGate: false, profile: '/p' }
  const spec = { command: '/usr/bin/true', args: [], cwd: '/', env: {}, bounds, enclosure }
  return deniedTo({ ...spec, redact: (text: string) => text }, ['starting', line.replaceAll('~', folder)])
}

const withFolder = (list: 'writable' | 'readable', file: string) => ({
  path: path.join(folder, file),
  folder: { list, path: path.join(folder, 'notes') },
})

describe('a file that macOS’s sandbox refuses', () => {
  test.each([
    `Error: EPERM: operation not permitted, open '~/notes/new.txt'`,
    `Error: EPERM: operation not permitted, mkdir '~/notes/new.txt'`,
    `PermissionError: [Errno 1] Operation not permitted: '~/notes/new.txt'`,
    `touch: ~/notes/new.txt: Operation not permitted`,
    `sh: line 1: ~/notes/new.txt: Operation not permitted`,
    `open ~/notes/new.txt: operation not permitted`,
  ])('[MAC-10] is offered to a limited program with its folder, to change: %s', (line) => {
    expect(denied('limited', line)).toEqual(withFolder('writable', 'notes/new.txt'))
  })

  test('[MAC-10] is offered to a sealed program with its folder, to read', () => {
    const line = `Error: EPERM: operation not permitted, open '~/notes/list.txt'`
    expect(denied('sealed', line)).toEqual(withFolder('readable', 'notes/list.txt'))
  })

  test.each([
    `Error: EPERM: operation not permitted, scandir '~/notes'`,
    `Error: EPERM: operation not permitted, open '~/given/new.txt'`,
    `Error: EACCES: permission denied, open '~/notes/list.txt'`,
    `Error: EPERM: operation not permitted, open '~/nothing/here/new.txt'`,
  ])('[MAC-10] isn’t the containment’s if the program has that right: %s', (line) => {
    expect(denied('limited', line)).toBeUndefined()
  })
})
