import { existsSync, readFileSync, symlinkSync } from 'node:fs'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { containmentWords as words } from '../../../../main/host/mcp/containment/words.ts'
import { serverFolder } from '../../../../main/host/mcp/process/bounds.ts'
import { containmentInWords } from '../../../../shared/risk/launch-diff.ts'
import { riskWords } from '../../../../shared/risk/words.ts'
import { peer, peerFile } from '../../../support/fleet.ts'
import { Captivity, isHeld, secrets } from './captivity.ts'

const checkout = path.resolve('.')
let captivity: Captivity
beforeEach(() => {
  captivity = new Captivity()
})
afterEach(() => captivity.close())

const refusals = ['EACCES', 'ENOENT', 'EROFS', 'EPERM', 'EXDEV']

describe.each(['limited', 'sealed'] as const)('the files of a %s server', (level) => {
  test('[CNT-11] don’t include other programs’ secrets, by any path', async () => {
    if (!(await isHeld(captivity, level))) return
    const { home, fleet } = captivity
    symlinkSync(path.join(home, '.aws'), path.join(home, 'given', 'link'))
    await captivity.start(level)
    const files = [...Object.keys(secrets), '.ssh/id_rsa', 'dotfiles/ssh/id_rsa', 'given/link/credentials']
    const roots = [home, `/proc/self/root${home}`, `/proc/1/root${home}`, `/proc/self/cwd/../${path.basename(home)}`]
    for (const root of roots)
      for (const file of files) {
        const tried = await captivity.attempt(`return fs.readFileSync(given, 'utf8')`, `${root}/${file}`)
        expect([file, refusals.includes(tried.refused ?? '')]).toEqual([file, true])
      }
    const own = await captivity.attempt(`return fs.readdirSync(given)`, fleet.directory)
    expect(refusals).toContain(own.refused)
    const found = await captivity.attempt(`return sh('grep -rsl canary "$HOME" /run /tmp 2>/dev/null')`)
    expect(found.value).toMatchObject({ said: '' })
  })

  test('[CNT-12] can be changed only in the folders chosen for it', async () => {
    if (!(await isHeld(captivity, level))) return
    const { home } = captivity
    await captivity.start(level)
    const write = `fs.writeFileSync(given, 'changed'); return fs.readFileSync(given, 'utf8')`
    for (const file of [path.join(home, 'given/mine.txt'), path.join(home, 'given/new.txt'), '/tmp/x', '/dev/shm/x'])
      expect([file, await captivity.attempt(write, file)]).toEqual([file, { value: 'changed' }])
    expect(readFileSync(path.join(home, 'given/new.txt'), 'utf8')).toBe('changed')
    expect(existsSync('/tmp/x')).toBe(false)
    const cache = await captivity.attempt(`fs.writeFileSync(process.env.XDG_CACHE_HOME + '/x', ''); return 'kept'`)
    expect(cache).toEqual({ value: 'kept' })
    for (const file of [
      path.join(checkout, 'package.json'),
      path.join(checkout, 'taken'),
      '/etc/passwd',
      '/usr/taken',
    ]) {
      const tried = await captivity.attempt(write, file)
      expect([file, refusals.includes(tried.refused ?? '')]).toEqual([file, true])
    }
    // A sealed server's home is empty, and gone with it.
    const home2 = await captivity.attempt(write, path.join(home, '.bashrc'))
    if (level === 'limited') expect(refusals).toContain(home2.refused)
    expect(existsSync(path.join(home, '.bashrc'))).toBe(false)
    expect(readFileSync(path.join(home, 'notes/list.txt'), 'utf8')).toBe('milk')
    expect(readFileSync(path.join(checkout, 'package.json'), 'utf8')).toContain('"name": "atrium"')
  })

  test('[CNT-12] can’t be reached or changed through links made in a chosen folder', async () => {
    if (!(await isHeld(captivity, level))) return
    const { home } = captivity
    await captivity.start(level)
    const target = path.join(checkout, 'package.json')
    const hard = await captivity.attempt(`fs.linkSync(given[0], given[1])`, [target, path.join(home, 'given/hard')])
    expect(refusals).toContain(hard.refused)
    const soft = await captivity.attempt(
      `fs.symlinkSync(given[0], given[1]); fs.writeFileSync(given[1] + '/package.json', 'taken')`,
      [checkout, path.join(home, 'given/soft')],
    )
    expect(refusals).toContain(soft.refused)
    const away = await captivity.attempt(`fs.renameSync(given[0], given[1])`, [
      path.join(home, 'given/mine.txt'),
      path.join(checkout, 'mine.txt'),
    ])
    expect(refusals).toContain(away.refused)
    expect(existsSync(path.join(checkout, 'mine.txt'))).toBe(false)
  })

  test('[CNT-13] stay out of reach of mounts and namespaces it makes', async () => {
    if (!(await isHeld(captivity, level))) return
    const { home } = captivity
    await captivity.start(level)
    const tries = [
      'mount -o remount,rw /',
      `mount -o remount,bind,rw ${home}`,
      `umount -l ${home}`,
      'umount -l /tmp',
      'mount --bind /proc/1/root /tmp',
      'mount -t proc proc /proc',
      'mknod /tmp/disk b 254 0 && cat /tmp/disk',
      'echo x > /proc/sys/kernel/core_pattern',
      'chroot / true',
    ]
    for (const script of tries) {
      const tried = (await captivity.attempt('return sh(given)', script)).value as { status: number }
      expect([script, tried.status === 0]).toEqual([script, false])
    }
    // Its own namespaces, if it can make any, give it no right over these mounts.
    const inside = `umount -l ${home}; mount -o remount,bind,rw ${home}; cat ${home}/.aws/credentials; : > ${home}/taken; umount -R -l /; ls ${home}/.aws`
    const tried = await captivity.attempt(
      'return sh(given)',
      `unshare --user --map-root-user --mount -- sh -c '${inside}'`,
    )
    expect(JSON.stringify(tried)).not.toContain('canary')
    expect(existsSync(path.join(home, 'taken'))).toBe(false)
    if (level === 'sealed') expect(tried.value).toMatchObject({ status: 1 })
  })
})

