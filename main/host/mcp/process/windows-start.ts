import { readFileSync } from 'node:fs'
import path from 'node:path'
import { valueOf, windowsTool, type Variables } from '../../base/windows.ts'
import { resolveCommand, type System, thisSystem } from './command-path.ts'
import { processWords } from './words.ts'

/** A program as Windows starts it. `isVerbatim`: the arguments are parts of a finished command line. */
export type WindowsStart = { command: string; args: string[]; isVerbatim?: true } | { problem: string }

/** A found program, and everything that its start depends on. `own` are Atrium's variables, `variables` the program's. */
export type WindowsLaunch = { command: string; args: string[]; cwd: string; variables: Variables; own: Variables }

/** The looks at the disk that a start needs. A file that can't be read has no text. */
export type ShimSystem = System & { read(file: string): string | undefined }

/**
 * How a program is started on Windows. Only batch files go through cmd, which reads their arguments twice: one that
 * could end its own quotation there is refused. A batch file of npm only starts Node with a script, so Node is started
 * with that script instead.
 */
export function windowsStart(launch: WindowsLaunch, system: ShimSystem = thisShimSystem): WindowsStart {
  const { command, args, cwd } = launch
  const file = path.win32.basename(command)
  if (!isBatch(command)) return { command, args }
  const shim = shimOf(launch, system)
  // Npm runs its scripts with cmd, too.
  if (isOnShare(cwd) && shim?.isNpm !== false) return { problem: processWords.batchOnShare(file, cwd) }
  if (shim) return { command: shim.node, args: [...shim.args, ...args] }
  if (command.includes('%')) return { problem: processWords.batchArgument(file, '%') }
  const sign = args.map((arg) => unsafe.exec(arg)?.[0]).find((found) => found !== undefined)
  if (sign !== undefined) return { problem: processWords.batchArgument(file, signName(sign)) }
  const line = [`"${command}"`, ...args.map((arg) => `"${arg.replace(/\\+$/, '$&$&')}"`)].join(' ')
  if (line.length > longestLine) return { problem: processWords.batchTooLong(file, longestLine) }
  const cmd = windowsTool('cmd.exe', launch.own)
  return { command: cmd, args: ['/d', '/v:off', '/s', '/c', `"${line}"`], isVerbatim: true }
}

const isBatch = (file: string): boolean => /\.(?:cmd|bat)$/i.test(file)

/** Characters after which cmd may read the rest of an argument as something else. Between quotes, all others are text. */
// oxlint-disable-next-line no-control-regex -- cmd ends a line at some of them, and drops others
const unsafe = /["%!\u0000-\u0008\u000A-\u001F]/

const signName = (sign: string): string => (sign < ' ' ? processWords.lineEnd : sign)

/** Characters of a command line that cmd reads, less than its 8191 for what precedes the line. */
const longestLine = 8000

/** Cmd can't work in another computer's folder: it goes to the Windows folder instead. */
const isOnShare = (folder: string): boolean => /^[\\/]{2}/.test(folder)

type Shim = { node: string; args: string[]; isNpm: boolean }

/** The Node program and script of a batch file of npm; undefined for other files, or if a file it names is missing. */
function shimOf({ command, cwd, variables }: WindowsLaunch, system: ShimSystem): Shim | undefined {
  const text = system.read(command)?.replaceAll('\r\n', '\n').trim()
  const folder = path.win32.dirname(command)
  const found = text === undefined ? undefined : (npmShim(text) ?? packageShim(text))
  if (!found) return undefined
  const { scripts, flags, isNpm } = found
  // Npm puts a newer one of itself into the folder of global packages.
  const globals = isNpm ? [path.win32.join(valueOf(variables, 'APPDATA') ?? folder, 'npm')] : []
  const places = [...globals, folder].flatMap((at) => scripts.map((script) => path.win32.join(at, script)))
  const script = places.find((file) => system.isFile(file))
  const node = nodeFor(folder, { cwd, variables }, system)
  return script === undefined || node === undefined ? undefined : { node, args: [...flags, script], isNpm }
}

/** The Node beside a batch file, else that in PATH; undefined if that is a batch file, too. */
function nodeFor(folder: string, at: { cwd: string; variables: Variables }, system: System): string | undefined {
  const beside = path.win32.join(folder, 'node.exe')
  if (system.isFile(beside)) return beside
  try {
    const found = resolveCommand('node', at.variables, at.cwd, system)
    return isBatch(found) ? undefined : found
  } catch {
    return undefined
  }
}

type Found = { scripts: string[]; flags: string[]; isNpm: boolean }

/** The lines of npm's own two batch files, in any release; a file with any other line isn't one of them. */
const npmLines = [
  /^:: Created by npm, please don't edit manually\.$/,
  /^@ECHO OFF$|^SETLOCAL$|^\)$/,
  /^SET "NODE_EXE=%~dp0\\node\.exe"$/,
  /^IF NOT EXIST "%NODE_EXE%" \($/,
  /^ {2}SET "NODE_EXE=node"$/,
  /^SET "NP[MX]_(?:CLI|PREFIX)_JS=%~dp0\\node_modules\\npm\\bin\\np[mx]-(?:cli|prefix)\.js"$/,
  /^FOR \/F "delims=" %%F IN \('CALL "%NODE_EXE%" "%NPM_(?:PREFIX_JS%"|CLI_JS%" prefix -g)'\) DO \($/,
  /^ {2}SET "NPM_PREFIX_NP[MX]_CLI_JS=%%F\\node_modules\\npm\\bin\\np[mx]-cli\.js"$/,
  /^IF EXIST "%NPM_PREFIX_NP[MX]_CLI_JS%" \($/,
  /^ {2}SET "NP[MX]_CLI_JS=%NPM_PREFIX_NP[MX]_CLI_JS%"$/,
]

function npmShim(text: string): Found | undefined {
  const lines = text.split('\n').filter((line) => line !== '')
  const tool = /^"%NODE_EXE%" "%(NP[MX])_CLI_JS%" %\*$/.exec(lines.at(-1) ?? '')?.[1]?.toLowerCase()
  if (tool === undefined || !lines.slice(0, -1).every((line) => npmLines.some((one) => one.test(line))))
    return undefined
  return { scripts: [`node_modules\\npm\\bin\\${tool}-cli.js`], flags: [], isNpm: true }
}

const shimHead = `@ECHO off
GOTO start
:find_dp0
SET dp0=%~dp0
EXIT /b
:start
SETLOCAL
CALL :find_dp0

IF EXIST "%dp0%\\node.exe" (
  SET "_prog=%dp0%\\node.exe"
) ELSE (
  SET "_prog=node"
  SET PATHEXT=%PATHEXT:;.JS;=;%
)

endLocal & goto #_undefined_# 2>NUL || title %COMSPEC% & "%_prog%" `

/** The batch file that npm makes for a package's program: the script, and Node's flags before it. */
function packageShim(text: string): Found | undefined {
  if (!text.startsWith(shimHead)) return undefined
  const [, flags = '', script] = /^((?:-[\w=-]+ )*) ?"%dp0%\\([^"%\n]+)" +%\*$/.exec(text.slice(shimHead.length)) ?? []
  if (script === undefined) return undefined
  return { scripts: [script], flags: flags.split(' ').filter((flag) => flag !== ''), isNpm: false }
}

const thisShimSystem: ShimSystem = {
  ...thisSystem,
  read: (file) => {
    try {
      return readFileSync(file, 'utf8')
    } catch {
      return undefined
    }
  },
}
