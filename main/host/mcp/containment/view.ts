import { readlinkSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { Bounds } from '../../../../shared/config/bounds.ts'
import { entryKind, identityOf, isBelow, openSockets, realOf } from './disk.ts'
import { type Hidden, namesIn } from './hidden-paths.ts'
import { installed, isProgramFolder, linuxFolders } from './installation.ts'
import type { Step, View } from './steps.ts'

/** Where a contained program runs, in real paths. */
export type Surroundings = {
  bounds: Bounds
  /** Home folders of the account: as the environment says, and as the system does. */
  homes: string[]
  /** Other programs' secrets, and Atrium's own folders. */
  hidden: Hidden
  /** A folder in which this server can keep what it downloads. */
  cache: string
  /** The program's file as it is found, and what that leads to. */
  program: string[]
  /** A socket that leads to the named hosts. */
  gate?: string | undefined
}

/** Where a contained program finds what Atrium gives it. */
export const inside = { folder: '/run/atrium', cache: '/run/atrium/cache', gate: '/run/atrium/gate' }
const nothing = '/run/atrium/nothing'

/** Mount options of temporary folders; their content is gone when the program ends. */
const scratch = ['mode=1777', 'nosuid', 'nodev', 'size=1g']
const varTmp: Step = { mount: 'tmpfs', at: '/var/tmp', options: scratch }
const shared = ['mode=1777', 'nosuid', 'nodev', 'size=256m']

/** The file system as a contained program sees it, on Linux. */
export function viewOf(surroundings: Surroundings): View {
  const { bounds, homes, cache, gate } = surroundings
  const scene = { ...surroundings, homes: outermost(homes) }
  const isSealed = bounds.level === 'sealed'
  const steps: Step[] = [
    ...(isSealed ? sealedRoot() : entriesOutside('/', scene)),
    { mount: 'bind', from: '/proc', at: '/proc', readOnly: false },
    made('/run'),
    { mount: 'tmpfs' as const, at: '/run', options: ['mode=755', 'size=16m'] },
    made('/tmp'),
    { mount: 'tmpfs' as const, at: '/tmp', options: scratch },
    ...(entryKind('/var/tmp') === 'folder' ? [made('/var/tmp'), varTmp] : []),
    made('/dev'),
    { mount: 'tmpfs' as const, at: '/dev', options: ['mode=755', 'size=1m'] },
    ...devices(),
    ...scene.homes.flatMap((home) => [made(home), homeOf(home)]),
    ...homes.map(made),
    ...running(isSealed),
    ...(isSealed ? [] : scene.homes.flatMap((home) => homeEntries(home, scene, homes))),
    ...chosenSteps(scene),
    bound(cache, { at: inside.cache, readOnly: false }),
    ...(gate === undefined ? [] : [bound(gate, { at: inside.gate })]),
    ...masks(scene),
    ...procGuards(),
  ]
  const always = ['/proc', '/tmp', '/var/tmp', '/dev/shm', '/dev/pts', inside.cache]
  return { steps, scratch: [...always, ...(isSealed ? scene.homes : [])], writable: bounds.writable }
}

const made = (at: string): Step => ({ make: 'folder', at })

/** Without homes inside other homes: the environment can name a folder in the account's own. */
const outermost = (homes: string[]): string[] =>
  homes.filter((home) => !homes.some((it) => it !== home && isBelow(home, it)))

/** Whether the view has an empty folder in place of the one that contains this path. */
const isReplaced = (path: string): boolean => ['/tmp', '/var/tmp', '/dev', '/run'].some((it) => isBelow(path, it))

const homeOf = (at: string): Step => ({ mount: 'tmpfs', at, options: ['mode=700', 'nosuid', 'nodev', 'size=256m'] })

/** A place that must be shown, as the object that is there now. Throws the system's error if nothing is. */
const bound = (from: string, { at = from, readOnly = true } = {}): Step => ({
  mount: 'bind',
  from: realOf(from) ?? from,
  at,
  readOnly,
  identity: identityOf(from),
})

/**
 * The whole file system read-only, except the replaced parts and homes. A folder around a hidden place is shown entry by
 * entry, as it was at the start: the kernel drops what covers a place that is replaced.
 */
function entriesOutside(folder: string, scene: Surroundings): Step[] {
  const { homes, hidden, bounds } = scene
  return namesIn(folder).flatMap((name): Step[] => {
    const path = join(folder, name)
    if (['/proc', '/dev', '/run', '/tmp', '/var/tmp', ...bounds.writable].includes(path)) return []
    if (homes.includes(path)) return [made(path)]
    const place = hidden.paths.find((it) => it.path === path)
    if (place && folder !== '/') return [{ make: place.isFolder ? 'closed-folder' : 'closed-file', at: path }]
    if (!hidden.around.has(path) || entryKind(path) !== 'folder') return shown(path)
    return [made(path), ...entriesOutside(path, scene)]
  })
}

/** Names, certificates and libraries that programs need to run; none of it is personal. */
const systemFiles = [
  'alternatives',
  'ca-certificates',
  'ca-certificates.conf',
  'crypto-policies',
  'fonts',
  'group',
  'host.conf',
  'hosts',
  'ld.so.cache',
  'ld.so.conf',
  'ld.so.conf.d',
  'locale.conf',
  'localtime',
  'machine-id',
  'mime.types',
  'nsswitch.conf',
  'os-release',
  'passwd',
  'pki',
  'protocols',
  'services',
  'shells',
  'ssl',
  'static',
  'timezone',
]

/** Only the system's programs, and the one that runs. */
const sealedRoot = (): Step[] => [
  ...linuxFolders.flatMap(shown),
  ...['/etc', '/var'].map(made),
  ...systemFiles.flatMap((name) => shown(`/etc/${name}`)),
  { make: 'link', at: '/var/run', to: '/run' },
]

/** A link as a link; a folder or file as it is there, read-only. If it is gone or replaced at the start, it isn't shown. */
function shown(path: string): Step[] {
  const kind = entryKind(path)
  if (kind === undefined) return []
  if (kind === 'link') return [{ make: 'link', at: path, to: readlinkSync(path) }]
  return [{ mount: 'bind', from: path, at: path, readOnly: true, identity: identityOf(path), mayVanish: true }]
}

/** Whether a folder's entries are shown one by one. */
const isWalked = (folder: string, { homes, hidden }: Pick<Surroundings, 'homes' | 'hidden'>): boolean =>
  homes.includes(folder) ||
  hidden.around.has(folder) ||
  (homes.some((home) => isBelow(folder, home)) && hidden.paths.some((it) => isBelow(it.path, folder)))

/**
 * The home folder, entry by entry: what is hidden stays closed, and what comes later isn't there. Of a hidden folder
 * with a home in it, only the way there is shown.
 */
function homeEntries(folder: string, scene: Surroundings, homes: string[], isWayOnly = false): Step[] {
  return namesIn(folder).flatMap((name): Step[] => {
    const path = join(folder, name)
    const leadsHome = homes.some((home) => isBelow(home, path))
    if (isWayOnly && !leadsHome) return []
    const place = scene.hidden.paths.find((it) => it.path === path)
    // `chosenSteps` mounts these; two mounts of one folder would be the same mount.
    if (scene.bounds.writable.includes(path)) return []
    if (place && !leadsHome) return [{ make: place.isFolder ? 'closed-folder' : 'closed-file', at: path }]
    if (leadsHome || (isWalked(path, scene) && entryKind(path) === 'folder')) {
      const isOnWay = (place !== undefined || isWayOnly) && !homes.includes(path)
      return [made(path), ...homeEntries(path, scene, homes, isOnWay)]
    }
    return shown(path)
  })
}

/**
 * The folders the user chose, and in a sealed server what the program itself consists of. A place inside another one
 * with the same rights is there with it.
 */
function chosenSteps({ bounds, program, homes }: Surroundings): Step[] {
  const isSealed = bounds.level === 'sealed'
  const chosen = [...new Set([...bounds.writable, ...(isSealed ? bounds.readable : [])])]
  const isWritable = (path: string): boolean => bounds.writable.includes(path)
  const around = (path: string): string | undefined =>
    chosen.filter((it) => it !== path && isBelow(path, it)).toSorted((a, b) => b.length - a.length)[0]
  const folders = chosen
    .filter((path) => isWritable(path) !== isWritable(around(path) ?? '') || around(path) === undefined)
    .toSorted((a, b) => a.length - b.length)
  const own = isSealed ? installed(program, homes).filter((path) => !folders.some((it) => isBelow(path, it))) : []
  return [
    ...folders.map((from) => bound(from, { readOnly: !isWritable(from) })),
    ...own.map((from): Step => {
      // Its target is another part of the program, or in a folder that is shown.
      if (entryKind(from) === 'link') return { make: 'link', at: from, to: realOf(from) ?? readlinkSync(from) }
      return bound(from)
    }),
  ]
}

const deviceFiles = ['null', 'zero', 'full', 'random', 'urandom', 'tty']

const devices = (): Step[] => [
  ...['/dev/pts', '/dev/shm'].map(made),
  { make: 'link', at: '/dev/fd', to: '/proc/self/fd' },
  { make: 'link', at: '/dev/stdin', to: '/proc/self/fd/0' },
  { make: 'link', at: '/dev/stdout', to: '/proc/self/fd/1' },
  { make: 'link', at: '/dev/stderr', to: '/proc/self/fd/2' },
  { make: 'link', at: '/dev/ptmx', to: 'pts/ptmx' },
  ...deviceFiles.map((name) => bound(`/dev/${name}`)),
  { mount: 'devpts', at: '/dev/pts', options: ['newinstance', 'ptmxmode=0666', 'mode=620', 'nosuid', 'noexec'] },
  { mount: 'tmpfs', at: '/dev/shm', options: shared },
]

/** `/run` without other programs' sockets: only the files for looking up names, and NixOS's links to programs. */
function running(isSealed: boolean): Step[] {
  const kept = ['/run/current-system', '/run/booted-system', '/run/opengl-driver']
  const names = isSealed ? [] : namedIn('/run', realOf('/etc/resolv.conf'))
  return [made(inside.folder), { make: 'closed-file', at: nothing }, ...[...kept, ...names].flatMap(shown)]
}

const namedIn = (folder: string, path: string | undefined): string[] =>
  path !== undefined && isBelow(path, folder) ? [path] : []

const isWritable = (path: string, { writable }: Bounds): boolean => writable.some((folder) => isBelow(path, folder))

/** Closes hidden paths inside what is shown, and the sockets of other programs. */
function masks(scene: Surroundings): Step[] {
  const { bounds, hidden, homes, program } = scene
  const isSealed = bounds.level === 'sealed'
  const chosen = isSealed ? [...bounds.readable, ...installed(program, homes)] : []
  const isShown = (path: string): boolean => {
    if (isWritable(path, bounds) || chosen.some((folder) => isBelow(path, folder))) return true
    // There nothing is shown that is hidden.
    if (isReplaced(path) || ['/proc', ...homes].some((folder) => isBelow(path, folder))) return false
    return !isSealed || isProgramFolder(path)
  }
  const system = bounds.level === 'sealed' ? hidden.paths.filter(({ path }) => isSystemFile(path)) : []
  const closed = [...hidden.paths.filter(({ path }) => isShown(path)), ...system]
  const isOpen = (path: string): boolean =>
    bounds.level === 'sealed' ? isShown(path) && !isWritable(path, bounds) : isOpenTo(path, scene)
  const sockets = openSockets().filter(isOpen)
  return [
    ...closed.map(({ path, isFolder }): Step => {
      if (isFolder) return { mount: 'tmpfs', at: path, options: ['mode=000', 'ro', 'size=4k'] }
      return { mount: 'made', from: nothing, at: path }
    }),
    ...sockets.map((at): Step => ({ mount: 'made', from: nothing, at, mayVanish: true })),
  ]
}

/** Whether a real path is in the view at all. */
export function sees(
  { bounds, homes, hidden, program }: Omit<Surroundings, 'cache'>,
  path: string,
  platform = process.platform,
): boolean {
  if (bounds.writable.some((folder) => isBelow(path, folder))) return true
  if (hidden.own.some((folder) => isBelow(path, folder))) return false
  if (homes.some((home) => isBelow(path, home))) {
    // A home can be inside a hidden folder, of another home.
    const isIn = (folder: string): boolean =>
      isBelow(path, folder) && !homes.some((home) => isBelow(home, folder) && isBelow(path, home))
    if (bounds.level === 'limited') return !hidden.paths.some((it) => isIn(it.path))
    if (homes.includes(path)) return true
  } else if (bounds.level === 'limited') {
    const isGone = platform !== 'darwin' && isReplaced(path)
    return !isGone && !hidden.paths.some((it) => isBelow(path, it.path))
  }
  if (path === '/' || path === '/tmp' || isProgramFolder(path, platform)) return true
  return [...bounds.readable, ...installed(program, homes, platform)].some((folder) => isBelow(path, folder))
}

const isSystemFile = (path: string): boolean => systemFiles.some((name) => isBelow(path, `/etc/${name}`))

/** A socket in a chosen folder is meant to be used. In hidden paths nothing has to be closed again. */
function isOpenTo(path: string, scene: Surroundings): boolean {
  const { bounds, homes, hidden } = scene
  if (isWritable(path, bounds)) return false
  if (hidden.paths.some((it) => isBelow(path, it.path))) return false
  // There only folders, files and links are shown.
  if (isWalked(dirname(path), scene)) return false
  return homes.some((home) => isBelow(path, home)) || (!isReplaced(path) && !isBelow(path, '/proc'))
}

/** Settings and devices of the system, which an Atrium of the administrator could change through /proc. */
function procGuards(): Step[] {
  const readOnly = ['sys', 'irq', 'bus', 'fs', 'acpi', 'scsi', 'sysrq-trigger'].map((name) => `/proc/${name}`)
  const closed = ['kcore', 'keys', 'key-users', 'timer_list', 'kmsg'].map((name) => `/proc/${name}`)
  const isThere = (path: string): boolean => realOf(path) !== undefined
  return [
    ...readOnly.filter(isThere).map((at): Step => ({ mount: 'bind', from: at, at, readOnly: true })),
    ...closed.filter(isThere).map((at): Step => ({ mount: 'made', from: nothing, at })),
  ]
}
