import { readdirSync, readFileSync } from 'node:fs'
import { homedir, networkInterfaces } from 'node:os'
import path from 'node:path'
import { valueOf } from '../../base/windows.ts'

/** This computer, as far as programs are looked for. */
export type SearchedComputer = {
  platform: NodeJS.Platform
  home: string
  environment: NodeJS.ProcessEnv
  /** Whether it is connected to any network. */
  hasNetwork?: (() => boolean) | undefined
  /** Max milliseconds in which a program states its version, and the login shell its PATH. */
  limits?: { program: number; shell: number } | undefined
}

/** This computer with Atrium's own environment. */
export const thisComputer = (): SearchedComputer => ({
  platform: process.platform,
  home: homedir(),
  environment: process.env,
  hasNetwork: () => Object.values(networkInterfaces()).some((its = []) => its.some(({ internal }) => !internal)),
})

/** Below the home folder: version managers and package managers. */
const belowHome = [
  '.local/bin',
  'bin',
  '.cargo/bin',
  '.volta/bin',
  '.asdf/shims',
  '.local/share/mise/shims',
  '.proto/shims',
  '.nodenv/shims',
  '.pyenv/shims',
  '.bun/bin',
  '.deno/bin',
  '.local/share/pnpm',
  'go/bin',
  '.dotnet',
  '.dotnet/tools',
  '.pixi/bin',
  'miniconda3/bin',
  '.nix-profile/bin',
  '.local/share/fnm/aliases/default/bin',
  '.fnm/aliases/default/bin',
]

const onMac = [
  '/opt/homebrew/bin',
  '/usr/local/bin',
  '/opt/local/bin',
  '/Library/Frameworks/Python.framework/Versions/Current/bin',
  '/Applications/Docker.app/Contents/Resources/bin',
  '/Applications/OrbStack.app/Contents/MacOS/xbin',
  '/usr/local/go/bin',
  '/usr/local/share/dotnet',
  '/opt/miniconda3/bin',
  '/opt/anaconda3/bin',
  '/run/current-system/sw/bin',
  '/nix/var/nix/profiles/default/bin',
]
const onMacBelowHome = [
  'Library/pnpm',
  'Library/Application Support/fnm/aliases/default/bin',
  '.docker/bin',
  '.orbstack/bin',
  '.rd/bin',
  'anaconda3/bin',
  'miniforge3/bin',
]

const onLinux = [
  '/usr/local/bin',
  '/usr/bin',
  '/bin',
  '/snap/bin',
  '/home/linuxbrew/.linuxbrew/bin',
  '/run/current-system/sw/bin',
  '/nix/var/nix/profiles/default/bin',
]

/** Folders relative to a variable's. */
const onWindows: [variable: string, below: string][] = [
  ['NVM_SYMLINK', ''],
  ['SYSTEMDRIVE', '\\nvm4w\\nodejs'],
  ['PROGRAMFILES', 'nodejs'],
  ['APPDATA', 'npm'],
  ['LOCALAPPDATA', 'Volta\\bin'],
  ['LOCALAPPDATA', 'pnpm'],
  ['LOCALAPPDATA', 'mise\\shims'],
  ['APPDATA', 'fnm\\aliases\\default'],
  ['USERPROFILE', '.local\\bin'],
  ['USERPROFILE', '.cargo\\bin'],
  ['USERPROFILE', '.bun\\bin'],
  ['USERPROFILE', '.deno\\bin'],
  ['USERPROFILE', '.dotnet\\tools'],
  ['USERPROFILE', 'scoop\\shims'],
  ['PROGRAMDATA', 'chocolatey\\bin'],
  ['LOCALAPPDATA', 'Microsoft\\WinGet\\Links'],
  ['PROGRAMFILES', 'Docker\\Docker\\resources\\bin'],
  ['PROGRAMFILES', 'dotnet'],
  ['LOCALAPPDATA', 'Microsoft\\WindowsApps'],
]

/** Folders where programs usually are on this system, whatever PATH says; those of nvm as the last. */
export function usualFolders({ platform, home, environment }: SearchedComputer): string[] {
  if (platform === 'win32')
    return [
      ...onWindows.flatMap(([variable, below]) => {
        const base = valueOf(environment, variable)
        return base === undefined ? [] : [path.win32.join(base, below)]
      }),
      ...pythonFolders(valueOf(environment, 'LOCALAPPDATA')),
    ]
  const own =
    platform === 'darwin'
      ? [...onMac, ...onMacBelowHome.map((it) => path.join(home, it)), ...versionsOnMac(home)]
      : onLinux
  return [...belowHome.map((it) => path.join(home, it)), ...own, ...nvmFolders(home)]
}

/** On macOS, folders per version: of programs that Homebrew doesn't link, and of packages installed for a user's Python. */
const versionsOnMac = (home: string): string[] => [
  ...['/opt/homebrew/opt', '/usr/local/opt'].flatMap((folder) =>
    namesIn(folder).flatMap((name) => (/^(node|python)@/.test(name) ? path.join(folder, name, 'bin') : [])),
  ),
  ...namesIn(path.join(home, 'Library/Python')).map((version) => path.join(home, 'Library/Python', version, 'bin')),
]

/** On Windows, two folders per Python that its installer put there: its own and the one of its packages' programs. */
function pythonFolders(base: string | undefined): string[] {
  const versions = path.join(base ?? '', 'Programs', 'Python')
  const found = base === undefined ? [] : namesIn(versions)
  return found.flatMap((version) => [path.join(versions, version), path.join(versions, version, 'Scripts')])
}

/** One folder per Node.js version of nvm. */
const nvmFolders = (home: string): string[] => {
  const versions = path.join(home, '.nvm/versions/node')
  return namesIn(versions).map((version) => path.join(versions, version, 'bin'))
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder)
  } catch {
    return []
  }
}

/** The version that nvm uses by default, as far as a number says it. */
export function nvmDefault(home: string): string | undefined {
  try {
    const text = readFileSync(path.join(home, '.nvm/alias/default'), 'utf8').trim()
    return /^v?\d[\d.]*$/.test(text) ? text : undefined
  } catch {
    return undefined
  }
}
