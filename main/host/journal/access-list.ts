import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path, { join } from 'node:path'
import { valueOf, windowsTool } from '../base/windows.ts'

/** Runs one of Windows' tools and returns its output. */
type Run = (name: string, args: string[]) => string

/**
 * Whether other accounts can use a folder on Windows; undefined if Windows doesn't say. Accounts are compared by their
 * numbers (SIDs), because their names depend on the language.
 */
export function isOpenOnWindows(
  folder: string,
  run: Run = runTool,
  profile = valueOf(process.env, 'USERPROFILE'),
): boolean | undefined {
  try {
    // The account's name comes first, and can look like a number.
    const own = /"(S-1-[\d-]+)"\s*$/.exec(run('whoami.exe', ['/user', '/fo', 'csv', '/nh']))?.[1]
    const list = savedList(folder, run)
    if (own === undefined || list === undefined) return undefined
    const isOpen = letsOthersIn(list, own)
    // This list has no owner. PowerShell takes a second, and in a profile only administrators make folders of others.
    return isOpen !== false || isInside(folder, profile) ? isOpen : isOthersByOwner(folder, own, run)
  } catch {
    return undefined
  }
}

const isInside = (folder: string, profile: string | undefined): boolean => {
  const way = profile === undefined ? '..' : path.win32.relative(profile, folder)
  return !way.startsWith('..') && !path.win32.isAbsolute(way)
}

/** The same by the list with its owner that PowerShell describes. It reads five characters as a quotation mark. */
function isOthersByOwner(folder: string, own: string, run: Run): boolean | undefined {
  const literal = folder.replaceAll(/['‘’‚‛]/g, '$&$&')
  const command = `(Get-Acl -LiteralPath '${literal}').Sddl`
  const described = run(powershell, ['-NoProfile', '-NonInteractive', '-Command', command]).trim()
  return described.startsWith('O:') ? letsOthersIn(described, own) : undefined
}

const powershell = 'WindowsPowerShell\\v1.0\\powershell.exe'

/** The access list that icacls saves: in UTF-16, a line with the folder's name and one with the list. */
function savedList(folder: string, run: Run): string | undefined {
  const place = mkdtempSync(join(tmpdir(), 'atrium-access-'))
  try {
    const file = join(place, 'list')
    run('icacls.exe', [folder, '/save', file, '/q'])
    // A drive's name looks like the beginning of a list.
    const [, list = ''] = readFileSync(file, 'utf16le').split(/\r?\n/)
    return /^[OGDS]:/.test(list) ? list : undefined
  } finally {
    rmSync(place, { recursive: true, force: true })
  }
}

/** The system, its administrators, what it installs with, and rights that only name the owner. */
const trusted = new Set(['SY', 'BA', 'LA', 'CO', 'OW', 'S-1-5-18', 'S-1-5-32-544', 'S-1-3-0', 'S-1-3-4'])
const installer = /^S-1-5-80-956008885-/

const isTrusted = (account: string, own: string): boolean =>
  account === own || trusted.has(account) || installer.test(account)

/**
 * Whether an access list (SDDL) grants anything to another account, or belongs to one, if it names an owner; undefined if it can't
 * be read to its end. Without a list, Windows lets everyone in. An owner can always change the list.
 */
export function letsOthersIn(sddl: string, own: string): boolean | undefined {
  const list = /^(?:O:([^:]*?))?(?:G:[^:]*?)?D:([A-Z_]*)/.exec(sddl)
  if (!list) return /^(?:O:[\w-]+?)?(?:G:[\w-]+?)?(?:S:.*)?$/.test(sddl) ? true : undefined
  const [all, owner, flags = ''] = list
  if (flags.includes('NO_ACCESS_CONTROL')) return true
  const entries = entriesOf(sddl.slice(all.length))
  if (owner !== undefined && !isTrusted(owner, own)) return entries && true
  return entries?.some((entry) => {
    const [kind = '', , , , , account = ''] = entry.split(';')
    return ['A', 'OA', 'XA', 'ZA'].includes(kind) && !isTrusted(account, own)
  })
}

/** The content of each pair of outer brackets, up to the audit list; undefined if there is text between them. */
function entriesOf(text: string): string[] | undefined {
  const entries: string[] = []
  for (let at = 0; at < text.length && !text.startsWith('S:', at);) {
    if (text[at] !== '(') return undefined
    const start = at
    let depth = 0
    do {
      if (text[at] === '(') depth += 1
      if (text[at] === ')') depth -= 1
      at += 1
    } while (depth > 0 && at < text.length)
    if (depth > 0) return undefined
    entries.push(text.slice(start + 1, at - 1))
  }
  return entries
}

const runTool: Run = (name, args) =>
  execFileSync(windowsTool(name, process.env), args, {
    encoding: 'utf8',
    timeout: 5000,
    windowsHide: true,
    stdio: ['ignore', 'pipe', 'ignore'],
  })
