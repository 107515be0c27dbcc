import {
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { userFolders } from '../../../../main/host/base/user-folders.ts'
import { knownFiles } from '../../../../main/host/import/known-files.ts'
import { hiddenFrom } from '../../../../main/host/mcp/containment/hidden-paths.ts'
import { containmentWords as words } from '../../../../main/host/mcp/containment/words.ts'
import { Captivity, isHeld } from './captivity.ts'
import { homeOutsideTmp } from './lone.ts'

let captivity: Captivity
beforeEach(() => {
  captivity = new Captivity()
})
afterEach(() => captivity.close())

const refusals = ['EACCES', 'ENOENT']

/** By file, its content or the code of the refusal. */
async function readings(files: string[]): Promise<Record<string, string>> {
  const code = `return Object.fromEntries(given.map((file) => {
    try { return [file, fs.readFileSync(file, 'utf8')] } catch (error) { return [file, error.code] }
  }))`
  return (await captivity.attempt(code, files)).value as Record<string, string>
}

const readable = (found: Record<string, string>): string[] =>
  Object.keys(found).filter((file) => !refusals.includes(found[file] ?? ''))

const reading = `return given.map((file) => {
  try { return fs.readFileSync(file, 'utf8') } catch (error) { return error.code } })`

/** Places of secrets, some of them below a folder that has other things as well. */
const kept = [
  '.config/mozilla/firefox/x/logins.json',
  '.config/pnpm/rc',
  '.bunfig.toml',
  '.cloudflared/cert.pem',
  '.config/solana/id.json',
  '.filezilla/sitemanager.xml',
  '.config/filezilla/sitemanager.xml',
  '.qwen/oauth.json',
  '.local/share/opencode/auth.json',
  '.config/goose/secrets.yaml',
  '.pulumi/credentials.json',
  '.databrickscfg',
  '.fly/config.yml',
  '.config/flyctl/config.yml',
  '.authinfo',
  '.authinfo.gpg',
  '.netrc.backup',
  '.vnc/passwd',
  '.android/adbkey',
  '.android/adbkey.pub',
  '.foundry/keystores/k',
  '.config/fish/fish_variables',
  '.local/share/fish/fish_history',
  '.claude.json.backup',
  '.local/share/Trash/files/id',
]

describe('secrets of other programs', () => {
  test('[CNT-33] stay hidden from a limited server if they are made after its start', async () => {
    if (!(await isHeld(captivity, 'limited'))) return
    const folders = ['.cargo', '.config/gh-extra', '.local/share/other', '.m2', '.cache/other', '.gem']
    for (const folder of folders) captivity.write(`${folder}/plain.txt`, 'plain')
    await captivity.start('limited')
    const later = ['.cargo/credentials.toml', '.config/gh/hosts.yml', '.local/share/kwalletd/w', '.m2/settings.xml']
    const files = [
      ...later,
      '.gem/credentials',
      '.cache/huggingface/token',
      '.codex/auth.json',
      '.local/share/atrium/x',
    ]
    const found = await readings(files.map((file) => captivity.write(file, 'canary')))
    expect(readable(found)).toEqual([])
    const plain = await readings(folders.map((folder) => path.join(captivity.home, folder, 'plain.txt')))
    expect(Object.values(plain)).toEqual(folders.map(() => 'plain'))
  })

  test('[CNT-33] include every file in which an application keeps its servers', async () => {
    if (!(await isHeld(captivity, 'limited'))) return
    const known = knownFiles(userFolders({}, captivity.home)).filter(({ isManaged }) => isManaged !== true)
    const files = known.map(({ file }) => path.relative(captivity.home, file.replaceAll('*', 'some')))
    expect(files.length).toBeGreaterThan(40)
    const written = files.map((file) => captivity.write(file, 'canary'))
    await captivity.start('limited')
    expect(readable(await readings(written))).toEqual([])
  })

  test('[CNT-33] are hidden behind links at every level, and programs and documents behind links aren’t', async () => {
    if (!(await isHeld(captivity, 'limited'))) return
    const { home } = captivity
    const secret = ['Sync/keys/id', 'Sync/deep/token', 'Sync/chained/key', 'Sync/one.pem']
    for (const file of secret) captivity.write(file, 'canary')
    const link = (to: string, at: string): void => {
      mkdirSync(path.dirname(path.join(home, at)), { recursive: true })
      symlinkSync(path.join(home, to), path.join(home, at))
    }
    link('Sync/keys', 'dotfiles/ssh/keys')
    link('Sync/deep', '.aws/sso/cache/deep')
    link('Sync/chained', 'Sync/deep/chained')
    link('Sync/one.pem', '.kube/a/b/one.pem')
    captivity.write('Documents/letter.txt', 'letter')
    link('Documents', 'snap/app/current/Documents')
    captivity.write('venv/python', '#!/bin/sh\n')
    link('venv/python', '.config/gcloud/virtenv/bin/python')
    await captivity.start('limited')
    expect(readable(await readings(secret.map((file) => path.join(home, file))))).toEqual([])
    const shown = await readings([path.join(home, 'Documents/letter.txt'), path.join(home, 'venv/python')])
    expect(Object.values(shown)).toEqual(['letter', '#!/bin/sh\n'])
  })

  test('[CNT-33] include what tools for clouds, shells, mail, money and models keep, and copies beside it', async () => {
    if (!(await isHeld(captivity, 'limited'))) return
    const written = kept.map((file) => captivity.write(file, 'canary'))
    for (const folder of ['.config/fish/plain', '.android/plain'])
      mkdirSync(path.join(captivity.home, folder), { recursive: true })
    await captivity.start('limited')
    expect(readable(await readings(written))).toEqual([])
    const names = await captivity.attempt('return given.map((it) => fs.existsSync(it))', [
      path.join(captivity.home, '.config/fish/plain'),
      path.join(captivity.home, '.android/plain'),
    ])
    expect(names.value).toEqual([true, true])
  })

  const linksAhead = [
    ['a file', '.netrc', 'vault/netrc', 'home'],
    ['a folder in a missing one', '.ssh', 'vault/not/yet/ssh', 'home'],
    ['an entry of a hidden folder', '.kube/token', 'vault/token', 'home'],
    ['a link to a link', '.netrc', 'chain', 'folder outside it'],
  ] as const
  test.each(linksAhead)(
    '[CNT-54] stay hidden if %s at %s, a link to %s in the %s, is made later',
    async (_, at, to, where) => {
      if (!(await isHeld(captivity, 'limited'))) return
      const { home } = captivity
      const base = where === 'home' ? path.join(home, 'outer') : homeOutsideTmp()
      mkdirSync(path.join(base, 'vault'), { recursive: true })
      writeFileSync(path.join(base, 'vault/plain'), 'plain')
      symlinkSync('vault/end', path.join(base, 'chain'))
      rmSync(path.join(home, at), { recursive: true, force: true })
      symlinkSync(path.join(base, to), path.join(home, at))
      await captivity.start('limited')
      const file = path.join(base, to === 'chain' ? 'vault/end' : to)
      const secret = at === '.ssh' ? path.join(file, 'id') : file
      mkdirSync(path.dirname(secret), { recursive: true })
      writeFileSync(secret, 'canary')
      const plain = path.join(base, 'vault/plain')
      expect(await captivity.attempt(reading, [secret, plain])).toEqual({ value: ['ENOENT', 'plain'] })
    },
  )

  test('[CNT-55] stay hidden from a limited server if another program replaces them', async () => {
    if (!(await isHeld(captivity, 'limited'))) return
    const { home } = captivity
    const outside = homeOutsideTmp()
    mkdirSync(path.join(outside, 'dots/aws'), { recursive: true })
    for (const file of ['netrc', 'aws/credentials', 'plain']) writeFileSync(path.join(outside, 'dots', file), 'plain')
    for (const name of ['.netrc', '.aws']) rmSync(path.join(home, name), { recursive: true })
    symlinkSync(path.join(outside, 'dots/netrc'), path.join(home, '.netrc'))
    symlinkSync(path.join(outside, 'dots/aws'), path.join(home, '.aws'))
    await captivity.start('limited')
    const [netrc, folder] = [path.join(outside, 'dots/netrc'), path.join(outside, 'dots/aws')]
    writeFileSync(`${netrc}-new`, 'canary')
    renameSync(`${netrc}-new`, netrc)
    rmSync(folder, { recursive: true })
    mkdirSync(folder)
    writeFileSync(path.join(folder, 'credentials'), 'canary')
    const files = [netrc, path.join(folder, 'credentials'), path.join(outside, 'dots/plain')]
    expect(await captivity.attempt(reading, files)).toEqual({ value: ['EACCES', 'EACCES', 'plain'] })
  })

  test('[CNT-58] stay hidden outside the home folder if they are made or replaced later', async () => {
    if (!(await isHeld(captivity, 'limited'))) return
    const outside = homeOutsideTmp()
    mkdirSync(path.join(outside, 'settings/gh'), { recursive: true })
    for (const file of ['plain', 'settings/gh/hosts.yml']) writeFileSync(path.join(outside, file), 'plain')
    const before = process.env['XDG_CONFIG_HOME']
    process.env['XDG_CONFIG_HOME'] = path.join(outside, 'settings')
    onTestFinished(() => {
      if (before === undefined) delete process.env['XDG_CONFIG_HOME']
      else process.env['XDG_CONFIG_HOME'] = before
    })
    await captivity.start('limited')
    const later = ['gh/hosts.yml', 'op/config', 'pip/pip.conf'].map((file) => path.join(outside, 'settings', file))
    rmSync(path.join(outside, 'settings/gh'), { recursive: true })
    for (const file of later) {
      mkdirSync(path.dirname(file), { recursive: true })
      writeFileSync(file, 'canary')
    }
    const said = await captivity.attempt(reading, [...later, path.join(outside, 'plain')])
    expect(said.value).toEqual([expect.stringMatching(/^E/), 'ENOENT', 'ENOENT', 'plain'])
  })

  const stow = (): string => {
    const { home } = captivity
    captivity.write('stowed/ssh/.ssh/id', 'canary')
    rmSync(path.join(home, '.ssh'))
    symlinkSync('stowed/ssh/.ssh', path.join(home, '.ssh'))
    return path.join(home, 'stowed')
  }
  test.each(['writable', 'readable'])(
    '[CNT-51] let no folder around them be given as %s: a move or replacement would show them',
    async (right) => {
      const chosen = stow()
      const bounds = { writable: [], [right]: [chosen] }
      await expect(captivity.start('sealed', bounds)).rejects.toThrow(words.holdsHidden(chosen))
    },
  )

  test('[CNT-33] that Atrium can’t all look at let no contained server start @all', async () => {
    if (!(await isHeld(captivity, 'limited'))) return
    const folder = path.join(captivity.home, '.password-store/many')
    mkdirSync(folder, { recursive: true })
    for (let number = 0; number <= 100_000; number++) writeFileSync(path.join(folder, `${number}`), '')
    await expect(captivity.start('limited')).rejects.toThrow(words.tooManyFiles(folder))
  })

  test.each(['.config', '.cargo', '.m2', '.cache'])(
    '[CNT-33] can’t come into a chosen folder later: %s is refused while it has none',
    async (folder) => {
      const chosen = path.join(captivity.home, folder)
      rmSync(chosen, { recursive: true, force: true })
      mkdirSync(chosen, { recursive: true })
      const { home } = captivity
      expect(hiddenFrom([home], []).paths.some(({ path: it }) => it.startsWith(`${chosen}/`))).toBe(false)
      await expect(captivity.start('limited', { writable: [chosen] })).rejects.toThrow(words.hiddenFolder(chosen))
    },
  )
})

describe('another Atrium’s data', () => {
  /** A data folder that only its two files show. */
  const dataFolder = (folder: string): string => {
    for (const file of ['lock.db', 'journal.db']) {
      mkdirSync(folder, { recursive: true })
      writeFileSync(path.join(folder, file), 'canary')
    }
    return folder
  }

  test('[CNT-34] is hidden from a limited server: the usual folder’s, one in the home, one beside this one', async () => {
    if (!(await isHeld(captivity, 'limited'))) return
    const { home, fleet } = captivity
    const beside = realpathSync(mkdtempSync(`${fleet.directory}-beside-`))
    onTestFinished(() => rmSync(beside, { recursive: true }))
    const folders = [path.join(home, '.local/share/atrium'), path.join(home, 'mine/atrium'), path.join(home, 'data')]
    const files = [...folders, beside].map((folder) => path.join(dataFolder(folder), 'journal.db'))
    captivity.write('mine/plain.txt', 'plain')
    await captivity.start('limited')
    expect(readable(await readings([...files, path.join(fleet.directory, 'journal.db')]))).toEqual([])
    expect(await readings([path.join(home, 'mine/plain.txt')])).toEqual({
      [path.join(home, 'mine/plain.txt')]: 'plain',
    })
    expect(readFileSync(files[0] ?? '', 'utf8')).toBe('canary')
  })

  test.each([
    ['deep/in/the/home', '.'],
    ['deep/in/the/home', 'exports'],
    ['.local/share/atrium', '.'],
  ])('[CNT-34] can’t be given to a contained server: %s, %s', async (folder, inside) => {
    const data = dataFolder(path.join(captivity.home, folder))
    mkdirSync(path.join(data, 'exports'))
    const chosen = path.join(data, inside)
    await expect(captivity.start('sealed', { readable: [chosen] })).rejects.toThrow(words.ownFolder(chosen))
  })

  test.each(['writable', 'readable'])(
    '[CNT-52] lets no folder around it be given as %s, at any depth',
    async (right) => {
      dataFolder(path.join(captivity.home, 'some/very/very/deep/one'))
      const chosen = path.join(captivity.home, 'some')
      const bounds = { writable: [], [right]: [chosen] }
      await expect(captivity.start('sealed', bounds)).rejects.toThrow(words.holdsOwn(chosen))
    },
  )

  test('[CNT-52] behind a link in the home folder is hidden', async () => {
    if (!(await isHeld(captivity, 'limited'))) return
    const data = dataFolder(path.join(homeOutsideTmp(), 'a/b/c'))
    symlinkSync(data, path.join(captivity.home, 'atrium-data'))
    await captivity.start('limited')
    const files = [path.join(data, 'journal.db'), path.join(captivity.home, 'atrium-data/journal.db')]
    expect(readable(await readings(files))).toEqual([])
  })
})
