import type { Bounds } from '../../../../shared/config/bounds.ts'
import { installed, macFolders } from './installation.ts'

/** A contained program and its places, in real paths. */
type Confined = {
  bounds: Bounds
  homes: string[]
  hidden: string[]
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

/** Services through which other programs act: a contained program starts, opens and scripts nothing through them. */
const services = [
  'com.apple.coreservices.launchservicesd',
  'com.apple.launchservicesd',
  'com.apple.coreservices.appleevents',
  'com.apple.SecurityServer',
  'com.apple.securityd',
  'com.apple.securityd.xpc',
  'com.apple.secd',
  'com.apple.pasteboard.1',
  'com.apple.tccd',
  'com.apple.xpc.smd',
  'com.apple.lsd.mapdb',
  'com.apple.lsd.modifydb',
  'com.apple.coreservices.quarantine-resolver',
]

/** Sockets of the system's resolver and log, through which no other program acts. */
const systemSockets = ['/private/var/run/mDNSResponder', '/private/var/run/syslog']

/**
 * The profile of a contained program for macOS's `sandbox-exec`. The last rule that matches counts, so what is hidden
 * comes last. A hidden folder can't be renamed, linked to or copied by reference: all of them are operations on files.
 */
export function sandboxProfile(confined: Confined): string {
  const { bounds, homes, hidden, cache, temporary, program, cwd } = confined
  const isSealed = bounds.level === 'sealed'
  const changed = [...bounds.writable, cache, temporary]
  const seen = isSealed ? [...macFolders, ...bounds.readable, ...installed(program, homes, 'darwin')] : []
  const lines = [
    '(version 1)',
    ...(isSealed ? sealed : limited),
    ...always,
    ...rule('allow file-read* file-map-executable', [...seen, ...(isSealed ? program : [])].map(below)),
    // A link to a file elsewhere would let the program change it.
    ...rule('allow file-read* file-write* file-link file-map-executable', changed.map(below)),
    ...rule('allow file-read* file-write-data file-ioctl', devices.map(exactly)),
    ...sockets(changed, isSealed ? [] : systemSockets),
    ...hidden.flatMap((path) => closed(path, [cache, temporary])),
    // Programs look at each folder on the way to a file; that says no more than its name.
    ...rule(
      'allow file-read-metadata',
      foldersAbove([...seen, cache, temporary, cwd, ...program, ...bounds.writable, ...bounds.readable]).map(exactly),
    ),
  ]
  return `${lines.join('\n')}\n`
}

/** Each folder around the paths, and the links that macOS has in place of some. */
const foldersAbove = (paths: string[]): string[] => [
  ...new Set([
    '/etc',
    '/var',
    '/tmp',
    ...paths.flatMap((path) =>
      path
        .split('/')
        .slice(0, -1)
        .map((_name, index, names) => names.slice(0, index + 1).join('/') || '/'),
    ),
  ]),
]

/**
 * A hidden place, but for the program's own folders in it. By name it is the same whether it is a folder, a file, or
 * made later.
 */
function closed(path: string, own: string[]): string[] {
  if (own.some((it) => it === path || path.startsWith(`${it}/`))) return []
  const open = own.filter((it) => it.startsWith(`${path}/`))
  if (open.length === 0) return [`(deny file* ${below(path)})`]
  const except = open.map((it) => `(require-not ${below(it)})`).join(' ')
  return [`(deny file* (require-all ${below(path)} ${except}))`]
}

/**
 * Connecting to a socket is an operation of the network, whatever the rules about files say, and a socket can give
 * another program's rights. Each rule names one path: of a list, the system reads only one.
 */
const sockets = (own: string[], ofSystem: string[]): string[] => [
  '(deny network-bind (local unix-socket))',
  '(deny network-outbound (remote unix-socket))',
  '(allow system-socket (socket-domain AF_UNIX))',
  ...own.flatMap((path) => [
    `(allow network-bind (local unix-socket ${below(path)}))`,
    `(allow network-outbound (remote unix-socket ${below(path)}))`,
  ]),
  ...ofSystem.map((path) => `(allow network-outbound (remote unix-socket (path-literal ${quotedPath(path)})))`),
]

/**
 * At every level: knows and signals only its own processes, and asks none to start or change something. A rule for
 * other processes would have no effect, and some operations are allowed unless a rule names them.
 */
const always = [
  '(deny process-info*)',
  '(allow process-info* (target same-sandbox))',
  '(deny signal)',
  '(allow signal (target same-sandbox))',
  // Other processes' arguments and variables
  '(deny sysctl-read (sysctl-name "kern.procargs") (sysctl-name "kern.procargs2"))',
  '(deny mach-priv-task-port)',
  '(deny appleevent-send)',
  '(deny lsopen)',
  '(deny job-creation)',
  '(deny user-preference-write)',
  '(deny file-link)',
  '(deny file-mount file-unmount)',
]

/** Reads and reaches everything else; changes nothing, and asks no other program to. */
const limited = [
  '(allow default)',
  '(deny file-write*)',
  ...rule(
    'deny mach-lookup',
    services.map((name) => `(global-name ${quotedPath(name)})`),
  ),
]

/** Sees and reaches only what is listed. */
const sealed = [
  '(deny default)',
  '(allow process-fork)',
  '(allow process-exec)',
  '(allow sysctl-read)',
  '(allow ipc-posix-sem)',
  '(allow mach-lookup (global-name "com.apple.system.opendirectoryd.libinfo"))',
  // The loader opens the root folder; that shows only the names in it.
  `(allow file-read* ${exactly('/')})`,
]
