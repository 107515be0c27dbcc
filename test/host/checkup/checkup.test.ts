import Database from 'better-sqlite3'
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { homedir, tmpdir, userInfo } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { checkedParts, type CheckedPart, type PartName } from '../../../shared/contract/checkup.ts'
import { checkUp } from '../../../main/host/checkup/checkup.ts'
import { plainly, withoutUser } from '../../../main/host/checkup/report.ts'
import { checkupWords as words } from '../../../main/host/checkup/words.ts'
import { createPlatform } from '../../../main/shells/web/platform.ts'
import { catalogueWords } from '../../../main/host/mcp/catalogue/words.ts'
import { Fleet, peer } from '../../support/fleet.ts'
import { until } from '../../support/waiting.ts'
import { answering, Place } from '../headless/support.ts'

let place: Place
beforeEach(() => void (place = new Place()))
afterEach(() => place.close())

const check = async (directory = place.directory) =>
  checkUp({ platform: createPlatform(directory, '0.0.0-test', 'terminal') })

const partIn = (parts: CheckedPart[], name: PartName): CheckedPart => {
  const found = parts.find(({ part }) => part === name)
  if (!found) throw new Error(`No part ${name}`)
  return found
}

/** A data folder that Atrium has used and left. */
async function used(): Promise<string> {
  await place.furnish('play', { type: 'playground' })
  return path.join(place.directory, 'journal.db')
}

describe('the checkup', () => {
  test('[CLI-40] has each part once, in order, for a data folder that was used', async () => {
    await used()
    const { parts, report } = await check()
    expect(parts.map(({ part }) => part)).toEqual([...checkedParts])
    for (const name of ['database', 'log', 'settings', 'secrets'] as const)
      expect(partIn(parts, name), name).toMatchObject({ health: 'fine' })
    expect(partIn(parts, 'secrets').text).toBe(words.secrets.works(words.secrets.keyFile))
    expect(report.split('\n')).toHaveLength(checkedParts.length + 1)
    for (const { text, advice } of parts) for (const it of [text, advice ?? text]) expect(it).toMatch(/^.+\.$/s)
  })

  test('[CLI-40] works beside a running Atrium, and adds nothing to its log', async () => {
    await used()
    const running = await place.open(async () => undefined)
    const newest = async () => (await running.link.call('listAudit', { limit: 1 })).rows.map(({ seq }) => seq)
    const before = await newest()
    const { parts } = await check()
    expect(partIn(parts, 'database')).toMatchObject({ health: 'fine' })
    expect(partIn(parts, 'log')).toMatchObject({ health: 'fine' })
    expect(await newest()).toEqual(before)
  })

  test('[CLI-40] creates nothing for a data folder that does not exist', async () => {
    const folder = path.join(place.directory, 'none')
    const { parts } = await check(folder)
    expect(partIn(parts, 'database').text).toBe(words.database.none)
    expect(partIn(parts, 'secrets').text).toBe(words.secrets.none)
    expect(existsSync(folder)).toBe(false)
  })

  test('[CLI-40] leaves the files of a data folder as they were', async () => {
    await used()
    const files = () =>
      readdirSync(place.directory).map((name) => {
        const file = path.join(place.directory, name)
        return [name, /\.(json|enc|key|jsonl)$/.test(name) ? readFileSync(file, 'base64') : '']
      })
    const before = files()
    await check()
    expect(files().filter(([name]) => !/-(wal|shm)$/.test(name ?? ''))).toEqual(
      before.filter(([name]) => !/-(wal|shm)$/.test(name ?? '')),
    )
  })

  test('[CLI-40] names a damaged database, a foreign one and one from a newer Atrium', async () => {
    const file = await used()
    const whole = readFileSync(file)
    const bytes = Buffer.from(whole)
    bytes.fill(0xff, 4096 * 3, 4096 * 5)
    writeFileSync(file, bytes)
    const damaged = await check()
    expect(partIn(damaged.parts, 'database')).toMatchObject({ health: 'problem', advice: words.database.restore })
    writeFileSync(file, 'not a database, but some text that is longer than the header')
    expect(partIn((await check()).parts, 'database')).toMatchObject({ health: 'problem' })
    writeFileSync(file, whole)
    const db = new Database(file)
    db.pragma('user_version = 9999')
    db.close()
    const newer = partIn((await check()).parts, 'database')
    expect(newer).toMatchObject({ health: 'problem', text: expect.stringContaining('newer') })
  })

  test('[CLI-40] names a changed record of the log', async () => {
    const file = await used()
    const db = new Database(file)
    db.exec('DROP TRIGGER events_no_update')
    db.exec("UPDATE events SET actor = 'someone' WHERE seq = 2")
    db.close()
    expect(partIn((await check()).parts, 'log')).toMatchObject({ health: 'problem', text: words.log.broken(2) })
  })

  test('[CLI-40] names a settings file that isn’t JSON', async () => {
    writeFileSync(path.join(place.directory, 'servers.json'), '{ "mcpServers": ')
    expect(partIn((await check()).parts, 'settings')).toMatchObject({ health: 'problem', advice: words.settings.fix })
  })

  test('[CLI-40] names secrets that can no longer be read, and leaves them', async () => {
    const platform = createPlatform(place.directory, '0.0.0-test', 'terminal')
    await platform.secrets.set('one', 'value')
    const stored = path.join(place.directory, 'secrets.enc')
    writeFileSync(stored, 'damaged')
    expect(partIn((await check()).parts, 'secrets')).toMatchObject({
      health: 'problem',
      text: words.secrets.unreadable(words.secrets.keyFile),
    })
    expect(readFileSync(stored, 'utf8')).toBe('damaged')
  })

  test.skipIf(process.platform === 'win32')('[CLI-40] names a folder that other accounts can open', async () => {
    chmodSync(place.directory, 0o755)
    expect(partIn((await check()).parts, 'folder')).toMatchObject({ health: 'notice', advice: words.folder.close })
  })

  test('[CLI-40] names a folder that a service copies to other computers', async () => {
    const folder = path.join(place.directory, 'Dropbox', 'atrium')
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    const { text, health } = partIn((await check(folder)).parts, 'folder')
    expect({ health, text }).toMatchObject({ health: 'problem', text: expect.stringContaining('Dropbox') })
  })
})

