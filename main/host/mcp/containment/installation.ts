import { basename, dirname, join } from 'node:path'
import { entryKind, isBelow } from './disk.ts'

/** Folders of Linux's programs and libraries. */
export const linuxFolders = ['usr', 'bin', 'sbin', 'lib', 'lib32', 'lib64', 'libx32', 'opt', 'nix', 'gnu'].map(
  (name) => `/${name}`,
)

/** Where package managers for macOS install. Beside the programs, `etc` and `var` hold settings and databases. */
const managers = ['/opt/homebrew', '/usr/local', '/opt/local', '/opt/X11']
const theirParts = [
  'bin',
  'sbin',
  'lib',
  'libexec',
  'share',
  'include',
  'opt',
  'Cellar',
  'Caskroom',
  'Frameworks',
  'go',
]
const certificates = ['openssl@3', 'openssl@1.1', 'openssl'].flatMap((name) =>
  ['cert.pem', 'openssl.cnf'].map((file) => `${name}/${file}`),
)

/** Folders of macOS's programs and libraries, and files with names and certificates; none of it is personal. */
export const macFolders = [
  '/bin',
  '/sbin',
  '/usr/bin',
  '/usr/lib',
  '/usr/libexec',
  '/usr/sbin',
  '/usr/share',
  '/System/Library',
  '/System/Cryptexes',
  '/System/iOSSupport',
  '/System/DriverKit',
  '/System/Volumes/Preboot/Cryptexes',
  '/Library/Apple',
  '/Library/Frameworks',
  '/Library/Developer',
  '/Library/Java/JavaVirtualMachines',
  '/nix/store',
  '/opt/local/Library',
  ...managers.flatMap((folder) => theirParts.map((name) => `${folder}/${name}`)),
  ...managers.flatMap((folder) => ['ca-certificates', ...certificates].map((name) => `${folder}/etc/${name}`)),
  ...['ssl', 'hosts', 'resolv.conf', 'localtime', 'passwd', 'group', 'services', 'protocols', 'shells'].map(
    (name) => `/private/etc/${name}`,
  ),
  '/private/var/db/dyld',
  '/private/var/db/timezone',
  '/private/var/select',
  '/private/var/run/resolv.conf',
]

/** Whether a real path is in a folder of the system's programs, which a sealed program sees. */
export const isProgramFolder = (path: string, platform = process.platform): boolean =>
  (platform === 'darwin' ? macFolders : linuxFolders).some((folder) => isBelow(path, folder))

/** The files of a program outside the system's folders. */
export const installed = (program: string[], homes: string[], platform = process.platform): string[] =>
  program.filter((file) => !isProgramFolder(file, platform)).map((file) => installation(file, homes))

/**
 * The folder a program was installed to with its libraries, as `…/v22` of `…/v22/bin/node`, or macOS's application
 * around it; the file alone if that folder has more in it than this.
 */
function installation(file: string, homes: string[]): string {
  const application = /^.*?\.app(?=\/Contents\/)/.exec(file)?.[0]
  if (application !== undefined && entryKind(join(application, 'Contents')) === 'folder') return application
  const [bin, prefix] = [dirname(file), dirname(dirname(file))]
  const isBroad = homes.some((home) => isBelow(home, prefix) || prefix === join(home, '.local'))
  return basename(bin) === 'bin' && !isBroad && entryKind(join(prefix, 'lib')) === 'folder' ? prefix : file
}
