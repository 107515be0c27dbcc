import { writeFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { isOpenOnWindows, letsOthersIn } from '../../../main/host/journal/access-list.ts'

const own = 'S-1-5-21-1004336348-1177238915-682003330-1001'
const other = 'S-1-5-21-1004336348-1177238915-682003330-1002'
const profile = `D:PAI(A;OICI;FA;;;SY)(A;OICI;FA;;;BA)(A;OICI;FA;;;${own})`

describe('[WIN-13] an access list of Windows', () => {
  test.each([
    ['a folder in a profile', profile],
    ['one with inherited entries', `D:AI(A;OICIID;FA;;;SY)(A;OICIID;FA;;;BA)(A;OICIID;FA;;;${own})`],
    ['one with rights for its creator', `${profile}(A;OICIIO;FA;;;CO)(A;;FA;;;OW)`],
    ['one that denies others', `D:P(D;OICI;FA;;;BU)(A;OICI;FA;;;${own})`],
    ['an empty list', 'D:P'],
    ['one of the account’s own', `O:${own}G:${own.replace(/1001$/, '513')}${profile}`],
    ['one of the administrators', `O:BAG:DU${profile}`],
    ['one for the built-in administrator', `O:LAG:DU${profile}(A;OICI;FA;;;LA)`],
    [
      'one for what installs the system',
      `${profile}(A;;FA;;;S-1-5-80-956008885-3418522649-1831038044-1853292631-2271478464)`,
    ],
    ['one with a condition for the system', `D:P(XA;;FX;;;SY;(((a) && (b))))(A;OICI;FA;;;${own})`],
    ['one with an audit list', `${profile}S:AI(AU;SAFA;FA;;;WD)`],
  ])('is the account’s alone: %s', (_what, sddl) => {
    expect(letsOthersIn(sddl, own)).toBe(false)
  })

  test.each([
    [
      'a folder at a drive’s root',
      'D:AI(A;ID;FA;;;BA)(A;OICIIOID;GA;;;BA)(A;OICIID;0x1200a9;;;BU)(A;ID;0x1301bf;;;AU)(A;OICIIOID;SDGXGWGR;;;AU)',
    ],
    ['one for everyone', `${profile}(A;OICI;0x1200a9;;;WD)`],
    ['one for another account', `${profile}(A;OICI;FA;;;${other})`],
    ['one for the domain’s users', `${profile}(A;OICI;FA;;;DU)`],
    ['one with a condition', `${profile}(XA;OICI;FA;;;AU;(@User.Title=="PM"))`],
    ['one with a condition in deeper brackets before', `D:P(XA;;FX;;;SY;(((a))))(A;;FA;;;WD)`],
    ['one for objects', `${profile}(OA;OICI;FA;;;AU)`],
    ['one for objects with a condition', `${profile}(ZA;OICI;FA;;;AU;(a))`],
    ['one for an app container', `${profile}(A;OICI;FA;;;AC)`],
    ['no list', 'D:NO_ACCESS_CONTROL'],
    ['nothing', 'O:BA'],
    ['one that belongs to another account', `O:${other}G:${own.replace(/1001$/, '513')}${profile}`],
    ['one that belongs to all users', `O:BUG:SY${profile}`],
    [
      'Windows’ own folder, as PowerShell describes it',
      'O:S-1-5-80-956008885-3418522649-1831038044-1853292631-2271478464G:S-1-5-80-956008885-3418522649-1831038044-1853292631-2271478464D:PAI(A;OICIIO;GA;;;CO)(A;OICIIO;GA;;;SY)(A;;0x1301bf;;;SY)(A;OICIIO;GA;;;BA)(A;;0x1301bf;;;BA)(A;OICIIO;GXGR;;;BU)(A;;0x1200a9;;;BU)(A;;0x1200a9;;;AC)',
    ],
  ])('lets others in: %s', (_what, sddl) => {
    expect(letsOthersIn(sddl, own)).toBe(true)
  })

  test.each([
    ['a bracket that isn’t closed', `D:P(XA;;FX;;;SY;((a)(A;;FA;;;${own})`],
    ['text between entries', `D:P(A;;FA;;;${own})x(A;;FA;;;WD)`],
    ['something else', 'S-1-5'],
  ])('is unknown with %s', (_what, sddl) => {
    expect(letsOthersIn(sddl, own)).toBeUndefined()
  })

  const home = 'D:\\Users\\ümit'

  /** Windows' tools, with what icacls saves and whoami prints in a German system, and whom PowerShell names as owner. */
  const tools =
    (saved: string, said = `"pc\\ümit","${own}"\r\n`, owner = own) =>
    (name: string, args: string[]) => {
      if (name === 'whoami.exe') return said
      if (name.endsWith('powershell.exe')) return `O:${owner}G:${own.replace(/1001$/, '513')}${saved}\r\n`
      writeFileSync(args[2] ?? '', Buffer.from(`${args[0] === 'D:\\' ? 'D:\\' : 'atrium'}\r\n${saved}\r\n`, 'utf16le'))
      return '1 Dateien erfolgreich verarbeitet'
    }

  test('is read from what icacls saves, whatever the system’s language', () => {
    expect(isOpenOnWindows('D:\\atrium', tools(profile), home)).toBe(false)
    expect(isOpenOnWindows('D:\\atrium', tools(`${profile}(A;;FA;;;BU)`), home)).toBe(true)
  })

  test('is read for a drive’s root, and for an account whose name looks like a number', () => {
    expect(isOpenOnWindows('D:\\', tools(`${profile}(A;;FA;;;WD)`), home)).toBe(true)
    expect(isOpenOnWindows('D:\\', tools(profile), home)).toBe(false)
    expect(isOpenOnWindows('D:\\atrium', tools(profile, `"pc\\${other}","${own}"\r\n`), home)).toBe(false)
  })

  test('is asked for its owner outside the account’s profile', () => {
    const asked: string[] = []
    const run = (name: string, args: string[]): string => {
      if (name.endsWith('powershell.exe')) asked.push(args.at(-1) ?? '')
      return tools(profile, undefined, other)(name, args)
    }
    expect(isOpenOnWindows('D:\\Ada’s $(data)', run, home)).toBe(true)
    expect(isOpenOnWindows('D:\\atrium', run, undefined)).toBe(true)
    expect(isOpenOnWindows('D:\\Users\\ümit2', run, home)).toBe(true)
    expect(isOpenOnWindows('d:\\users\\Ümit\\AppData\\Local\\Atrium', run, home)).toBe(false)
    expect(asked).toEqual([
      "(Get-Acl -LiteralPath 'D:\\Ada’’s $(data)').Sddl",
      "(Get-Acl -LiteralPath 'D:\\atrium').Sddl",
      "(Get-Acl -LiteralPath 'D:\\Users\\ümit2').Sddl",
    ])
  })

  test('is unknown outside the profile if PowerShell names no owner', () => {
    const run = (name: string, args: string[]): string =>
      name.endsWith('powershell.exe') ? '' : tools(profile)(name, args)
    expect(isOpenOnWindows('D:\\atrium', run, home)).toBeUndefined()
  })

  test('is unknown if a tool is missing or says something else', () => {
    const missing = (): never => {
      throw new Error('ENOENT')
    }
    expect(isOpenOnWindows('D:\\atrium', missing)).toBeUndefined()
    expect(isOpenOnWindows('D:\\atrium', tools('Zugriff verweigert'))).toBeUndefined()
    expect(isOpenOnWindows('D:\\atrium', tools(profile, 'FEHLER'))).toBeUndefined()
  })
})
