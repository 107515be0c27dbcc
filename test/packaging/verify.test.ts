import { createPackage } from '@electron/asar'
import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { removeFolder, root, temporaryFolder } from './packages.ts'
import { findProgram } from './verify/find.ts'
import { openProgram } from './verify/programs.ts'
import { judge, passes } from './verify/verdict.ts'
import { verify } from './verify/verify.ts'

let folder = ''
beforeAll(() => (folder = temporaryFolder()))
afterAll(() => removeFolder(folder))

function put(name: string, content: string | Buffer = ''): string {
  const file = path.join(folder, name)
  mkdirSync(path.dirname(file), { recursive: true })
  writeFileSync(file, content)
  return file
}

/** The beginning of a program, as each system has it. */
const headers = {
  linux: { x64: `7f454c46020101${'00'.repeat(9)}02003e00`, arm64: `7f454c46020101${'00'.repeat(9)}0200b700` },
  darwin: { x64: 'cffaedfe07000001', arm64: 'cffaedfe0c000001' },
}

function programOf(platform: 'linux' | 'darwin' | 'win32', arch: 'x64' | 'arm64'): Buffer {
  if (platform !== 'win32') return Buffer.from(headers[platform][arch], 'hex')
  const head = Buffer.alloc(0x90)
  head.write('MZ')
  head.writeUInt32LE(0x80, 0x3c)
  head.write('PE', 0x80)
  head.writeUInt16LE(arch === 'x64' ? 0x8664 : 0xaa64, 0x84)
  return head
}

/** An archive with a package of this name. */
async function archiveOf(name: string): Promise<Buffer> {
  const from = path.join(folder, `package-${name}`)
  put(`package-${name}/package.json`, JSON.stringify({ name }))
  await createPackage(from, `${from}.asar`)
  return readFileSync(`${from}.asar`)
}

let atrium: Buffer
beforeAll(async () => (atrium = await archiveOf('atrium')))

/** A program with an archive beside it. */
function putPackage(program: string, content: Buffer, archive = atrium): string {
  const resources = program.includes('Contents/MacOS/') ? '../Resources' : 'resources'
  put(path.join(path.dirname(program), resources, 'app.asar'), archive)
  return put(program, content)
}

describe('a package to verify', () => {
  test.each([
    ['linux', 'dist', 'dist/linux-unpacked/atrium'],
    ['linux', 'deb', 'deb/opt/Atrium/atrium'],
    ['linux', 'opt', 'opt/atrium'],
    ['linux', 'mine', 'mine/of any name/atrium'],
    ['win32', 'windows', 'windows/win-unpacked/Atrium.exe'],
    ['win32', 'Programs/Atrium', 'Programs/Atrium/Atrium.exe'],
    ['darwin', 'Applications/Atrium.app', 'Applications/Atrium.app/Contents/MacOS/Atrium'],
    ['darwin', 'mac-dist', 'mac-dist/mac/Atrium.app/Contents/MacOS/Atrium'],
  ] as const)('[PKG-33] is found on %s in %s', (platform, given, program) => {
    for (const arch of ['x64', 'arm64'] as const) {
      const file = putPackage(program, programOf(platform, arch))
      expect(findProgram(path.join(folder, given), platform, arch)).toEqual({ file })
      expect(findProgram(file, platform, arch)).toEqual({ file })
    }
  })

  test('[PKG-33] is the one for this processor, by its header', () => {
    const program = 'Atrium.app/Contents/MacOS/Atrium'
    const file = putPackage(`both/one/${program}`, programOf('darwin', 'x64'))
    const other = putPackage(`both/other/${program}`, programOf('darwin', 'arm64'))
    expect(findProgram(path.join(folder, 'both'), 'darwin', 'x64')).toEqual({ file })
    expect(findProgram(path.join(folder, 'both'), 'darwin', 'arm64')).toEqual({ file: other })
    expect(findProgram(file, 'darwin', 'arm64')).toEqual({
      problem: 'Atrium isn’t a program for this system and processor.',
    })
    const forBoth = `cafebabe0000000201000007${'00'.repeat(16)}0100000c`
    const universal = putPackage(`universal/${program}`, Buffer.from(forBoth, 'hex'))
    for (const arch of ['x64', 'arm64'])
      expect(findProgram(path.join(folder, 'universal'), 'darwin', arch)).toEqual({ file: universal })
  })

  test('[PKG-33] isn’t another program with its name, and must be named if there are several', async () => {
    const program = programOf('linux', 'x64')
    putPackage('alike/linux-unpacked/atrium', program, await archiveOf('other'))
    put('alike/opt/Atrium/atrium', program)
    putPackage('alike/script/atrium', Buffer.from('#!/bin/sh'))
    putPackage('alike/broken/atrium', program, Buffer.from('no archive'))
    const alike = path.join(folder, 'alike')
    const none = `There is no Atrium for this system in ${alike}. Name its program or its folder.`
    expect(findProgram(alike, 'linux', 'x64')).toEqual({ problem: none })
    putPackage('alike/b/atrium', program)
    const file = putPackage('alike/a/atrium', program)
    const several = `There are 2 Atriums for this system in ${alike}: a/atrium, b/atrium. Name one of them.`
    expect(findProgram(alike, 'linux', 'x64')).toEqual({ problem: several })
    expect(findProgram(path.join(alike, 'a'), 'linux', 'x64')).toEqual({ file })
  })

  test.each([
    ['nothing', /^There is no .*nothing\. Run npm run dist first/],
    ['empty', /^There is no Atrium for this system in .*empty\./],
    ['atrium-0.1.0-linux-amd64.deb', /is an installer\. Install it, then name what it installed\.$/],
    ['atrium-0.1.0-mac-arm64.dmg', /is an installer/],
    ['README.md', /^README\.md isn’t an Atrium package\. Name an AppImage/],
    ['script.AppImage', /^script\.AppImage isn’t an Atrium package/],
    ['atrium-0.1.0-win-x64.exe', /is the installer\. Run it, then name the Atrium\.exe that it installed\.$/],
  ])('[PKG-33] is not %s, and a sentence says what to name instead', (given, sentence) => {
    if (given === 'empty') mkdirSync(path.join(folder, given))
    else if (given !== 'nothing') put(given)
    expect(findProgram(path.join(folder, given), 'linux')).toEqual({ problem: expect.stringMatching(sentence) })
  })
})

