import { readlinkSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import type { Bounds } from '../../../../shared/config/bounds.ts'
import { type Flags, isBelow, entryKind, mountFlags, openSockets, realOf } from './disk.ts'
import { type Hidden, namesIn } from './hidden-places.ts'
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
  const flags = mountFlags()
  const scene = { ...surroundings, flags }
  const isSealed = bounds.level === 'sealed'
  const steps: Step[] = [
    ...(isSealed ? sealedRoot(scene) : limitedRoot(scene)),
    ...['/proc', '/run', '/tmp', '/dev'].flatMap(made),
    { mount: 'bind', from: '/proc', at: '/proc', readOnly: false, flags: [] },
    { mount: 'tmpfs', at: '/run', options: ['mode=755', 'size=16m'] },
    { mount: 'tmpfs', at: '/tmp', options: scratch },
    ...(entryKind('/var/tmp') === 'folder' ? [...(isSealed ? made('/var/tmp') : []), varTmp] : []),
    { mount: 'tmpfs', at: '/dev', options: ['mode=755', 'size=1m'] },
    ...devices(flags),
    ...homes.flatMap((home) => [...(isSealed || isReplaced(home) ? made(home) : []), homeOf(home)]),
    ...running(isSealed, flags),
    ...(isSealed ? [] : homes.flatMap((home) => homeEntries(home, scene))),
    ...chosenSteps(scene),
    ...made(inside.cache),
    { mount: 'bind', from: cache, at: inside.cache, readOnly: false, flags: flags(cache) },
    ...(gate === undefined ? [] : gateSteps(gate, flags)),
    ...masks(scene),
    ...procGuards(),
  ]
  const always = ['/proc', '/tmp', '/var/tmp', '/dev/shm', '/dev/pts', inside.cache]
  return { steps, scratch: [...always, ...(isSealed ? homes : [])], writable: bounds.writable }
}

type Scene = Surroundings & { flags: Flags }

const made = (at: string): Step[] => [{ make: 'folder', at }]

/** Whether the view has an empty folder in place of the one that contains this path. */
const isReplaced = (path: string): boolean => ['/tmp', '/var/tmp', '/dev', '/run'].some((it) => isBelow(path, it))

const homeOf = (at: string): Step => ({ mount: 'tmpfs', at, options: ['mode=700', 'nosuid', 'nodev', 'size=256m'] })

/** The whole file system read-only, except the replaced parts. */
const limitedRoot = ({ flags }: Scene): Step[] =>
  namesIn('/')
    .filter((name) => !['proc', 'dev', 'run', 'tmp'].includes(name))
    .flatMap((name) => shown(`/${name}`, flags))

const systemFolders = ['usr', 'bin', 'sbin', 'lib', 'lib32', 'lib64', 'libx32', 'opt', 'nix', 'gnu']

/** Names, certificates and libraries that programs need to run; none of it is personal. */
const systemFiles = [
  ...['alternatives', 'ca-certificates', 'ca-certificates.conf', 'crypto-policies', 'fonts', 'group', 'host.conf'],
  ...['hosts', 'ld.so.cache', 'ld.so.conf', 'ld.so.conf.d', 'locale.conf', 'localtime', 'machine-id', 'mime.types'],
  ...['nsswitch.conf', 'os-release', 'passwd', 'pki', 'protocols', 'services', 'shells', 'ssl', 'static', 'timezone'],
]

/** Only the system's programs, and the one that runs. */
const sealedRoot = ({ flags }: Scene): Step[] => [
  ...systemFolders.flatMap((name) => shown(`/${name}`, flags)),
  ...['/etc', '/var'].flatMap(made),
  ...systemFiles.flatMap((name) => shown(`/etc/${name}`, flags)),
  { make: 'link', at: '/var/run', to: '/run' },
]

/** A link as a link; a folder or file as it is there, read-only. */
function shown(path: string, flags: Flags): Step[] {
  const kind = entryKind(path)
  if (kind === undefined) return []
  if (kind === 'link') return [{ make: 'link', at: path, to: readlinkSync(path) }]
  return [
    { make: kind, at: path },
    { mount: 'bind', from: path, at: path, readOnly: true, flags: flags(path) },
  ]
}

