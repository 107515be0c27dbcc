import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { prepareEnclosure } from '../../../../main/host/mcp/containment/enclosure.ts'
import { hiddenFrom } from '../../../../main/host/mcp/containment/hidden-paths.ts'
import { quotedPath, sandboxProfile } from '../../../../main/host/mcp/containment/sandbox-profile.ts'
import { enclose } from '../../../../main/host/mcp/process/containment.ts'
import { verdictOf } from './profile-verdict.ts'

const home = '/Users/ada'
const own = `${home}/Library/Application Support/Atrium`
const confined = {
  bounds: { level: 'limited' as const, writable: [`${home}/notes`], readable: [], hosts: [] },
  homes: [home],
  hidden: [`${home}/.ssh`, `${home}/.netrc`, own],
  cache: `${own}/contained/ab/cache`,
  temporary: `${own}/contained/ab/tmp`,
  program: ['/opt/homebrew/bin/node'],
  cwd: `${home}/notes`,
}
const sealed = {
  ...confined,
  bounds: { level: 'sealed' as const, writable: [`${home}/notes`], readable: [`${home}/books`], hosts: [] },
}
const both = [
  ['limited', sandboxProfile(confined)],
  ['sealed', sandboxProfile(sealed)],
] as const

/** The paths of a list at which a profile allows an operation. */
const allowedAt = (profile: string, operation: string, paths: string[]): string[] =>
  paths.filter((it) => verdictOf(profile, operation, { path: it }) === 'allow')

const changes = ['file-write-data', 'file-write-create', 'file-write-unlink', 'file-link']
const ownFiles = [`${home}/notes/a`, `${confined.cache}/a`, `${confined.temporary}/a`]
const secrets = [`${home}/.ssh/id`, `${home}/.netrc`, `${own}/journal.db`, `${own}/contained/cd/cache/a`]