describe('the files of a limited server', () => {
  test('[CNT-11] can be read as before, except secrets', async () => {
    if (!(await isHeld(captivity, 'limited'))) return
    const { home } = captivity
    await captivity.start('limited')
    const read = `return fs.readFileSync(given, 'utf8').slice(0, 4)`
    expect(await captivity.attempt(read, path.join(home, 'notes/list.txt'))).toEqual({ value: 'milk' })
    expect(await captivity.attempt(read, '/etc/passwd')).toEqual({ value: 'root' })
    // A hidden file says so, instead of seeming to be gone.
    expect(await captivity.attempt(read, path.join(home, '.aws/credentials'))).toEqual({ refused: 'EACCES' })
  })
})

describe('the files of a sealed server', () => {
  test('[CNT-14] are only the chosen folders and the system’s programs', async () => {
    if (!(await isHeld(captivity, 'sealed'))) return
    const { home } = captivity
    const elsewhere = captivity.write('elsewhere.txt', 'not chosen')
    await captivity.start('sealed')
    const read = `return fs.readFileSync(given, 'utf8')`
    expect(await captivity.attempt(read, path.join(home, 'given/mine.txt'))).toEqual({ value: 'mine' })
    for (const file of [elsewhere, path.join(home, 'notes/list.txt'), path.join(checkout, 'package.json')])
      expect(await captivity.attempt(read, file)).toEqual({ refused: 'ENOENT' })
    expect(await captivity.attempt('return fs.readdirSync(os.homedir())')).toEqual({ value: ['given'] })
    const readable = await captivity.attempt(`fs.writeFileSync(given, '')`, path.resolve('test/support/servers/x'))
    expect(readable).toEqual({ refused: 'EROFS' })
  })
})

describe('a contained server’s cache', () => {
  test('[CNT-12] outlives its starts, and is removed with it', async () => {
    if (!(await isHeld(captivity, 'limited'))) return
    const { fleet } = captivity
    await captivity.start('limited')
    await captivity.attempt(`fs.writeFileSync(process.env.XDG_CACHE_HOME + '/kept', 'x')`)
    await fleet.servers.restart('it')
    const kept = await captivity.attempt(`return fs.readFileSync(process.env.XDG_CACHE_HOME + '/kept', 'utf8')`)
    expect(kept).toEqual({ value: 'x' })
    const folder = serverFolder(fleet.directory, 'it')
    expect(existsSync(folder)).toBe(true)
    fleet.apply({})
    await fleet.until(() => !existsSync(folder))
    expect(existsSync(folder)).toBe(false)
  })
})

describe('a chosen folder', () => {
  test.each([
    ['the home folder', '.', words.broadFolder],
    ['above the home folder', '..', words.broadFolder],
    ['a place of secrets', '.gnupg/private-keys-v1.d', words.hiddenFolder],
    ['missing', 'missing', words.noFolder],
  ])('[CNT-15] isn’t %s: the server doesn’t start', async (_, folder, reason) => {
    const chosen = path.resolve(captivity.home, folder)
    await expect(captivity.start('limited', { writable: [chosen] })).rejects.toThrow(reason(chosen))
  })

  test('[CNT-15] isn’t Atrium’s own: the server doesn’t start', async () => {
    const { directory } = captivity.fleet
    await expect(captivity.start('sealed', { readable: [directory] })).rejects.toThrow(words.ownFolder(directory))
  })

  test('[CNT-45] is named in the question if it overlaps with one that another contained server may change', async () => {
    if (!(await isHeld(captivity, 'limited'))) return
    const { fleet, home } = captivity
    const [outer, inner] = [path.join(home, 'given'), path.dirname(captivity.write('given/inner/a.txt', ''))]
    const reading = { readable: [path.dirname(path.dirname(peerFile('captive.mjs')))] }
    await captivity.start('limited')
    await fleet.ready(peer('captive.mjs', {}, { containment: 'sealed', writable: [inner], ...reading }), 'inner')
    await fleet.ready(
      peer('captive.mjs', {}, { containment: 'limited', writable: [path.join(home, 'notes')] }),
      'other',
    )
    await fleet.ready(peer('captive.mjs', {}, { containment: 'limited', writable: [outer] }), 'again')
    const asked = fleet.of('command.trusted').map(({ server, launch }) => [server, launch.shared])
    expect(Object.fromEntries(asked)).toEqual({
      it: undefined,
      inner: [{ folder: inner, server: 'it' }],
      other: undefined,
      again: [
        { folder: outer, server: 'it' },
        { folder: inner, server: 'inner' },
      ],
    })
    const launch = fleet.of('command.trusted').find(({ server }) => server === 'inner')?.launch
    expect(launch && containmentInWords(launch)).toContain(riskWords.contained.shared(inner, 'it'))
  })
})
