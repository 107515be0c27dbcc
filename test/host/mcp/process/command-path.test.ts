import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { sha256 } from '../../../../main/host/base/hash.ts'
import { windowsTool } from '../../../../main/host/base/windows.ts'
import { leaveOutWorkingFolder, resolveCommand, type System } from '../../../../main/host/mcp/process/command-path.ts'
import { inheritedEnvironment, withoutConfigured } from '../../../../main/host/mcp/process/environment.ts'
import { prepare } from '../../../../main/host/mcp/process/launch.ts'
import { Redaction } from '../../../../main/host/secrets/redaction.ts'
import { serverConfig } from '../../../../shared/config/server-config.ts'
import { MemorySecrets } from '../../../support/memory-secrets.ts'

const secrets = new MemorySecrets()

/** A Windows with these files, ignoring case. */
function windows(...files: string[]): System {
  const there = new Set(files.map((file) => file.toLowerCase()))
  return { platform: 'win32', isFile: (file) => there.has(file.toLowerCase()), isExecutable: () => false }
}

const node = String.raw`C:\Program Files\nodejs`
const variables = { Path: String.raw`C:\Windows\System32;"C:\Program Files\nodejs";D:\tools`, PathExt: '.EXE;.CMD' }
const checkout = String.raw`C:\Users\ada\checkout`

const found = (command: string, files: string[], given: Record<string, string> = variables): string => {
  try {
    return resolveCommand(command, given, checkout, windows(...files))
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}

describe('[CNT-10] a command on Windows', () => {
  test('is found by PATH and PATHEXT, and never in the working folder', () => {
    const files = [String.raw`${checkout}\npx.cmd`, String.raw`${checkout}\npx.exe`, String.raw`${node}\npx.cmd`]
    expect(found('npx', files)).toBe(String.raw`${node}\npx.cmd`)
    expect(found('NPX.CMD', files)).toBe(String.raw`${node}\NPX.CMD`)
    expect(found('npx', files.slice(0, 2))).toBe('ENOENT')
  })

  test.each(['.', '', 'bin', String.raw`..\x`, String.raw`\tools`, 'C:tools', '%CD%'])(
    'isn’t found in a PATH folder that depends on the working folder: "%s"',
    (folder) => {
      const files = [checkout, String.raw`${checkout}\bin`, String.raw`C:\Users\ada\x`, String.raw`C:\tools`]
      const programs = files.map((it) => String.raw`${it}\npx.cmd`)
      expect(found('npx', programs, { ...variables, Path: folder })).toBe('ENOENT')
    },
  )

  test('is found in the order of the folders, then of the extensions', () => {
    const files = [String.raw`D:\tools\run.exe`, String.raw`${node}\run.cmd`, String.raw`${node}\run.exe`]
    expect(found('run', files)).toBe(String.raw`${node}\run.exe`)
    expect(found('run', files, { ...variables, PathExt: '.CMD;.EXE' })).toBe(String.raw`${node}\run.cmd`)
    expect(found('run', files, { Path: variables.Path })).toBe(String.raw`${node}\run.exe`)
    expect(found('run', files, {})).toBe('ENOENT')
  })

  test('is resolved from the working folder if it names a folder, with an extension that Windows runs', () => {
    const file = String.raw`${checkout}\bin\server.exe`
    const files = [file, String.raw`${checkout}\bin\script`, String.raw`D:\x\y.exe`]
    for (const command of [String.raw`bin\server`, './bin/server.exe', file]) expect(found(command, files)).toBe(file)
    expect(found(String.raw`D:\x\y`, files)).toBe(String.raw`D:\x\y.exe`)
    expect(found('bin/script', files)).toBe('EACCES')
  })

  test.each([undefined, '.COM;.EXE;.BAT;.CMD;.VBS;.JS;.WSF;.PY', '.JS', ''])(
    '[WIN-4] is one of four kinds of files, whatever PATHEXT says: %j',
    (endings) => {
      const files = ['server.js', 'server.vbs', 'server.cmd', 'tool.py'].map((name) => `${node}\\${name}`)
      const given = { Path: variables.Path, ...(endings !== undefined && { PathExt: endings }) }
      expect(found('server', files, given)).toBe(`${node}\\server.cmd`)
      expect(found('server.js', files, given)).toBe('EACCES')
      expect(found('tool', files, given)).toBe('ENOENT')
      expect(found(`${node}\\server.js`, files, given)).toBe('EACCES')
    },
  )

  test('gets an extension even if its name contains a dot', () => {
    expect(found('python3.12', [String.raw`${node}\python3.12.exe`])).toBe(String.raw`${node}\python3.12.exe`)
  })
})

test('[CNT-10] keeps started programs from searching the working folder on Windows, and gives tools’ full paths', () => {
  const own: Record<string, string> = {}
  leaveOutWorkingFolder(own, 'win32')
  expect(own).toEqual({ NoDefaultCurrentDirectoryInExePath: '1' })
  leaveOutWorkingFolder(Object.freeze({}), 'linux')
  expect(inheritedEnvironment({ Path: 'p' }, 'win32')).toMatchObject(own)
  expect(windowsTool('taskkill.exe', { SystemRoot: String.raw`D:\Win` })).toBe(String.raw`D:\Win\System32\taskkill.exe`)
  expect(windowsTool('taskkill.exe', {})).toBe(String.raw`C:\Windows\System32\taskkill.exe`)
})

test('[CNT-10] replaces an inherited variable with one configured in another case on Windows', () => {
  const inherited = { Path: 'a', TEMP: 't' }
  expect(withoutConfigured(inherited, { PATH: 'b' }, 'win32')).toEqual({ TEMP: 't' })
  expect(withoutConfigured(inherited, { PATH: 'b' }, 'linux')).toEqual(inherited)
})

// On a user's Windows machine this is the real search.
test('[CNT-10] doesn’t show, hash or start a program of the same name in the working folder', async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'atrium-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  for (const name of ['node', 'node.exe', 'node.cmd'])
    writeFileSync(path.join(folder, name), 'an impostor', { mode: 0o755 })
  const trusted = mkdtempSync(path.join(tmpdir(), 'atrium-'))
  onTestFinished(() => rmSync(trusted, { recursive: true, force: true }))
  const file = path.join(trusted, process.platform === 'win32' ? 'node.exe' : 'node')
  writeFileSync(file, 'the real one', { mode: 0o755 })
  const config = serverConfig.parse({ command: 'node', cwd: folder, env: { PATH: trusted } })
  if (config.type !== 'stdio') throw new Error('It is no program.')
  const { spec, launch } = await prepare(config, {
    id: 'it',
    secrets,
    dataDirectory: folder,
    redaction: new Redaction(),
  })
  expect([launch.path.toLowerCase(), spec.command]).toEqual([file.toLowerCase(), launch.path])
  expect(launch.sha256).toBe(sha256('the real one'))
})