describe('a profile for macOS', () => {
  test('[CNT-24] lets a limited program read all but other programs’ secrets, and change its folders alone', () => {
    const profile = sandboxProfile(confined)
    const readable = [`${home}/letters/a`, '/opt/homebrew/etc/my.cnf', ...ownFiles]
    expect(allowedAt(profile, 'file-read-data', [...readable, ...secrets])).toEqual(readable)
    for (const change of changes)
      expect(allowedAt(profile, change, [`${home}/letters/a`, '/private/tmp/a', ...secrets, ...ownFiles])).toEqual(
        ownFiles,
      )
    for (const operation of ['file-link', 'file-clone', 'file-map-executable', 'file-read-metadata'])
      expect(allowedAt(profile, operation, secrets)).toEqual([])
    expect(verdictOf(profile, 'network-outbound', { address: 'example.com:443' })).toBe('allow')
  })

  test('[CNT-24] shows a sealed program its folders, itself and the system’s programs, and no network', () => {
    const profile = sandboxProfile(sealed)
    const readable = [`${home}/books/a`, '/usr/bin/true', '/opt/homebrew/bin/node', ...ownFiles]
    const others = [`${home}/letters/a`, home, '/Users', '/private/tmp/a', '/Volumes/Backup/a']
    expect(allowedAt(profile, 'file-read-data', [...readable, ...others, ...secrets])).toEqual(readable)
    for (const change of changes)
      expect(allowedAt(profile, change, [`${home}/books/a`, ...others, ...secrets, ...ownFiles])).toEqual(ownFiles)
    expect(verdictOf(profile, 'network-outbound', { address: 'example.com:443' })).toBe('deny')
  })

  test.each(both)('[MAC-1] leaves a %s program only its own folders’ sockets, and the resolver', (level, profile) => {
    const resolver = '/private/var/run/mDNSResponder'
    const sockets = [
      '/private/var/run/docker.sock',
      `${home}/.orbstack/run/docker.sock`,
      `${home}/.gnupg/S.gpg-agent`,
      '/private/tmp/com.apple.launchd.x/Listeners',
      `${own}/run/gate`,
      ...ownFiles,
    ]
    const reached = (operation: string): string[] =>
      [...sockets, resolver].filter((socket) => verdictOf(profile, operation, { socket }) === 'allow')
    expect(reached('network-outbound')).toEqual([...ownFiles, ...(level === 'limited' ? [resolver] : [])])
    expect(reached('network-bind')).toEqual(ownFiles)
    expect(verdictOf(profile, 'system-socket', { family: 'AF_UNIX' })).toBe('allow')
  })

  test.each(both)('[MAC-2] lets a %s program act through no other program, and look at none', (_level, profile) => {
    for (const operation of [
      'job-creation',
      'lsopen',
      'appleevent-send',
      'user-preference-write',
      'file-mount',
      'mach-priv-task-port',
    ])
      expect([operation, verdictOf(profile, operation)]).toEqual([operation, 'deny'])
    for (const service of [
      'com.apple.launchservicesd',
      'com.apple.coreservices.appleevents',
      'com.apple.SecurityServer',
    ])
      expect([service, verdictOf(profile, 'mach-lookup', { service })]).toEqual([service, 'deny'])
    for (const operation of ['signal', 'process-info-pidinfo', 'process-info-setcontrol']) {
      expect(verdictOf(profile, operation, { process: 'other' })).toBe('deny')
      expect(verdictOf(profile, operation, { process: 'own' })).toBe('allow')
    }
    // Other processes’ arguments and variables.
    expect(verdictOf(profile, 'sysctl-read', { sysctl: 'kern.procargs2' })).toBe('deny')
    expect(verdictOf(profile, 'sysctl-read', { sysctl: 'hw.ncpu' })).toBe('allow')
  })

  test('[MAC-3] shows a sealed program no settings or databases of package managers, and no other volume', () => {
    const profile = sandboxProfile(sealed)
    const programs = [
      '/usr/lib/libz.dylib',
      '/usr/share/zoneinfo/UTC',
      '/System/Library/Frameworks/Security.framework/Security',
      '/opt/homebrew/Cellar/node/24/lib/libnode.dylib',
      '/opt/homebrew/opt/python/bin/python3',
      '/usr/local/bin/uvx',
      '/opt/local/lib/libssl.dylib',
      '/Library/Frameworks/Python.framework/Versions/3.14/bin/python3',
      '/System/Volumes/Preboot/Cryptexes/OS/System/Library/dyld/cache',
      '/private/var/select/sh',
      '/opt/homebrew/etc/openssl@3/cert.pem',
      '/opt/homebrew/etc/ca-certificates/cert.pem',
      '/private/etc/hosts',
    ]
    const personal = [
      '/opt/homebrew/var/postgresql@17/base/1',
      '/opt/homebrew/etc/my.cnf',
      '/opt/homebrew/etc/openssl@3/private/key',
      '/usr/local/var/db/redis/dump.rdb',
      '/usr/local/etc/gitconfig',
      '/opt/local/var/db/x',
      '/opt/work/secret',
      '/System/Volumes/Data/Users/ada/letters/a',
      '/private/etc/ssh/ssh_host_key',
      '/Library/Preferences/a.plist',
      '/private/var/folders/ab/T/a',
      '/Applications/Other.app/Contents/a',
      '/Library/Application Support/a',
    ]
    expect(allowedAt(profile, 'file-read-data', [...programs, ...personal])).toEqual(programs)
    // The loader opens the root folder.
    expect(allowedAt(profile, 'file-read-data', ['/', '/opt', '/usr/local'])).toEqual(['/'])
  })

  test('[MAC-4] lets a sealed program read its runtime in the home folder, and load libraries and add-ons', () => {
    const folder = realpathSync(mkdtempSync(path.join(tmpdir(), 'atrium-runtime-')))
    onTestFinished(() => rmSync(folder, { recursive: true }))
    const node = path.join(folder, '.nvm/versions/node/v24/bin/node')
    const application = path.join(folder, 'Tool.app')
    for (const each of ['.nvm/versions/node/v24/lib', '.nvm/versions/node/v22/lib', 'Tool.app/Contents/MacOS'])
      mkdirSync(path.join(folder, each), { recursive: true })
    const program = [node, path.join(application, 'Contents/MacOS/tool')]
    const profile = sandboxProfile({ ...sealed, homes: [folder], program, cwd: confined.temporary })
    const runtime = path.join(folder, '.nvm/versions/node/v24/lib/libnode.dylib')
    const addOns = [
      runtime,
      path.join(application, 'Contents/Frameworks/a.dylib'),
      `${home}/books/node_modules/a/a.node`,
    ]
    const others = [path.join(folder, '.nvm/versions/node/v22/lib/a'), path.join(folder, '.nvm/alias/default')]
    for (const operation of ['file-read-data', 'file-map-executable'])
      expect(allowedAt(profile, operation, [...addOns, ...others, ...secrets])).toEqual(addOns)
    expect(
      allowedAt(profile, 'file-read-metadata', ['/etc', '/var', '/Users', path.join(folder, '.nvm')]),
    ).toHaveLength(4)
  })

  test('[CNT-24] contains no path that could end its text', () => {
    expect(quotedPath('/a/"b\\c')).toBe(String.raw`"/a/\"b\\c"`)
    expect(() => quotedPath('/a\n(allow default)')).toThrow('control characters')
    // A rule without paths would be about all of them.
    const bare = sandboxProfile({ ...confined, hidden: [], bounds: { ...confined.bounds, writable: [] } })
    for (const profile of [bare, sandboxProfile({ ...sealed, program: [] })])
      expect(profile).not.toMatch(/^\(allow file-\S+\s*\)$/m)
    expect(verdictOf(bare, 'file-read-data', { path: `${home}/.ssh/id` })).toBe('allow')
    const odd = sandboxProfile({ ...confined, hidden: ['/a/"b\\c'] })
    expect(verdictOf(odd, 'file-read-data', { path: '/a/"b\\c/d' })).toBe('deny')
  })

  test('[CNT-24] confines a program inside the guard that ends its group', () => {
    const folder = realpathSync(mkdtempSync(path.join(tmpdir(), 'atrium-profile-')))
    onTestFinished(() => rmSync(folder, { recursive: true }))
    const { data, prepared } = prepare(folder, 'limited')
    const enclosure = prepared('/')
    expect(enclosure.env['TMPDIR']).toBe(path.join(data, 'it/tmp'))
    expect(existsSync(path.join(data, 'it/built'))).toBe(true)
    const started = enclose(enclosure, '/bin/true', ['--flag'])
    const at = started.args.indexOf('/usr/bin/sandbox-exec')
    expect({ command: started.command, leash: started.leash }).toEqual({ command: '/bin/sh', leash: true })
    expect(started.args.slice(at - 1, at + 3)).toEqual(['/', '/usr/bin/sandbox-exec', '-f', enclosure.profile])
    expect(started.args.slice(-2)).toEqual(['/bin/true', '--flag'])
    expect(started.env['LD_PRELOAD']).toBeUndefined()
  })

  test('[MAC-4] starts a sealed program in an empty home folder that it can read', () => {
    const folder = realpathSync(mkdtempSync(path.join(tmpdir(), 'atrium-profile-')))
    onTestFinished(() => rmSync(folder, { recursive: true }))
    const { account, data, prepared } = prepare(folder, 'sealed')
    const { cwd, env, profile } = prepared(account)
    expect({ cwd, home: env['HOME'] }).toEqual({ cwd: path.join(data, 'it/tmp/home'), home: cwd })
    expect(readdirSync(cwd)).toEqual([])
    expect(verdictOf(readFileSync(profile ?? '', 'utf8'), 'file-read-data', { path: cwd })).toBe('allow')
    expect(prepared('/usr').cwd).toBe('/usr')
    const limited = prepare(folder, 'limited').prepared(account)
    expect({ cwd: limited.cwd, home: limited.env['HOME'] }).toEqual({ cwd: account, home: account })
  })

  test('[MAC-5] names places that aren’t there yet, and the links on the way to those that are', () => {
    const folder = realpathSync(mkdtempSync(path.join(tmpdir(), 'atrium-profile-')))
    onTestFinished(() => rmSync(folder, { recursive: true }))
    const { account, prepared } = prepare(folder, 'limited')
    mkdirSync(path.join(account, 'dotfiles/gnupg'), { recursive: true })
    symlinkSync(path.join(account, 'dotfiles/gnupg'), path.join(account, '.gnupg'))
    const profile = readFileSync(prepared(account).profile ?? '', 'utf8')
    const hidden = [
      '.ssh/key',
      'dotfiles/gnupg/key',
      '.gnupg/later',
      '.aws/later',
      '.netrc',
      '.Trash/key',
      ...['Cursor', 'Code', 'Chromium', 'Vivaldi', 'Bitwarden', 'sops'].map(
        (name) => `Library/Application Support/${name}/a`,
      ),
      'Library/Thunderbird/a',
      'Library/Keychains/a',
      'Library/Cookies/a',
      'Library/Accounts/a',
    ].map((name) => path.join(account, name))
    expect(hidden.filter((it) => verdictOf(profile, 'file-read-data', { path: it }) !== 'deny')).toEqual([])
    const open = ['dotfiles/vimrc', 'Library/Fonts/a', 'letters/a'].map((name) => path.join(account, name))
    expect(allowedAt(profile, 'file-read-data', open)).toEqual(open)
  })
})

/** A home folder with a key, an Atrium’s data in it, and the sandbox of a program that starts in a folder. */
function prepare(folder: string, level: 'limited' | 'sealed') {
  const [account, data] = [path.join(folder, 'home'), path.join(folder, 'home/data')]
  for (const each of [path.join(account, '.ssh'), data]) mkdirSync(each, { recursive: true })
  writeFileSync(path.join(account, '.ssh/key'), 'secret')
  const prepared = (cwd: string) => {
    const hidden = hiddenFrom([account], [data])
    const bounds = { level, writable: [], readable: [], hosts: [] }
    const scene = { bounds, homes: [account], hidden, program: ['/bin/true'], cwd }
    const env = { LD_PRELOAD: 'theirs', HOME: account }
    return prepareEnclosure({ ...scene, folder: path.join(data, 'it'), env }, 'darwin')
  }
  return { account, data, prepared }
}
