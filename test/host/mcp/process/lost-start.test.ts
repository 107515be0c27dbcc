import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { expect, onTestFinished, test, vi } from 'vitest'
import { RunFile } from '../../../../main/host/mcp/process/run-file.ts'
import { ServerProcess } from '../../../../main/host/mcp/process/server-process.ts'

const fail = (): never => {
  throw new Error('not called')
}

test('[WIN-5] ends a program that was started if Atrium can’t note that it runs', async () => {
  const directory = mkdtempSync(`${tmpdir()}/lost-start-`)
  onTestFinished(() => rmSync(directory, { recursive: true }))
  const runFile = new RunFile(directory)
  let pid = 0
  vi.spyOn(runFile, 'add').mockImplementation((_server, its) => {
    pid = its
    throw new Error('no ps')
  })
  const spec = { command: process.execPath, args: ['-e', 'setInterval(() => {}, 1000)'], cwd: directory, env: {} }
  const sink = { message: fail, wanted: fail, violation: fail, ended: fail }
  const starting = ServerProcess.start({ ...spec, redact: (text) => text }, sink, {
    server: 's',
    containment: 'none',
    runFile,
    stopGraceMs: 1000,
    now: () => 0,
    printed: fail,
    wrote: fail,
    printedText: fail,
    readLong: fail,
  })
  await expect(starting).rejects.toThrow('no ps')
  await vi.waitFor(() => expect(() => process.kill(pid, 0)).toThrow('ESRCH'))
  expect(pid).toBeGreaterThan(0)
})