/** Whether a folder's entries are shown one by one. */
const isWalked = (folder: string, { homes, hidden }: Pick<Scene, 'homes' | 'hidden'>): boolean =>
  homes.includes(folder) ||
  hidden.around.has(folder) ||
  (homes.some((home) => isBelow(folder, home)) && hidden.places.some((it) => isBelow(it.path, folder)))

/** The home folder, entry by entry: what is hidden stays closed, and what comes later isn't there. */
function homeEntries(folder: string, scene: Scene): Step[] {
  return namesIn(folder).flatMap((name): Step[] => {
    const path = join(folder, name)
    const place = scene.hidden.places.find((it) => it.path === path)
    // `chosenSteps` mounts these; two mounts of one folder would be the same mount.
    if (scene.bounds.writable.includes(path)) return []
    if (place) return [{ make: place.isFolder ? 'closed-folder' : 'closed-file', at: path }]
    if (isWalked(path, scene) && entryKind(path) === 'folder') return [...made(path), ...homeEntries(path, scene)]
    return shown(path, scene.flags)
  })
}

/** The folders the user chose, and in a sealed server what the program itself consists of. */
function chosenSteps({ bounds, program, homes, flags }: Scene): Step[] {
  const isSealed = bounds.level === 'sealed'
  const readable = isSealed ? [...bounds.readable, ...installed(program, homes)] : []
  const folders = [...new Set([...bounds.writable, ...readable])].toSorted((a, b) => a.length - b.length)
  return folders.flatMap((from): Step[] => {
    const kind = entryKind(from) ?? 'folder'
    const isEntry = homes.some((home) => isBelow(from, home))
    const make: Step[] = isSealed || isReplaced(from) || isEntry ? withParents(from, kind) : []
    return [...make, { mount: 'bind', from, at: from, readOnly: !bounds.writable.includes(from), flags: flags(from) }]
  })
}

const withParents = (at: string, kind: 'folder' | 'file' | 'link'): Step[] =>
  kind === 'folder' ? made(at) : [...made(dirname(at)), { make: 'file', at }]

const isSystem = (path: string): boolean => systemFolders.some((name) => isBelow(path, `/${name}`))

/** The files of a program outside the system's folders. */
const installed = (program: string[], homes: string[]): string[] =>
  program.filter((file) => !isSystem(file)).map((file) => installation(file, homes))

/**
 * The folder a program was installed to with its libraries, as `…/v22` of `…/v22/bin/node`; the file alone if that
 * folder has more in it than this.
 */
function installation(file: string, homes: string[]): string {
  const [bin, prefix] = [dirname(file), dirname(dirname(file))]
  const isBroad = homes.some((home) => isBelow(home, prefix) || prefix === join(home, '.local'))
  return basename(bin) === 'bin' && !isBroad && entryKind(join(prefix, 'lib')) === 'folder' ? prefix : file
}

const deviceFiles = ['null', 'zero', 'full', 'random', 'urandom', 'tty']

const devices = (flags: Flags): Step[] => [
  ...['/dev/pts', '/dev/shm'].flatMap(made),
  ...deviceFiles.flatMap((name): Step[] => [{ make: 'file', at: `/dev/${name}` }]),
  { make: 'link', at: '/dev/fd', to: '/proc/self/fd' },
  { make: 'link', at: '/dev/stdin', to: '/proc/self/fd/0' },
  { make: 'link', at: '/dev/stdout', to: '/proc/self/fd/1' },
  { make: 'link', at: '/dev/stderr', to: '/proc/self/fd/2' },
  { make: 'link', at: '/dev/ptmx', to: 'pts/ptmx' },
  ...deviceFiles.map((name): Step => {
    const path = `/dev/${name}`
    return { mount: 'bind', from: path, at: path, readOnly: true, flags: flags(path) }
  }),
  { mount: 'devpts', at: '/dev/pts', options: ['newinstance', 'ptmxmode=0666', 'mode=620', 'nosuid', 'noexec'] },
  { mount: 'tmpfs', at: '/dev/shm', options: shared },
]

/** `/run` without other programs' sockets: only the files for looking up names, and NixOS's links to programs. */
function running(isSealed: boolean, flags: Flags): Step[] {
  const kept = ['/run/current-system', '/run/booted-system', '/run/opengl-driver']
  const names = isSealed ? [] : namedIn('/run', realOf('/etc/resolv.conf'))
  return [
    ...made(inside.folder),
    { make: 'closed-file', at: nothing },
    ...[...kept, ...names].flatMap((path) => [...made(dirname(path)), ...shown(path, flags)]),
  ]
}

