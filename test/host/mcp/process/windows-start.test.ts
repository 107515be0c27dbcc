import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { type ShimSystem, type WindowsLaunch, windowsStart } from '../../../../main/host/mcp/process/windows-start.ts'
import { fc, times } from '../../../support/deep.ts'

const node = String.raw`C:\Program Files\nodejs`
const globals = String.raw`C:\Users\ada\AppData\Roaming\npm`
const tool = String.raw`C:\tools\server.cmd`
const variables = { Path: `C:\\Windows\\System32;${node}`, AppData: String.raw`C:\Users\ada\AppData\Roaming` }

/** A batch file as npm 11 makes it, with Windows' line ends. */
const batchFile = (name: string): string =>
  readFileSync(new URL(`../../../fixtures/windows/${name}.cmd`, import.meta.url), 'utf8').replaceAll('\n', '\r\n')

/** A Windows with these files, ignoring case. */
function windows(files: Record<string, string>): ShimSystem {
  const there = new Map(Object.entries(files).map(([file, text]) => [file.toLowerCase(), text]))
  return {
    platform: 'win32',
    isFile: (file) => there.has(file.toLowerCase()),
    isExecutable: () => false,
    read: (file) => there.get(file.toLowerCase()),
  }
}

const nodeFiles = { [`${node}\\node.exe`]: 'MZ' }

const start = (launch: Partial<WindowsLaunch>, files: Record<string, string> = {}) =>
  windowsStart(
    {
      command: tool,
      args: [],
      cwd: String.raw`C:\work`,
      variables,
      own: { SYSTEMROOT: String.raw`C:\Windows` },
      ...launch,
    },
    windows(files),
  )

/**
 * The part of a line that cmd reads as one command, without carets that it takes as escapes. Signs between quotes are
 * text.
 */
function asCmdReads(line: string): string {
  let isQuoted = false
  let read = ''
  for (let at = 0; at < line.length; at++) {
    const sign = line[at] ?? ''
    if (sign === '"') isQuoted = !isQuoted
    if (!isQuoted && sign === '^') {
      read += line[++at] ?? ''
      continue
    }
    if (sign === '\n' || sign === '\r' || (!isQuoted && '&|<>()'.includes(sign))) return read
    read += sign
  }
  return read
}

/** A line's words, as the C runtime of a program splits them. */
function words(line: string): string[] {
  const found: string[] = []
  let isQuoted = false
  let word: string | undefined
  for (let at = 0; at < line.length;) {
    const [slashes = ''] = /^\\*/.exec(line.slice(at)) ?? []
    at += slashes.length
    if (line[at] === '"') {
      word = (word ?? '') + '\\'.repeat(Math.floor(slashes.length / 2))
      if (slashes.length % 2 === 1) word += '"'
      else isQuoted = !isQuoted
      at++
    } else if (slashes !== '') word = (word ?? '') + slashes
    else if (!isQuoted && (line[at] === ' ' || line[at] === '\t')) {
      if (word !== undefined) found.push(word)
      word = undefined
      at++
    } else word = (word ?? '') + (line[at++] ?? '')
  }
  return word === undefined ? found : [...found, word]
}

/** The arguments that a batch file's program gets: cmd reads the line given to it, then the batch file’s line with `%*`. */
function received(line: string): string[] {
  const first = asCmdReads(line)
  const rest = first.slice(first.indexOf('"', 1) + 1)
  return words(asCmdReads(`"node.exe" "server.js" ${rest}`)).slice(2)
}

