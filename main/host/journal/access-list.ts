import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { windowsTool } from '../base/windows.ts'

/** Runs one of Windows' tools and returns its output. */
type Run = (name: string, args: string[]) => string

/**
 * Whether other accounts can use a folder on Windows; undefined if Windows doesn't say. Accounts are compared by their
 * numbers (SIDs), because their names depend on the language.
 */
export function isOpenOnWindows(folder: string, run: Run = runTool): boolean | undefined {
  try {
    const own = /S-1-[\d-]+/.exec(run('whoami.exe', ['/user', '/fo', 'csv', '/nh']))?.[0]
    const list = savedList(folder, run)
    return own === undefined || list === undefined ? undefined : letsOthersIn(list, own)
  } catch {
    return undefined
  }
}

/** The access list that icacls saves: in UTF-16, a line with the folder's name and one with the list. */
function savedList(folder: string, run: Run): string | undefined {
  const place = mkdtempSync(join(tmpdir(), 'atrium-access-'))
  try {
    const file = join(place, 'list')
    run('icacls.exe', [folder, '/save', file, '/q'])
    return readFileSync(file, 'utf16le')
      .split(/\r?\n/)
      .find((line) => /^[OGDS]:/.test(line))
  } finally {
    rmSync(place, { recursive: true, force: true })
  }
}

/** The system, its administrators, what it installs with, and rights that only name the owner. */
const trusted = new Set(['SY', 'BA', 'CO', 'OW', 'S-1-5-18', 'S-1-5-32-544', 'S-1-3-0', 'S-1-3-4'])
const installer = /^S-1-5-80-956008885-/

/** Whether an access list (SDDL) grants anyone else anything. Without a list, Windows lets everyone in. */
export function letsOthersIn(sddl: string, own: string): boolean {
  const list = /D:([^(]*)((?:\([^()]*(?:\([^()]*\)[^()]*)*\))*)/.exec(sddl)
  if (!list || list[1]?.includes('NO_ACCESS_CONTROL') === true) return true
  const entries = [...(list[2] ?? '').matchAll(/\(([^;()]*);[^;()]*;[^;()]*;[^;()]*;[^;()]*;([^;()]*)/g)]
  return entries.some(([, kind = '', account = '']) => {
    const grants = ['A', 'OA', 'XA', 'ZA'].includes(kind)
    return grants && account !== own && !trusted.has(account) && !installer.test(account)
  })
}

const runTool: Run = (name, args) =>
  execFileSync(windowsTool(name, process.env), args, {
    encoding: 'utf8',
    timeout: 5000,
    windowsHide: true,
    stdio: ['ignore', 'pipe', 'ignore'],
  })