const namedIn = (folder: string, path: string | undefined): string[] =>
  path !== undefined && isBelow(path, folder) ? [path] : []

const gateSteps = (gate: string, flags: Flags): Step[] => [
  { make: 'file', at: inside.gate },
  { mount: 'bind', from: gate, at: inside.gate, readOnly: true, flags: flags(gate) },
]

const isWritable = (path: string, { writable }: Bounds): boolean => writable.some((folder) => isBelow(path, folder))

/** Closes hidden places inside what is shown, and the sockets of other programs. */
function masks(scene: Scene): Step[] {
  const { bounds, hidden, homes, program } = scene
  const roots = bounds.level === 'sealed' ? [...bounds.readable, ...installed(program, homes)] : ['/']
  const replaced = bounds.level === 'sealed' ? [] : ['/run', '/tmp', '/dev', '/proc', ...homes]
  const isShown = (path: string): boolean => {
    if (isWritable(path, bounds)) return true
    return roots.some((root) => isBelow(path, root)) && !replaced.some((folder) => isBelow(path, folder))
  }
  const system = bounds.level === 'sealed' ? hidden.places.filter(({ path }) => isSystemFile(path)) : []
  const closed = [...hidden.places.filter(({ path }) => isShown(path)), ...system]
  const isOpen = (path: string): boolean =>
    bounds.level === 'sealed' ? isShown(path) && !isWritable(path, bounds) : isOpenTo(path, scene)
  const sockets = openSockets().filter(isOpen)
  return [
    ...closed.map(({ path, isFolder }): Step => {
      if (isFolder) return { mount: 'tmpfs', at: path, options: ['mode=000', 'ro', 'size=4k'] }
      return { mount: 'made', from: nothing, at: path }
    }),
    ...sockets.map((at): Step => ({ mount: 'made', from: nothing, at })),
  ]
}

/** Whether a real path is in the view at all. */
export function sees({ bounds, homes, hidden, program }: Omit<Surroundings, 'cache'>, path: string): boolean {
  if (bounds.writable.some((folder) => isBelow(path, folder))) return true
  if (hidden.own.some((folder) => isBelow(path, folder))) return false
  if (homes.some((home) => isBelow(path, home))) {
    if (bounds.level === 'limited') return !hidden.places.some((it) => isBelow(path, it.path))
    if (homes.includes(path)) return true
  } else if (bounds.level === 'limited') return !isReplaced(path)
  const places = [...bounds.readable, ...installed(program, homes), ...systemFolders.map((name) => `/${name}`)]
  return path === '/' || path === '/tmp' || places.some((folder) => isBelow(path, folder))
}

const isSystemFile = (path: string): boolean => systemFiles.some((name) => isBelow(path, `/etc/${name}`))

/** A socket in a chosen folder is meant to be used. In hidden places nothing has to be closed again. */
function isOpenTo(path: string, scene: Scene): boolean {
  const { bounds, homes, hidden } = scene
  if (isWritable(path, bounds)) return false
  if (hidden.places.some((it) => isBelow(path, it.path))) return false
  // There only folders, files and links are shown.
  if (isWalked(dirname(path), scene)) return false
  return homes.some((home) => isBelow(path, home)) || (!isReplaced(path) && !isBelow(path, '/proc'))
}

const procFlags = ['nosuid', 'nodev', 'noexec']

/** Settings and devices of the system, which an Atrium of the administrator could change through /proc. */
function procGuards(): Step[] {
  const readOnly = ['sys', 'irq', 'bus', 'fs', 'acpi', 'scsi', 'sysrq-trigger'].map((name) => `/proc/${name}`)
  const closed = ['kcore', 'keys', 'key-users', 'timer_list', 'kmsg'].map((name) => `/proc/${name}`)
  const isThere = (path: string): boolean => realOf(path) !== undefined
  return [
    ...readOnly.filter(isThere).map((at): Step => ({ mount: 'bind', from: at, at, readOnly: true, flags: procFlags })),
    ...closed.filter(isThere).map((at): Step => ({ mount: 'made', from: nothing, at })),
  ]
}