describe('[WIN-1] a batch file', () => {
  test.each(['"', '%', '!', '\n', '\r', '\u001A', '\0'])(
    'gets no argument with a sign that cmd could act on: %j',
    (sign) => {
      const refused = start({ args: ['a', `x${sign} & calc.exe`] })
      expect(refused).toEqual({ problem: expect.stringContaining('Can’t start server.cmd with an argument') })
      expect(JSON.stringify(refused)).not.toContain('calc')
    },
  )

  test('gets every other argument as one argument, after both of cmd’s readings', () => {
    const signs = fc.constantFrom(...String.raw`&|<>^()[]{};,=~'*?@\ `, '\t', 'a', 'é', '\\\\')
    fc.assert(
      fc.property(
        fc.array(
          fc.array(signs).map((it) => it.join('')),
          { maxLength: 4 },
        ),
        (args) => {
          const made = start({ args })
          if ('problem' in made) throw new Error(made.problem)
          const line = made.args.at(-1) ?? ''
          expect(received(line.slice(1, -1))).toEqual(args)
        },
      ),
      { numRuns: times(500, 5000) },
    )
  })

  test('is named in quotes, and run by the system’s own cmd without its start commands', () => {
    expect(start({ command: String.raw`C:\a & b\x.bat`, args: ['one two'] })).toEqual({
      command: String.raw`C:\Windows\System32\cmd.exe`,
      args: ['/d', '/v:off', '/s', '/c', String.raw`""C:\a & b\x.bat" "one two""`],
      isVerbatim: true,
    })
    expect(start({ command: String.raw`C:\%TEMP%\x.bat` })).toEqual({ problem: expect.stringContaining('%') })
    expect(start({ args: ['x'.repeat(9000)] })).toEqual({ problem: expect.stringContaining('more than 8000') })
  })

  test.each(['npx', 'npm'])('of npm is replaced by Node with npm’s script: %s', (name) => {
    const script = `${node}\\node_modules\\npm\\bin\\${name}-cli.js`
    const command = `${node}\\${name}.cmd`
    const files = { ...nodeFiles, [command]: batchFile(name), [script]: '' }
    const args = ['-y', 'x" & calc.exe', '%PATH%']
    expect(start({ command, args }, files)).toEqual({ command: `${node}\\node.exe`, args: [script, ...args] })
    const newer = `${globals}\\node_modules\\npm\\bin\\${name}-cli.js`
    expect(start({ command, args }, { ...files, [newer]: '' })).toMatchObject({ args: [newer, ...args] })
    expect(start({ command, args: ['-y'] }, { ...nodeFiles, [command]: batchFile(name) })).toHaveProperty('isVerbatim')
  })

  test('of a package is replaced by Node with its script, and with the flags before it', () => {
    const command = `${globals}\\my-server.cmd`
    const script = `${globals}\\node_modules\\@a\\my-server\\dist\\index.js`
    const made = (text: string) => start({ command, args: ['a"b'] }, { ...nodeFiles, [command]: text, [script]: '' })
    const program = `${node}\\node.exe`
    expect(made(batchFile('package-node'))).toEqual({ command: program, args: [script, 'a"b'] })
    expect(made(batchFile('package-flags'))).toEqual({
      command: program,
      args: ['--enable-source-maps', script, 'a"b'],
    })
    expect(made(batchFile('package-python'))).toHaveProperty('problem')
    expect(made(`${batchFile('package-node')}calc.exe`)).toHaveProperty('problem')
    expect(made(`@echo hi\n${batchFile('npx')}`)).toHaveProperty('problem')
  })

  test('isn’t replaced by another batch file that has Node’s name', () => {
    const command = `${node}\\npx.cmd`
    const script = `${node}\\node_modules\\npm\\bin\\npx-cli.js`
    const files = { [command]: batchFile('npx'), [script]: '', [`${node}\\node.cmd`]: '' }
    expect(start({ command }, files)).toHaveProperty('isVerbatim')
  })
})

test.each(['python.exe', 'x.COM', 'x.EXE'])(
  '[WIN-2] starts a program without cmd, even one that can’t be read: %s',
  (name) => {
    const command = `C:\\Users\\ada\\AppData\\Local\\Microsoft\\WindowsApps\\${name}`
    const args = ['"', '%PATH%', 'a b']
    expect(start({ command, args, cwd: String.raw`\\server\share` })).toEqual({ command, args })
  },
)

describe('[WIN-3] a network folder as working folder', () => {
  const cwd = String.raw`\\server\share\project`

  test.each([cwd, '//server/share', String.raw`\\?\UNC\server\share`])('is refused for a batch file: %s', (folder) => {
    expect(start({ cwd: folder })).toEqual({ problem: expect.stringContaining(`Can’t start server.cmd in ${folder}`) })
  })

  test('is refused for npm, which starts packages with cmd, and given to other scripts', () => {
    const [command, script] = [`${node}\\npx.cmd`, `${node}\\node_modules\\npm\\bin\\npx-cli.js`]
    const files = { ...nodeFiles, [command]: batchFile('npx'), [script]: '' }
    expect(start({ command, cwd }, files)).toHaveProperty('problem')
    const [own, index] = [`${globals}\\s.cmd`, `${globals}\\node_modules\\@a\\my-server\\dist\\index.js`]
    const server = { ...nodeFiles, [own]: batchFile('package-node'), [index]: '' }
    expect(start({ command: own, cwd }, server)).toMatchObject({ args: [index] })
  })
})
