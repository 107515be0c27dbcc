import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { realPath } from '../../../../main/host/base/real-path.ts'
import { diagnosisOf } from '../../../../main/host/mcp/doctor/decide.ts'
import type { Facts } from '../../../../main/host/mcp/doctor/facts.ts'
import type { AddressObservation, ProgramObservation } from '../../../../main/host/mcp/process/observation.ts'
import { fromLsof, holderOf, listeningOf, type PortSystem } from '../../../../main/host/mcp/computer/ports.ts'
import { usualFolders } from '../../../../main/host/mcp/computer/usual-folders.ts'
import { doctorWords as words } from '../../../../main/host/mcp/doctor/words.ts'

/** Fields of lsof on macOS 15, for two editors, a database and a server with a child. */
const recorded = `p612
cCode\\x20Helper\\x20(Plugin)
f31
n127.0.0.1:49210
p1188
cpostgres
f7
n[::1]:5432
f8
n127.0.0.1:5432
p2301
cnode
f18
n*:8080
p2302
cpython3.13
f5
n[::1]:8766
f6
n*:*
`

const row = (pid: number, parent: number) => ({ pid, parent, group: pid, name: 'x', cpuMs: 0 })
const family = [row(1, 0), row(2300, 1), row(2301, 2300), row(2302, 2301), row(1188, 1)]
const mac: PortSystem = {
  platform: 'darwin',
  told: () => Promise.resolve(recorded),
  processes: () => Promise.resolve(family),
}

describe('ports of a Mac', () => {
  test('[MAC-9] have a holder by name and number', async () => {
    expect(fromLsof(recorded)).toHaveLength(5)
    expect(await holderOf(8080, mac)).toBe('node (process 2301)')
    expect(await holderOf(49_210, mac)).toBe('Code Helper (Plugin) (process 612)')
    expect(await holderOf(9, mac)).toBeUndefined()
    expect(await holderOf(8080, { ...mac, told: () => Promise.resolve(undefined) })).toBeUndefined()
  })

  test('[MAC-9] are listed for a server with its descendants alone', async () => {
    const found = await listeningOf([2300, 1188, 612], mac)
    expect(Object.fromEntries(found)).toEqual({
      2300: [
        { host: '0.0.0.0', port: 8080 },
        { host: '[::1]', port: 8766 },
      ],
      1188: [
        { host: '[::1]', port: 5432 },
        { host: '127.0.0.1', port: 5432 },
      ],
    })
    expect(await listeningOf([2300], { ...mac, processes: () => Promise.resolve(undefined) })).toEqual(new Map())
  })
})

test('[MAC-11] looks for programs in the places that installers for macOS use', () => {
  const home = realPath(mkdtempSync(path.join(tmpdir(), 'atrium-places-')))
  onTestFinished(() => rmSync(home, { recursive: true }))
  mkdirSync(path.join(home, 'Library/Python/3.13'), { recursive: true })
  const places = usualFolders({ platform: 'darwin', home, environment: {} })
  for (const folder of ['/opt/homebrew/bin', '/usr/local/go/bin', '/nix/var/nix/profiles/default/bin'])
    expect(places).toContain(folder)
  for (const folder of [
    'Library/Python/3.13/bin',
    'Library/pnpm',
    'Library/Application Support/fnm/aliases/default/bin',
  ])
    expect(places).toContain(path.join(home, folder))
  const other = usualFolders({ platform: 'linux', home, environment: {} })
  expect(other.filter((it) => it.includes('Library'))).toEqual([])
})

const program = (stderr: string, its: Partial<ProgramObservation> = {}): ProgramObservation => ({
  kind: 'stdio',
  platform: 'darwin',
  command: '/opt/homebrew/bin/node',
  args: ['server.js'],
  exit: 1,
  stderr,
  ...its,
})

const sentenceOf = (seen: ProgramObservation | AddressObservation, online = true): string => {
  const probes = { online }
  const facts: Facts = seen.kind === 'stdio' ? { seen, probes } : { seen, probes }
  return diagnosisOf(facts)?.reason ?? ''
}

describe('a permission that macOS keeps from Atrium', () => {
  test.each([
    '0:52: execution error: Not authorized to send Apple events to Notes. (-1743)',
    '0:52: Ausführungsfehler: Keine Berechtigung zum Senden von Apple-Events an „Notizen“. (-1743)',
    'Error: Command failed: osascript -e …\n35:41: execution error: メモにApple Eventを送信する権限がありません。 (-1743)\nexit 1',
    'Error Domain=NSOSStatusErrorDomain Code=-1743 "(null)"',
  ])('[MAC-8] is named with its place in System Settings, for other applications (%#)', (stderr) => {
    expect(sentenceOf(program(stderr))).toContain(words.allowAutomation)
    expect(sentenceOf(program(stderr, { platform: 'linux' }))).not.toContain(words.allowAutomation)
  })

  test.each([
    ['Error: connect EHOSTUNREACH 192.168.1.40:8123 - Local (192.168.1.7:51544)', '192.168.1.40:8123'],
    ['OSError: [Errno 65] No route to host: 10.0.0.5', '10.0.0.5'],
    ['dial tcp 172.20.3.1:443: connect: no route to host', '172.20.3.1:443'],
  ])('[MAC-8] is named with its place in System Settings, for the local network (%#)', (stderr, place) => {
    expect(sentenceOf(program(stderr))).toContain(words.allowLocalNetwork)
    expect(sentenceOf(program(stderr))).toContain(place)
    expect(sentenceOf(program(stderr, { platform: 'linux' }))).not.toContain(words.allowLocalNetwork)
  })

  test.each([
    'id-1743 is gone',
    'code 11743',
    'connect EHOSTUNREACH 203.0.113.9:443',
    'connect ECONNREFUSED 10.0.0.5:80',
  ])('[MAC-8] isn’t suspected without its code or a private address: %s', (stderr) => {
    expect(sentenceOf(program(stderr))).not.toMatch(/System Settings/)
  })

  test('[MAC-8] is named for a server at an address of the local network, and for no other', () => {
    const seen: AddressObservation = {
      kind: 'http',
      url: 'http://192.168.1.40:8123/mcp',
      platform: 'darwin',
      isPrivate: true,
      error: { code: 'EHOSTUNREACH' },
    }
    expect(sentenceOf(seen)).toContain(words.allowLocalNetwork)
    expect(sentenceOf(seen)).toContain('192.168.1.40:8123')
    expect(sentenceOf(seen, false)).toContain(words.connectIt)
    const others = [{ isPrivate: false }, { platform: 'linux' as const }, { error: { code: 'ECONNREFUSED' } }]
    for (const its of others) expect(sentenceOf({ ...seen, ...its })).not.toContain(words.allowLocalNetwork)
  })
})
