import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect, onTestFinished, test } from 'vitest'
import { endMessage } from '../../tools/process.mjs'

/** A window that says what reaches it, and ends. */
const heard = `process.on('message', (message) => process.stdout.write(message, () => process.exit(0)))
process.stdout.write('open ')`

// A script with its interpreter in the first line is no program on Windows.
test.skipIf(process.platform === 'win32')(
  '[ELE-84] starts a window on Windows so Ctrl+C reaches it as a message',
  async () => {
    const folder = mkdtempSync(path.join(tmpdir(), 'atrium-start-'))
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
    for (const name of ['electron.exe', 'electron'])
      writeFileSync(path.join(folder, name), `#!${process.execPath}\n${heard}\n`, { mode: 0o755 })
    const tool = pathToFileURL(path.resolve(import.meta.dirname, '../../tools/window.mjs')).href
    const script = `Object.defineProperty(process, 'platform', { value: 'win32' })
    const { start } = await import(${JSON.stringify(tool)})
    process.exitCode = await start({ node: process.execPath, env: process.env }, [])`
    const { npm_lifecycle_event: _npm, ...env } = process.env
    const starting = spawn(process.execPath, ['--input-type=module', '-e', script], {
      env: { ...env, ELECTRON_OVERRIDE_DIST_PATH: folder },
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    onTestFinished(() => void starting.kill('SIGKILL'))
    let said = ''
    starting.stdout.setEncoding('utf8').on('data', (text: string) => {
      said += text
      if (text.includes('open')) starting.kill('SIGINT')
    })
    expect(await once(starting, 'close')).toEqual([0, null])
    expect(said).toBe(`open ${endMessage}`)
  },
)

test('[ELE-93] refuses arguments that no shell has before it says where it opens', async () => {
  const tool = pathToFileURL(path.resolve(import.meta.dirname, '../../tools/window.mjs')).href
  const script = `const { start } = await import(${JSON.stringify(tool)})
  process.exitCode = await start({ node: process.execPath, env: process.env }, ['--bogus'])`
  const { DISPLAY: _x, WAYLAND_DISPLAY: _wayland, ...env } = process.env
  const starting = spawn(process.execPath, ['--input-type=module', '-e', script], {
    env: { ...env, SSH_CONNECTION: 'elsewhere' },
    stdio: ['ignore', 'inherit', 'pipe'],
  })
  onTestFinished(() => void starting.kill('SIGKILL'))
  let said = ''
  starting.stderr.setEncoding('utf8').on('data', (text: string) => (said += text))
  expect(await once(starting, 'close')).toEqual([2, null])
  expect(said).toMatch(/^Unknown option '--bogus'/)
  expect(said).not.toContain('browser tab')
})

test('[ELE-93] names a test file that isn’t there, and runs nothing', async () => {
  const checks = path.resolve(import.meta.dirname, '../../tools/checks.mjs')
  const { only } = (await import(pathToFileURL(checks).href)) as { only(args: string[]): unknown[][] }
  expect(() => only(['test/tools/npm-start.test.ts', 'nosuch.test.ts'])).toThrow(
    'There is no test file "nosuch.test.ts".',
  )
  expect(() => only(['test/e2e/nosuch.spec.ts'])).toThrow('There is no test file "test/e2e/nosuch.spec.ts".')
  expect(only(['npm-start.test.ts']).flat()).toHaveLength(1)
  expect(only(['test/host/mcp/']).flat()).toHaveLength(1)
})