test('[PKG-33] runs an AppImage or a program with its application beside it, and changes neither', async () => {
  const image = put('Real.AppImage')
  const head = programOf('linux', process.arch === 'arm64' ? 'arm64' : 'x64')
  head.write('AI\x02', 8, 'latin1')
  writeFileSync(image, head, { mode: 0o644 })
  expect(findProgram(image, 'linux')).toEqual({ file: image })
  const program = putPackage('app/other', head)
  expect(findProgram(program, 'linux')).toEqual({ file: program })
  const why = process.getuid?.() === 0 ? /ordinary user/ : /can’t be run\. Allow it with: chmod \+x /
  if (process.platform === 'linux') await expect(openProgram(image, folder)).rejects.toThrow(why)
  expect(statSync(image).mode & 0o111).toBe(0)
})

const steps = [
  'start',
  'window',
  'page',
  'installation',
  'message',
  'question',
  'question-picture',
  'answer',
  'reply',
  'reply-picture',
]
const linesOf = (...names: string[]): string =>
  names.map((step) => `${JSON.stringify({ step, outcome: 'fine', ms: 1 })}\n`).join('')
const well = { steps: linesOf(...steps), code: 0, log: { code: 0, said: '' }, lastWords: '' }

describe('a verdict', () => {
  test.each(['', 'fail', 'FINE', undefined, null])('[PKG-31] fails a step with the outcome %j', (outcome) => {
    const odd = `${JSON.stringify({ step: 'start', outcome, ms: 1 })}\n`
    const rows = judge({ ...well, steps: odd + linesOf(...steps.slice(1)) })
    expect(rows.at(-1)).toMatchObject({ step: 'start', outcome: 'problem' })
    expect(passes(rows)).toBe(false)
  })

  test('[PKG-31] fails an installation with a problem, unless it is what the program can’t have', () => {
    const detail = 'Problems in Window.'
    const line = `${JSON.stringify({ step: 'installation', outcome: 'notice', ms: 1, detail })}\n`
    const seen = { ...well, steps: linesOf(...steps.slice(0, 3)) + line + linesOf(...steps.slice(4)) }
    expect(judge(seen).at(-1)).toMatchObject({ step: 'installation', outcome: 'problem' })
    expect(passes(judge(seen))).toBe(false)
    const lacks = { parts: detail, why: 'It has none.' }
    const rows = judge({ ...seen, lacks })
    expect([passes(rows), rows.find(({ outcome }) => outcome === 'notice')?.sentence]).toEqual([
      true,
      `${detail} It has none.`,
    ])
    expect(passes(judge({ ...seen, lacks: { ...lacks, parts: 'Problems in Node.js.' } }))).toBe(false)
  })
})

/** A program that isn't Atrium: Node with this script, which gets no test's own settings. */
const scripted = (script: string) => ({
  name: 'scripted',
  start: () => spawn(process.execPath, ['-e', script], { env: { ...process.env, NODE_OPTIONS: undefined } }),
  remove: () => undefined,
})

