import { spawn } from 'node:child_process'
import { mkdirSync, readdirSync, statSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { removeFolder, temporaryFolder } from './packages.ts'
import { findProgram, openProgram } from './verify/programs.ts'
import { judge, passes } from './verify/verdict.ts'
import { verify } from './verify/verify.ts'

let folder = ''
beforeAll(() => (folder = temporaryFolder()))
afterAll(() => removeFolder(folder))

function put(name: string): string {
  const file = path.join(folder, name)
  mkdirSync(path.dirname(file), { recursive: true })
  writeFileSync(file, '')
  return file
}

describe('a package to verify', () => {
  test.each([
    ['linux', 'dist', 'dist/linux-unpacked/atrium'],
    ['linux', 'deb', 'deb/opt/Atrium/atrium'],
    ['linux', 'opt', 'opt/atrium'],
    ['win32', 'dist', 'dist/win-unpacked/Atrium.exe'],
    ['win32', 'Programs/Atrium', 'Programs/Atrium/Atrium.exe'],
    ['darwin', 'Applications/Atrium.app', 'Applications/Atrium.app/Contents/MacOS/Atrium'],
    ['darwin', 'mac-dist', 'mac-dist/mac/Atrium.app/Contents/MacOS/Atrium'],
  ] as const)('[PKG-33] is found on %s in %s', (platform, given, program) => {
    const file = put(program)
    expect(findProgram(path.join(folder, given), platform)).toEqual({ file })
  })

  test('[PKG-33] is the one for this processor', () => {
    const other = process.arch === 'x64' ? 'arm64' : 'ia32'
    const [own, foreign] = [process.arch === 'x64' ? 'mac' : `mac-${process.arch}`, `mac-${other}`]
    const program = 'Atrium.app/Contents/MacOS/Atrium'
    put(`both/${foreign}/${program}`)
    const file = put(`both/${own}/${program}`)
    expect(findProgram(path.join(folder, 'both'), 'darwin')).toEqual({ file })
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
  writeFileSync(image, Buffer.from('\x7fELF\x02\x01\x01\x00AI\x02', 'latin1'), { mode: 0o644 })
  expect(findProgram(image, 'linux')).toEqual({ file: image })
  put('app/resources/app.asar')
  const program = put('app/other')
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
    expect(passes(judge({ ...seen, lacks: detail }))).toBe(true)
    expect(passes(judge({ ...seen, lacks: 'Problems in Node.js.' }))).toBe(false)
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
