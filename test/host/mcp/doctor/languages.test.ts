import { describe, expect, test } from 'vitest'
import { decide } from '../../../../main/host/mcp/doctor/decide.ts'
import { fromLsof, fromNetstat } from '../../../../main/host/mcp/computer/ports.ts'
import { StderrRing } from '../../../../main/host/mcp/wire/stderr-ring.ts'

/** Output as consoles write it: German in code page 850, Japanese in 932. */
const recorded = {
  germanCommand:
    'RGVyIEJlZmVobCAibWNwLXNlcnZlci1mb28iIGlzdCBlbnR3ZWRlciBmYWxzY2ggZ2VzY2hyaWViZW4gb2Rlcg0Ka29ubnRlIG5pY2h0IGdlZnVuZGVuIHdlcmRlbi4NCg==',
  germanPath:
    'RGVyIEJlZmVobCAiQzpcUHJvZ3JhbSIgaXN0IGVudHdlZGVyIGZhbHNjaCBnZXNjaHJpZWJlbiBvZGVyDQprb25udGUgbmljaHQgZ2VmdW5kZW4gd2VyZGVuLiCaYmVyZ2FiZSB1bmeBbHRpZw0K',
  japaneseCommand:
    'J21jcC1zZXJ2ZXItZm9vJyCCzYFBk+CVlINSg32Dk4NogtyCvYLNik+VlINSg32Dk4NogUENCpGAjeyJwpRcgsiDdoONg0+DiYOAgtyCvYLNg2+DYoNgIIN0g0CDQ4OLgsaCtYLElEaOr4KzguqCxIKigtyCuYLxgUINCg==',
  germanPort:
    'T1NFcnJvcjogW1dpbkVycm9yIDEwMDQ4XSBOb3JtYWxlcndlaXNlIGRhcmYgamVkZSBTb2NrZXRhZHJlc3NlIChQcm90b2tvbGwsIE5ldHp3ZXJrYWRyZXNzZSBvZGVyIEFuc2NobHVzcykgbnVyIGpld2VpbHMgZWlubWFsIHZlcndlbmRldCB3ZXJkZW4gZoFy',
  japaneseAccess:
    'UGVybWlzc2lvbkVycm9yOiBbV2luRXJyb3IgNV0gg0GDToNag1iCqouRlNuCs4LqgtyCtYK9gUI6ICdDOlxcZGF0YVxceC5kYic=',
}

/** The stderr of a program, read as Atrium reads it. */
function printed(bytes: Buffer): string {
  const ring = new StderrRing()
  ring.push(bytes)
  return ring.lines().join('\n')
}

const ended = (stderr: string, exit: number, platform: NodeJS.Platform) =>
  decide({ seen: { kind: 'stdio', platform, command: 'server', args: [], exit, stderr }, probes: {} })

describe('[WIN-17] the doctor', () => {
  test.each([
    ['germanCommand', 9009, 'command-missing', 'mcp-server-foo'],
    ['japaneseCommand', 9009, 'command-missing', 'mcp-server-foo'],
    ['germanPath', 9009, 'spaces-in-path', undefined],
    ['germanPort', 1, 'port-in-use', undefined],
    ['japaneseAccess', 1, 'access-denied', String.raw`C:\\data\\x.db`],
  ] as const)('finds the cause in a code page that it can’t read: %s', (of, exit, reason, word) => {
    const found = ended(printed(Buffer.from(recorded[of], 'base64')), exit, 'win32')
    expect(found).toMatchObject({ reason })
    expect(found?.word).toBe(word)
  })

  test.each([
    ['bash: Zeile 1: uvx: Kommando nicht gefunden.', 'uvx'],
    ['/bin/bash: 行 1: uvx: コマンドが見つかりません', 'uvx'],
    ['sh: 1: uvx: introuvable', 'uvx'],
    ['env: „node“: Datei oder Verzeichnis nicht gefunden', 'node'],
    ['env: « node »: Aucun fichier ou dossier de ce type', 'node'],
  ])('finds a missing program by a shell’s exit code: %s', (stderr, word) => {
    expect(ended(stderr, 127, 'linux')).toMatchObject({ reason: 'helper-missing', word })
    expect(ended(stderr, 1, 'linux')).not.toMatchObject({ reason: 'helper-missing' })
  })

  test('reads listeners from netstat in any language', () => {
    const text = [
      'Aktive Verbindungen',
      '  Proto  Lokale Adresse         Remoteadresse          Status           PID',
      '  TCP    0.0.0.0:135            0.0.0.0:0              ABHÖREN         1204',
      '  TCP    127.0.0.1:3000         0.0.0.0:0              À L’ÉCOUTE      5128',
      '  TCP    192.168.1.5:50123      140.82.112.3:443       HERGESTELLT     5128',
      '  TCP    [::]:8080              [::]:0                 LISTENING       77',
      '  UDP    0.0.0.0:5353           *:*                                    900',
    ].join('\r\n')
    expect(fromNetstat(text)).toEqual([
      { host: '0.0.0.0', port: 135, pid: 1204 },
      { host: '127.0.0.1', port: 3000, pid: 5128 },
      { host: '[::]', port: 8080, pid: 77 },
    ])
  })

  test('reads listeners from macOS’s lsof', () => {
    expect(fromLsof('p512\ncnode\nf22\nn127.0.0.1:3000\nf23\nn[::1]:3001\np77\ncControlCe\nf9\nn*:7000\n')).toEqual([
      { host: '127.0.0.1', port: 3000, pid: 512, name: 'node' },
      { host: '[::1]', port: 3001, pid: 512, name: 'node' },
      { host: '0.0.0.0', port: 7000, pid: 77, name: 'ControlCe' },
    ])
    expect(fromLsof('lsof: status error\n')).toEqual([])
  })
})
