import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { rootCertificates } from 'node:tls'
import { describe, expect, onTestFinished, test } from 'vitest'
import { databaseParts, type LookedAtDatabase } from '../../../main/host/checkup/database.ts'
import { usualPlace } from '../../../main/host/base/user-folders.ts'
import { fileSystemOf, type FolderFacts, folderPart, riskOf, syncServiceOf } from '../../../main/host/checkup/folder.ts'
import { programsPart } from '../../../main/host/checkup/programs.ts'
import { browserPart, nodePart, windowPart } from '../../../main/host/checkup/runtime.ts'
import { secretsPart } from '../../../main/host/checkup/stores.ts'
import { clockPart, containmentPart, networkPart } from '../../../main/host/checkup/surroundings.ts'
import { checkupWords as words } from '../../../main/host/checkup/words.ts'
import { networkSettings } from '../../../shared/config/network.ts'
import type { LogCheck } from '../../../shared/contract/log.ts'

const automatic = networkSettings.parse({})

const intact: Extract<LogCheck, { state: 'intact' }> = {
  state: 'intact',
  records: 9,
  erased: 0,
  head: '',
  signed: { seq: 9, at: 1_000_000 },
  unsigned: 0,
  newKeys: [],
  replaced: [],
  setBack: null,
}
const database: LookedAtDatabase = { free: 9e9, sqlite: '3.50.0', version: 21, mode: 'wal', bytes: 5e6, log: intact }
/** A new folder, removed after the test. */
function newFolder(): string {
  const made = mkdtempSync(path.join(tmpdir(), 'checkup-'))
  onTestFinished(() => rmSync(made, { recursive: true, force: true }))
  return made
}
const healths = (looked: LookedAtDatabase) => databaseParts(looked).map(({ health }) => health)

describe('the database', () => {
  test('[CLI-40] is judged by its content, its journal mode and its disk', () => {
    expect(healths(database)).toEqual(['fine', 'fine', 'fine'])
    expect(healths({ ...database, mode: 'delete', free: 1e9 })).toEqual(['notice', 'notice', 'fine'])
    expect(healths({ ...database, damage: 'row 3 missing', free: 1e8 })).toEqual(['problem', 'problem', 'fine'])
    expect(healths({ free: undefined, problem: 'the disk reported an error' })).toEqual(['problem', 'notice'])
  })

  test.each<[LogCheck, string]>([
    [{ state: 'broken', seq: 3, reason: 'x' }, 'problem'],
    [{ state: 'cut', records: 3, signedUpTo: 5 }, 'problem'],
    [{ ...intact, replaced: [4] }, 'problem'],
    [{ ...intact, newKeys: [4] }, 'notice'],
    [{ ...intact, signed: null }, 'notice'],
  ])('[CLI-40] shows how its log is: %j is a %s', (log, health) => {
    expect(healths({ ...database, log })).toEqual(['fine', 'fine', health])
  })
})

const mounts = [
  '22 1 8:1 / / rw,relatime shared:1 - ext4 /dev/sda1 rw',
  '40 22 0:40 / /home/ada/far\\040away rw shared:2 - nfs4 host:/share rw',
  '41 22 0:41 / /run rw - tmpfs tmpfs rw',
].join('\n')

