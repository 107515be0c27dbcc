import { execFileSync } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'

const root = path.join(import.meta.dirname, '../..')

const git = (folder: string, ...args: string[]): string =>
  execFileSync('git', ['-C', folder, ...args], { encoding: 'utf8', maxBuffer: 64 * 1024 * 1024, stdio: 'pipe' })

/** The hash that git has of each file, by path. */
const committed = (folder: string): [file: string, hash: string][] =>
  git(folder, 'ls-files', '-s', '-z')
    .split('\0')
    .flatMap((line) => {
      const [, mode = '', hash = '', file = ''] = /^(\d+) (\w+) 0\t(.*)$/.exec(line) ?? []
      return mode.startsWith('100') ? [[file, hash]] : []
    })

// A copy without its history has no commit to compare with.
test.skipIf(!existsSync(path.join(root, '.git')))(
  '[WIN-15] has the committed bytes in each file of a checkout whose git converts line ends, as on Windows @all',
  () => {
    const folder = mkdtempSync(path.join(tmpdir(), 'line-ends-'))
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
    const clone = path.join(folder, 'clone')
    git(root, 'clone', '--quiet', '--config', 'core.autocrlf=true', '--config', 'core.eol=crlf', root, clone)
    const files = committed(clone)
    expect(files.length).toBeGreaterThan(1000)
    const hashes = execFileSync('git', ['-C', clone, 'hash-object', '--no-filters', '--stdin-paths'], {
      encoding: 'utf8',
      input: files.map(([file]) => file).join('\n'),
    }).split('\n')
    expect(files.filter(([, hash], i) => hash !== hashes[i]).map(([file]) => file)).toEqual([])
    expect(git(clone, 'status', '--porcelain')).toBe('')
  },
)
