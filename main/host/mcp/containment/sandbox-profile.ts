import type { Bounds } from '../../../../shared/config/bounds.ts'
import type { HiddenPlace } from './hidden-places.ts'

/** A contained program and its places, in real paths. */
type Confined = {
  bounds: Bounds
  hidden: HiddenPlace[]
  /** A folder in which this server can keep what it downloads, and one for temporary files. */
  cache: string
  temporary: string
  /** The program's file as it is found, and what that leads to. */
  program: string[]
  cwd: string
}

/** A text in a profile. Control characters can't be written in one, so such a path is refused. */
export function quotedPath(path: string): string {
  if (/\p{Cc}/u.test(path)) throw new Error('A path with control characters has no place in a profile.')
  return `"${path.replaceAll(/["\\]/g, String.raw`\$&`)}"`
}

const below = (path: string): string => `(subpath ${quotedPath(path)})`
const exactly = (path: string): string => `(literal ${quotedPath(path)})`

/** One rule over several paths; none without paths, because it would then be about all of them. */
const rule = (what: string, places: string[]): string[] =>
  places.length === 0 ? [] : [`(${what} ${places.join(' ')})`]

/** Devices that every program needs. */
const devices = ['/dev/null', '/dev/zero', '/dev/random', '/dev/urandom', '/dev/tty', '/dev/dtracehelper']

/** The system's programs and libraries; none of it is personal. */
const system = [
  '/usr',
  '/bin',
  '/sbin',
  '/System',
  '/Library/Apple',
  '/Library/Frameworks',
  '/Library/Developer',
  '/opt',
  '/private/etc/ssl',
  '/private/etc/hosts',
  '/private/etc/resolv.conf',
  '/private/etc/localtime',
  '/private/var/db/dyld',
  '/private/var/db/timezone',
  '/nix/store',
]

/** Services through which other programs act: a contained program starts, opens and scripts nothing through them. */
const services = [
  'com.apple.coreservices.launchservicesd',
  'com.apple.coreservices.appleevents',
  'com.apple.SecurityServer',
  'com.apple.securityd.xpc',
  'com.apple.pasteboard.1',
  'com.apple.tccd',
  'com.apple.xpc.smd',
  'com.apple.lsd.mapdb',
  'com.apple.lsd.modifydb',
  'com.apple.coreservices.quarantine-resolver',
]

/**
 * The profile of a contained program for macOS's `sandbox-exec`. The last rule that matches counts, so what is hidden
 * comes last. A hidden folder can't be renamed or linked to either: both need to read or write it.
 */
export function sandboxProfile(confined: Confined): string {
  const { bounds, hidden, cache, temporary, program, cwd } = confined
  const changed = [...bounds.writable, cache, temporary].map(below)
  const lines = [
    '(version 1)',
    ...(bounds.level === 'sealed' ? sealed(confined) : limited),
    ...rule('allow file-read* file-write*', changed),
    ...rule('allow file-read* file-write-data file-ioctl', devices.map(exactly)),
    ...rule(
      'deny file-read* file-write*',
      hidden
        .filter(({ path }) => ![cache, temporary].some((own) => own === path || own.startsWith(`${path}/`)))
        .map(({ path, isFolder }) => (isFolder ? below(path) : exactly(path))),
    ),
    ...hidden.flatMap((place) => insideOf(place, [cache, temporary])),
    // Programs look at each folder on the way to a file; that says no more than its name.
    ...rule(
      'allow file-read-metadata',
      foldersAbove([cache, temporary, cwd, ...program, ...bounds.writable, ...bounds.readable]).map(exactly),
    ),
  ]
  return `${lines.join('\n')}\n`
}

const foldersAbove = (paths: string[]): string[] => [
  ...new Set(
    paths.flatMap((path) =>
      path
        .split('/')
        .slice(0, -1)
        .map((_name, index, names) => names.slice(0, index + 1).join('/') || '/'),
    ),
  ),
]

/** A hidden folder around the program's own ones, which stay open. */
const insideOf = ({ path }: HiddenPlace, own: string[]): string[] => {
  const open = own.filter((it) => it.startsWith(`${path}/`))
  if (open.length === 0) return []
  const except = open.map((it) => `(require-not ${below(it)})`).join(' ')
  return [`(deny file-read* file-write* (require-all ${below(path)} ${except}))`]
}

/** Reads and reaches everything else; changes nothing, and asks no other program to. */
const limited = [
  '(allow default)',
  '(deny file-write*)',
  '(deny process-info* (target others))',
  '(allow process-info* (target same-sandbox))',
  '(deny signal (target others))',
  '(allow signal (target same-sandbox))',
  '(deny mach-priv-task-port)',
  '(deny appleevent-send)',
  ...rule(
    'deny mach-lookup',
    services.map((name) => `(global-name ${quotedPath(name)})`),
  ),
]

/** Sees and reaches only what is listed. */
const sealed = ({ bounds, program }: Confined): string[] => [
  '(deny default)',
  '(allow process-fork)',
  '(allow process-exec)',
  '(allow signal (target same-sandbox))',
  '(allow process-info* (target same-sandbox))',
  '(allow sysctl-read)',
  '(allow ipc-posix-sem)',
  '(allow mach-lookup (global-name "com.apple.system.opendirectoryd.libinfo"))',
  ...rule('allow file-read*', [...system, ...bounds.readable].map(below)),
  ...rule('allow file-read*', program.map(exactly)),
]