describe('the running servers', () => {
  const says = async (): Promise<string> => partIn((await check()).parts, 'servers').text

  test('[CLI-42] [STA-16] are named if their tools haven’t arrived, in the words of their page', async () => {
    const fleet = new Fleet({ limits: { firstList: 50 } })
    onTestFinished(() => fleet.close())
    const servers = async () => partIn((await check(fleet.directory)).parts, 'servers')
    expect(await servers()).toMatchObject({ health: 'fine', text: words.servers.none })
    await fleet.ready(peer('late-list.mjs'), 'slow')
    expect(await servers()).toMatchObject({
      health: 'notice',
      text: words.servers.says('slow', catalogueWords.noListYet('tools')),
      advice: words.servers.seePages,
    })
    await fleet.server('slow').ask('prompts/get', { name: 'any' })
    await until(async () => (await servers()).text === words.servers.fine(1))
  })

  test.runIf(process.platform === 'linux')(
    '[CLI-42] [DOC-10] are named if other computers can reach them, in the words of their page',
    async () => {
      await place.furnish('wide', peer('reachable.mjs', { HOST: '0.0.0.0' }))
      expect(await says()).toBe(words.servers.unused)
      const { link } = await place.open(answering({ trust: { decision: 'trust' } }))
      await until(async () => (await says()).startsWith('wide: '))
      const inPage = await link.call('checkInstallation', {})
      expect(partIn(inPage.parts, 'servers').text).toBe(await says())
      expect(await says()).toMatch(
        /^wide: The server listens at 0\.0\.0\.0:\d+, and other computers can reach it there: /,
      )
    },
  )
})

describe('the report', () => {
  test('[CLI-41] has no home folder and no user name', async () => {
    const folder = mkdtempSync(path.join(existsSync(homedir()) ? homedir() : tmpdir(), '.atrium-check-'))
    try {
      const { report } = await check(folder)
      expect(report).toContain(`~/${path.basename(folder)}`)
      expect(report).not.toContain(homedir())
    } finally {
      rmSync(folder, { recursive: true, force: true })
    }
  })

  test('[CLI-41] shortens each place below the home folder, and a user name in others', () => {
    expect(withoutUser('/home/ada/x and /home/ada.', '/home/ada', 'ada')).toBe('~/x and ~.')
    expect(withoutUser('/home/adam/x', '/home/ada', 'ada')).toBe('/home/adam/x')
    expect(withoutUser('/data/ada/atrium isn’t', '/home/ada', 'ada')).toBe('/data/…/atrium isn’t')
    expect(withoutUser(String.raw`D:\Ada\atrium`, String.raw`C:\Users\ada`, 'ada')).toBe(String.raw`D:\…\atrium`)
    const part = { part: 'folder', title: 'T', health: 'notice', text: '/home/ada/x', advice: '/home/ada/y' } as const
    expect(plainly([part], '/home/ada', 'ada')).toMatchObject([{ text: '~/x', advice: '~/y' }])
    expect(userInfo().username.length).toBeGreaterThan(0)
  })

  test('[CLI-41] has no password of a proxy', async () => {
    vi.stubEnv('HTTPS_PROXY', 'http://ada:hidden-word@proxy.example:8080')
    onTestFinished(() => void vi.unstubAllEnvs())
    const { report } = await check()
    expect(report).toContain('proxy.example:8080')
    expect(report).not.toContain('hidden-word')
  })
})
