import type * as childProcess from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'

/** The programs that Windows would start, with their options. Here they are Node, which ends at once. */
const started: { file: string; args: readonly string[]; options: childProcess.SpawnOptions }[] = []
/** Windows' tools by name: they return their output. */
let tools: Record<string, (args: readonly string[]) => string> = {}

vi.mock('node:child_process', async (original) => {
  const real = await original<typeof childProcess>()
  const spawn = (file: string, args: readonly string[], options: childProcess.SpawnOptions) => {
    started.push({ file, args, options })
    return real.spawn(process.execPath, ['-e', ''], { stdio: options.stdio ?? 'pipe' })
  }
  const execFileSync = (file: string, args: readonly string[]) => tools[path.win32.basename(file)]?.(args) ?? ''
  return { ...real, default: real, spawn, execFileSync }
})

const here = process.platform
const folder = mkdtempSync(path.join(tmpdir(), 'atrium-windows-'))
beforeAll(() => void Object.defineProperty(process, 'platform', { value: 'win32' }))
afterAll(() => {
  Object.defineProperty(process, 'platform', { value: here })
  rmSync(folder, { recursive: true, force: true })
})
beforeEach(() => {
  started.length = 0
  tools = {}
})

/** Starts a server, which is ended as soon as its process is there: rejects with “enough” then. */
async function start(command: string, args: string[]): Promise<void> {
  const { ServerProcess } = await import('../../main/host/mcp/process/server-process.ts')
  const { RunFile } = await import('../../main/host/mcp/process/run-file.ts')
  const runFile = new RunFile(folder)
  vi.spyOn(runFile, 'add').mockImplementation(() => {
    throw new Error('enough')
  })
  const fail = (): never => {
    throw new Error('not called')
  }
  const sink = { message: fail, wanted: fail, violation: fail, ended: fail }
  const rest = { printed: fail, wrote: fail, printedText: fail, readLong: fail, stopGraceMs: 1000, now: () => 0 }
  const spec = { command, args, cwd: folder, env: {}, redact: (text: string) => text }
  await ServerProcess.start(spec, sink, { server: 's', containment: 'none', runFile, ...rest })
}

test('[WIN-1] starts a batch file by cmd with the finished line, and every other program with its arguments', async () => {
  await expect(start('C:\\tools\\server.cmd', ['a b'])).rejects.toThrow('enough')
  expect(started[0]).toMatchObject({
    file: expect.stringMatching(/\\System32\\cmd\.exe$/),
    args: ['/d', '/v:off', '/s', '/c', '""C:\\tools\\server.cmd" "a b""'],
    options: { windowsVerbatimArguments: true, shell: false, windowsHide: true },
  })
  started.length = 0
  await expect(start('C:\\tools\\server.exe', ['a b', '%PATH%'])).rejects.toThrow('enough')
  expect(started[0]).toMatchObject({
    file: 'C:\\tools\\server.exe',
    args: ['a b', '%PATH%'],
    options: { windowsVerbatimArguments: false, shell: false },
  })
})

test('[WIN-1] starts no batch file with an argument that cmd could act on', async () => {
  await expect(start('C:\\tools\\server.cmd', ['"&calc'])).rejects.toThrow('Can’t start server.cmd with an argument')
  expect(started).toEqual([])
})

test('[WIN-13] asks Windows who can open a folder', async () => {
  const { isOpenToOthers } = await import('../../main/host/journal/private-files.ts')
  const own = 'S-1-5-21-1004336348-1177238915-682003330-1001'
  const asked: unknown[] = []
  let list = ''
  let owner = own
  tools = {
    'whoami.exe': () => `"pc\\ada","${own}"\r\n`,
    'icacls.exe': ([place = '', ...args]) => {
      asked.push(place)
      writeFileSync(args[1] ?? '', Buffer.from(`atrium\r\n${list}\r\n`, 'utf16le'))
      return ''
    },
    'powershell.exe': () => `O:${owner}G:DU${list}\r\n`,
  }
  const answers = [`D:P(A;;FA;;;${own})`, `D:P(A;;FA;;;${own})(A;;FA;;;WD)`, 'nothing that is a list'].map((saved) => {
    list = saved
    return isOpenToOthers(folder)
  })
  expect(answers).toEqual([false, true, undefined])
  expect(asked).toEqual([folder, folder, folder])
  list = `D:P(A;;FA;;;${own})`
  owner = own.replace(/1001$/, '1002')
  expect(isOpenToOthers(folder)).toBe(true)
})
