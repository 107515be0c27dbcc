import { existsSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { prepareEnclosure } from '../../../../main/host/mcp/containment/enclosure.ts'
import { hiddenFrom } from '../../../../main/host/mcp/containment/hidden-places.ts'
import { quotedPath, sandboxProfile } from '../../../../main/host/mcp/containment/sandbox-profile.ts'
import { enclose } from '../../../../main/host/mcp/process/containment.ts'

const own = '/Users/ada/Library/Application Support/Atrium'
const confined = {
  bounds: { level: 'limited' as const, writable: ['/Users/ada/notes'], readable: [], hosts: [] },
  hidden: [
    { path: '/Users/ada/.ssh', isFolder: true },
    { path: '/Users/ada/.netrc', isFolder: false },
    { path: own, isFolder: true },
  ],
  cache: `${own}/contained/ab/cache`,
  temporary: `${own}/contained/ab/tmp`,
  program: ['/opt/homebrew/bin/node'],
  cwd: '/Users/ada/notes',
}

/** The rules that name a path, in the profile's order: the last one that matches decides. */
const about = (profile: string, text: string): string[] => profile.split('\n').filter((line) => line.includes(text))

describe('a profile for macOS', () => {
  test('[CNT-24] lets a limited program change its folders alone, and hides other programs’ secrets after all else', () => {
    const profile = sandboxProfile(confined)
    expect(profile.split('\n').slice(0, 3)).toEqual(['(version 1)', '(allow default)', '(deny file-write*)'])
    expect(about(profile, '(subpath "/Users/ada/notes")')).toHaveLength(1)
    expect(about(profile, '"/Users/ada/.ssh"').at(-1)).toMatch(
      /^\(deny file-read\* file-write\* .*\(literal "\/Users\/ada\/\.netrc"\)/,
    )
    const [allowed = '', kept = ''] = about(profile, `(subpath "${confined.cache}")`)
    expect(allowed).toMatch(/^\(allow file-read\* file-write\* /)
    expect(kept).toBe(
      `(deny file-read* file-write* (require-all (subpath "${own}") (require-not (subpath "${confined.cache}")) (require-not (subpath "${confined.temporary}"))))`,
    )
  })

  test('[CNT-24] shows a sealed program its folders, itself and the system’s programs, and no network', () => {
    const bounds = { level: 'sealed' as const, writable: [], readable: ['/Users/ada/books'], hosts: [] }
    const profile = sandboxProfile({ ...confined, bounds })
    expect(profile.split('\n')[1]).toBe('(deny default)')
    expect(profile).not.toContain('network')
    expect(profile).not.toMatch(/allow file-read\*[^\n]*"\/Users\/ada"/)
    expect(about(profile, '(subpath "/Users/ada/books")')[0]).toMatch(/^\(allow file-read\* \(subpath "\/usr"\)/)
    expect(about(profile, '(literal "/opt/homebrew/bin/node")')[0]).toMatch(/^\(allow file-read\* /)
  })

  test('[CNT-24] contains no path that could end its text', () => {
    expect(quotedPath('/a/"b\\c')).toBe(String.raw`"/a/\"b\\c"`)
    expect(() => quotedPath('/a\n(allow default)')).toThrow('control characters')
    // A rule without paths would be about all of them.
    const bare = sandboxProfile({ ...confined, hidden: [], bounds: { ...confined.bounds, writable: [] } })
    expect(bare).not.toMatch(/^\(deny file-read\* file-write\*\s*\)$/m)
    expect(bare.match(/\(/g)).toHaveLength(bare.match(/\)/g)?.length ?? 0)
  })

  test('[CNT-24] confines a program inside the guard that ends its group', () => {
    const folder = realpathSync(mkdtempSync(path.join(tmpdir(), 'atrium-profile-')))
    onTestFinished(() => rmSync(folder, { recursive: true }))
    const [home, data] = [path.join(folder, 'home'), path.join(folder, 'home/data')]
    for (const each of [path.join(home, '.ssh'), data]) mkdirSync(each, { recursive: true })
    writeFileSync(path.join(home, '.ssh/key'), 'secret')
    const hidden = hiddenFrom([home], [data])
    const scene = { bounds: confined.bounds, homes: [home], hidden, program: ['/bin/true'], cwd: '/' }
    const wanted = { ...scene, folder: path.join(data, 'it'), env: { LD_PRELOAD: 'theirs', HOME: home } }
    const enclosure = prepareEnclosure(wanted, 'darwin')
    const profile = readFileSync(enclosure.profile ?? '', 'utf8')
    expect(profile).toContain(`(subpath "${home}/.ssh")`)
    // It doesn’t exist yet.
    expect(profile).toContain(`(subpath "${home}/.aws")`)
    expect(enclosure.env['TMPDIR']).toBe(path.join(data, 'it/tmp'))
    expect(existsSync(path.join(data, 'it/built'))).toBe(true)
    const started = enclose(enclosure, '/bin/true', ['--flag'])
    const at = started.args.indexOf('/usr/bin/sandbox-exec')
    expect({ command: started.command, leash: started.leash }).toEqual({ command: '/bin/sh', leash: true })
    expect(started.args.slice(at, at + 3)).toEqual(['/usr/bin/sandbox-exec', '-f', enclosure.profile])
    expect(started.args.slice(-2)).toEqual(['/bin/true', '--flag'])
    expect(started.env['LD_PRELOAD']).toBeUndefined()
  })
})
