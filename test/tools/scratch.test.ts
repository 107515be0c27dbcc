import { existsSync, mkdirSync, rmSync, statSync } from 'node:fs'
import { spawnSync } from 'node:child_process'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect, onTestFinished, test } from 'vitest'

const module = pathToFileURL(path.resolve('tools/scratch.mjs')).href

/** The temporary folder that a process in this environment gets, and its mode. */
function temporary(env: Record<string, string>, memory: string): { folder?: string; mode?: string } {
  const program = `
    import { statSync } from 'node:fs'
    import { withScratch } from ${JSON.stringify(module)}
    const { TMPDIR: place } = withScratch(${JSON.stringify(env)}, ${JSON.stringify(memory)})
    console.log(JSON.stringify({ folder: place, mode: place && statSync(place).mode.toString(8) }))`
  const { stdout } = spawnSync(process.execPath, ['--input-type=module', '-e', program], { encoding: 'utf8' })
  return JSON.parse(stdout)
}

test('puts temporary files where the user wants them', () => {
  const { folder } = temporary({ TMPDIR: '/' }, '/dev/shm')
  expect(folder).toBe('/')
})

test('leaves temporary files on the disk without a file system in memory', () => {
  expect(temporary({}, '/proc')).toEqual({})
  expect(temporary({}, '/none')).toEqual({})
})

const hasMemory = process.platform === 'linux' && temporary({}, '/dev/shm').folder !== undefined

test.runIf(hasMemory)('keeps temporary files in memory until the run ends, for this user only', () => {
  const { folder = '', mode } = temporary({}, '/dev/shm')
  expect(folder).toMatch(/^\/dev\/shm\/atrium-tests-\d+-\d+$/)
  expect(mode).toBe('40700')
  expect(existsSync(folder)).toBe(false)
})

test.runIf(hasMemory)('removes what a killed run left, and nothing of one that lives', () => {
  const ended = spawnSync(process.execPath, ['-e', '0']).pid
  const { folder = '' } = temporary({}, '/dev/shm')
  const [left, kept] = [ended, process.pid].map((pid) => folder.replace(/\d+$/, String(pid))) as [string, string]
  for (const place of [left, kept]) mkdirSync(place)
  onTestFinished(() => rmSync(kept, { recursive: true, force: true }))
  temporary({}, '/dev/shm')
  expect(existsSync(left)).toBe(false)
  expect(statSync(kept).isDirectory()).toBe(true)
})