describe('a check of a package', () => {
  test('[PKG-31] ends although another program keeps the output open @all', async () => {
    const leaves = `const options = { stdio: 'inherit', detached: true }
      const { pid } = require('node:child_process').spawn(process.execPath, ['-e', 'setTimeout(() => {}, 60000)'], options)
      console.error('left ' + pid)
      process.exit(3)`
    const report = path.join(folder, 'report')
    const rows = await verify({ program: scripted(leaves), report, home: folder })
    const { sentence = '' } = rows.at(-1) ?? {}
    const [, left = ''] = /Atrium ended with code 3\. Its last words were: “left (\d+)”/.exec(sentence) ?? []
    expect(left).not.toBe('')
    process.kill(Number(left))
  })

  test('[PKG-31] names a program that the system refuses to run', async () => {
    const start = () => spawn(path.join(folder, 'no-such-program'))
    const program = { name: 'none', start, remove: () => undefined }
    const rows = await verify({ program, report: path.join(folder, 'refused'), home: folder })
    expect(rows).toEqual([
      expect.objectContaining({
        step: 'start',
        outcome: 'problem',
        sentence: expect.stringMatching(/^This system didn’t run the program: .*ENOENT\. Start it by hand/),
      }),
    ])
  })

  test('[PKG-30] writes over an earlier report only', async () => {
    const taken = verify({ program: scripted(''), report: put('taken'), home: folder })
    await expect(taken).rejects.toThrow(/^Can’t write to .*taken: .*\. Name another folder with --report\.$/)
    const report = path.join(folder, 'home')
    put('home/letter.txt')
    const refused = verify({ program: scripted(''), report, home: folder })
    await expect(refused).rejects.toThrow('has other files. Name a new folder with --report.')
    expect(readdirSync(report)).toEqual(['letter.txt'])
  })
})

test('[PKG-37] ends the program and removes its folder when it is stopped', async () => {
  const home = path.join(folder, 'stopped')
  mkdirSync(home)
  const stopping = new AbortController()
  const reason = new Error('stopped')
  let left: ChildProcess | undefined
  const stubborn = `process.on('SIGTERM', () => setTimeout(() => process.exit(7), 100)); console.log('up')
    setInterval(() => {}, 1000)`
  const program = {
    ...scripted(stubborn),
    start: () => {
      const child = (left = scripted(stubborn).start())
      child.stdout?.once('data', () => stopping.abort(reason))
      return child
    },
  }
  const report = path.join(folder, 'stopped-report')
  await expect(verify({ program, report, home, signal: stopping.signal })).rejects.toBe(reason)
  expect(left?.exitCode).toBe(process.platform === 'win32' ? null : 7)
  expect(readdirSync(home)).toEqual([])
})

test.skipIf(process.platform === 'win32').each([
  ['SIGINT', 130],
  ['SIGTERM', 143],
] as const)('[PKG-37] ends with the code of %s, and leaves no folder behind @all', async (signal, code) => {
  const places = path.join(folder, `places-${signal}`)
  mkdirSync(places)
  const report = path.join(folder, `report-${signal}`)
  const check = spawn(process.execPath, ['test/packaging/verify/run.ts', 'double:', '--report', report], {
    cwd: root,
    env: { ...process.env, TMPDIR: places, NODE_OPTIONS: undefined },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  const words = text(check.stderr)
  await vi.waitFor(() => expect(readdirSync(places).some((name) => name.startsWith('atrium-packaging-'))).toBe(true), {
    timeout: 60_000,
  })
  check.kill(signal)
  expect(await once(check, 'close')).toEqual([code, null])
  expect(await words).toContain('The check was stopped.')
  expect(readdirSync(places).filter((name) => name.startsWith('atrium'))).toEqual([])
})

describe('the verdict on a package', () => {
  test('[PKG-30] is good if every step, the exit code and the chain are', () => {
    const rows = judge(well)
    expect(rows.map(({ step }) => step)).toEqual([...steps, 'quit', 'log'])
    expect(passes(rows)).toBe(true)
  })

  test.each(steps)('[PKG-31] ends with a sentence at the step %s if the program stopped there', (step) => {
    const seen = { ...well, steps: linesOf(...steps.slice(0, steps.indexOf(step))), code: null }
    const rows = judge(seen)
    expect(rows.at(-1)).toMatchObject({ step, outcome: 'problem', sentence: expect.stringMatching(/^[A-Z].*\.$/) })
    expect(passes(rows)).toBe(false)
  })

  test('[PKG-31] shows a program that doesn’t exit with 0', () => {
    const rows = judge({ ...well, code: 1 })
    expect(rows.find(({ step }) => step === 'quit')).toMatchObject({
      outcome: 'problem',
      sentence: 'Atrium ended with code 1. It should have ended with code 0. Read log.txt.',
    })
  })

  test('[PKG-31] names a program that the system refuses', () => {
    const refused = 'This system didn’t run the program: spawn EACCES.'
    expect(judge({ refused, steps: '', lastWords: '' })).toEqual([
      expect.objectContaining({ step: 'start', sentence: expect.stringContaining(refused) }),
    ])
  })

  test('[PKG-31] ignores a line that was cut while it was written', () => {
    const rows = judge({ ...well, steps: `${linesOf('start')}{"step":"win`, code: null })
    expect(rows.map(({ step, outcome }) => [step, outcome])).toEqual([
      ['start', 'fine'],
      ['window', 'problem'],
    ])
  })
})