describe('the data folder', () => {
  test('[CLI-40] is on the file system of the longest mount', () => {
    expect(fileSystemOf('/home/ada/.local', mounts)).toBe('ext4')
    expect(fileSystemOf('/home/ada/far away/atrium', mounts)).toBe('nfs4')
    expect(fileSystemOf('/runner', mounts)).toBe('ext4')
    expect(fileSystemOf(String.raw`\\host\share`, '')).toBe('smb')
  })

  test('[WIN-14] is on a share if macOS lists it so', () => {
    const printed = [
      '/dev/disk3s1s1 on / (apfs, sealed, local, read-only, journaled)',
      'devfs on /dev (devfs, local, nobrowse)',
      '/dev/disk3s5 on /System/Volumes/Data (apfs, local, journaled, nobrowse, protect)',
      '//ada@nas._smb._tcp.local/Team%20files on /Volumes/Team on files (smbfs, nodev, nosuid, mounted by ada)',
      'map auto_home on /System/Volumes/Data/home (autofs, automounted, nobrowse)',
      'nas:/export on /Volumes/nfs (nfs)',
    ].join('\n')
    expect(fileSystemOf('/Users/ada/Library/Application Support/Atrium', printed)).toBe('apfs')
    expect(fileSystemOf('/Volumes/Team on files/atrium', printed)).toBe('smbfs')
    expect(fileSystemOf('/Volumes/nfs/a', printed)).toBe('nfs')
  })

  test('[WIN-14] is below the local folder of the account on Windows, which no company copies', () => {
    const variables = {
      APPDATA: String.raw`\\server\profiles\ada`,
      LOCALAPPDATA: String.raw`C:\Users\ada\AppData\Local`,
    }
    const own = String.raw`C:\Users\ada\AppData\Local\Atrium`
    expect(usualPlace(variables, String.raw`C:\Users\ada`, 'win32')).toBe(own)
    expect(usualPlace({}, String.raw`C:\Users\ada`, 'win32')).toBe(own)
  })

  test('[WIN-14] is named as a risk before there is a journal in it', () => {
    const folder = mkdtempSync(path.join(tmpdir(), 'risk-'))
    onTestFinished(() => rmSync(folder, { recursive: true }))
    expect(riskOf(folder)).toBeUndefined()
    const dropbox = path.join(folder, 'Dropbox', 'atrium')
    expect(riskOf(dropbox)).toBeUndefined()
    mkdirSync(dropbox, { recursive: true })
    expect(riskOf(dropbox)).toMatch(/is in a folder that Dropbox copies to other computers\. Quit Atrium/)
  })

  test.each([
    ['/home/ada/Dropbox/x', 'Dropbox'],
    [String.raw`C:\Users\ada\OneDrive - Example\x`, 'OneDrive'],
    ['/Users/ada/Library/Mobile Documents/x', 'iCloud Drive'],
    ['/home/ada/Boxes/x', undefined],
  ])('[CLI-40] recognises from %s the service %s', (folder, service) => {
    expect(syncServiceOf(folder)).toBe(service)
  })

  test.each<[Partial<Extract<FolderFacts, { isAbsent: false }>>, string]>([
    [{}, 'fine'],
    [{ system: 'nfs4' }, 'problem'],
    [{ system: 'fuse.sshfs' }, 'problem'],
    [{ sync: 'Dropbox' }, 'problem'],
    [{ system: 'smbfs' }, 'problem'],
    [{ isOpen: true }, 'notice'],
    [{ isOpen: undefined }, 'notice'],
    [{ openFiles: ['servers.json'] }, 'notice'],
    [{ system: 'tmpfs' }, 'notice'],
  ])('[CLI-40] is judged with %j as: %s', (facts, health) => {
    const usual = {
      folder: '/d',
      isAbsent: false,
      isOpen: false,
      openFiles: [],
    } as const
    const part = folderPart({ ...usual, openFiles: [], ...facts })
    expect(part).toMatchObject({ health })
    expect(part.advice === undefined).toBe(health === 'fine')
  })
})

describe('the other parts', () => {
  test('[CLI-40] show a clock that went back or is behind the newest signature', () => {
    const judge = (now: number, drift: number, log?: LogCheck) => clockPart({ now, drift, log })
    expect(judge(1_000_500, 0, intact)).toMatchObject({ health: 'fine', text: words.clock.fine })
    expect(judge(1_000_500, 3_600_000, intact)).toMatchObject({ health: 'fine' })
    expect(judge(1_000_500, -60_000, intact)).toMatchObject({ health: 'notice', text: words.clock.moved(60) })
    expect(judge(0, 0, intact)).toMatchObject({ health: 'problem', text: words.clock.behind(1000) })
    expect(judge(2e6, 0, { ...intact, setBack: { times: 2, first: 4 } })).toMatchObject({ health: 'notice' })
  })

  test('[CLI-40] show which containments work, and why others are missing', () => {
    const all = { limited: 'holds', sealed: 'holds', hosts: 'holds', sockets: 'holds' } as const
    expect(containmentPart(all, 'namespace', [])).toMatchObject({ health: 'fine' })
    expect(containmentPart(all, 'namespace', ['limited'])).toMatchObject({ health: 'notice' })
    expect(containmentPart({ ...all, hosts: 'perl', sockets: 'perl' }, 'namespace', [])).toMatchObject({
      health: 'notice',
      advice: words.containment.advice.perl,
    })
  })

  test('[CLI-40] show what the secret store is and whether it works', () => {
    const ring = { kind: 'keyring', backend: 'kwallet6', isReadable: true, works: true } as const
    expect(secretsPart(ring)).toMatchObject({
      health: 'fine',
      text: words.secrets.works('The system’s keyring (kwallet6)'),
    })
    expect(secretsPart({ ...ring, works: false })).toMatchObject({ health: 'problem' })
    expect(secretsPart('unreachable')).toMatchObject({ health: 'problem' })
  })

  test('[ELE-72] say where secrets are: in the keyring, in an open file, or behind a keyring that is away', () => {
    const ring = { kind: 'keyring', backend: 'Secret Service', isReadable: true, works: true } as const
    const { secrets } = words
    expect(secretsPart(ring)).toMatchObject({ text: secrets.works('The system’s keyring (Secret Service)') })
    for (const hides of ['agreed', 'unasked'] as const) {
      const open = { ...ring, hides }
      expect(secretsPart(open)).toMatchObject({ health: 'notice', text: secrets.hides[hides] })
      const unreadable = secretsPart({ ...open, isReadable: false })
      expect(unreadable).toMatchObject({ health: 'problem', text: secrets.unreadable(secrets.openFile) })
    }
    const locked = secretsPart({ ...ring, hides: 'agreed', locked: 'The keyring sleeps.', isReadable: false })
    expect(locked).toMatchObject({ health: 'problem', text: 'The keyring sleeps.' })
  })

  test('[CLI-40] show a proxy, whether Atrium uses it, and unchecked certificates', () => {
    const proxy = { HTTPS_PROXY: 'http://ada:word@proxy.example:8080' }
    const text = words.network.proxy('proxy.example:8080', 'HTTPS_PROXY')
    expect(networkPart({}, automatic, false)).toMatchObject({ health: 'fine', text: words.network.direct([]) })
    expect(networkPart(proxy, automatic, false)).toMatchObject({ health: 'fine', text })
    const none = { ...automatic, mode: 'none' } as const
    expect(networkPart(proxy, none, false)).toMatchObject({ health: 'fine', text: words.network.direct([]) })
    const own = { ...automatic, mode: 'proxy', proxy: 'other.example' } as const
    expect(networkPart(proxy, own, false).text).toBe(words.network.proxy('other.example:80', 'Settings'))
    const socks = { ALL_PROXY: 'socks5://proxy.example' }
    expect(networkPart(socks, automatic, false)).toMatchObject({
      health: 'problem',
      text: words.network.unusable('ALL_PROXY'),
    })
    expect(networkPart({}, automatic, false, false)).toMatchObject({ health: 'notice', text: words.network.oldNode })
    expect(networkPart({ NODE_TLS_REJECT_UNAUTHORIZED: '0' }, automatic, false)).toMatchObject({ health: 'problem' })
  })

  test('[ELE-76] say that the installed app trusts the system’s certificates and ignores NODE_EXTRA_CA_CERTS', () => {
    const { direct, installed } = words.network
    expect(networkPart({}, automatic, true).text).toBe(`${direct([])} ${installed}`)
    expect(networkPart({ HTTPS_PROXY: 'http://proxy.example' }, automatic, true).text).toContain(installed)
    const file = path.join(newFolder(), 'ca.pem')
    writeFileSync(file, rootCertificates[0] ?? '')
    const variable = { NODE_EXTRA_CA_CERTS: file }
    expect(networkPart(variable, automatic, false).text).toBe(direct(['NODE_EXTRA_CA_CERTS']))
  })

  test('[CLI-40] show that NODE_EXTRA_CA_CERTS names no file, or one without a certificate', () => {
    const file = path.join(newFolder(), 'ca.pem')
    const look = (): unknown => networkPart({ NODE_EXTRA_CA_CERTS: file }, automatic, false)
    const { unreadable, noCertificate, nameCertificates: advice } = words.network
    expect(look()).toMatchObject({ health: 'problem', text: unreadable(file, undefined), advice })
    writeFileSync(file, 'no certificate')
    expect(look()).toMatchObject({ health: 'problem', text: noCertificate(file), advice })
  })

  test('[CLI-40] show programs that are outside PATH', () => {
    const found = [
      { name: 'node', folder: '/usr/bin', isInPath: true },
      { name: 'uvx', folder: undefined, isInPath: false },
    ]
    expect(programsPart(found)).toMatchObject({ health: 'fine', text: words.programs.found(['node'], ['uvx']) })
    const elsewhere = { name: 'npx', folder: '/home/ada/.volta/bin', isInPath: false }
    expect(programsPart([...found, elsewhere])).toMatchObject({ health: 'notice', advice: words.programs.addToPath })
  })

  test('[CLI-40] show an old Node.js, an old browser, and a window whose fuses were changed', () => {
    expect(nodePart({ node: '22.13.0' }, {})).toMatchObject({ health: 'problem' })
    expect(nodePart({ node: '24.1.0', modules: '137' }, {})).toMatchObject({ health: 'fine' })
    expect(nodePart({ node: '24.1.0' }, { NODE_OPTIONS: '--inspect' })).toMatchObject({ health: 'notice' })
    expect(browserPart('Mozilla/5.0 Chrome/120.0.0.0 Safari/537.36', {})).toMatchObject({ health: 'problem' })
    expect(browserPart('Mozilla/5.0 Firefox/140.0', {})).toMatchObject({ health: 'notice' })
    expect(browserPart(undefined, { chrome: '140.0.1' })).toMatchObject({ health: 'fine' })
    const versions = { electron: '40.0.0' }
    const fuses = { runAsNode: false, nodeOptions: false, nodeInspect: false, asarIntegrity: true, onlyAsar: true }
    const packed = { isPacked: true, versions, fuses: { ...fuses, fileProtocol: false } }
    expect(windowPart(packed)).toMatchObject({ health: 'fine' })
    expect(windowPart({ ...packed, fuses: { ...packed.fuses, runAsNode: true } })).toMatchObject({
      health: 'problem',
      text: words.window.wrong('40.0.0', ['runAsNode']),
    })
    expect(windowPart({ ...packed, fuses: undefined })).toMatchObject({ health: 'problem' })
    const untold = { health: 'notice', text: words.window.untold('not signed'), advice: words.window.allow }
    expect(windowPart({ ...packed, notification: 'not signed' })).toMatchObject(untold)
    expect(windowPart({ ...packed, isPacked: false, notification: 'not signed' })).toMatchObject(untold)
    const unexplained = 'The system didn’t show Atrium’s last notification. It gave no reason.'
    expect(windowPart({ ...packed, notification: '' }).text).toBe(unexplained)
    expect(windowPart({ ...packed, fuses: undefined, notification: 'x' })).toMatchObject({ health: 'problem' })
    expect(windowPart(undefined)).toMatchObject({ text: words.window.none })
  })
})
