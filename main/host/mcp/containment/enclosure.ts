import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Hidden, HiddenPlace } from './hidden-places.ts'
import { sandboxProfile } from './sandbox-profile.ts'
import { escaped, scripted } from './steps.ts'
import { isBelow } from './disk.ts'
import { inside, type Surroundings, viewOf } from './view.ts'

/** A prepared view: the folder with its scripts, and how to start a program in it. */
export type Enclosure = {
  folder: string
  cwd: string
  env: Record<string, string>
  /** Whether the program gets its own network, without any connection. */
  isCutOff: boolean
  /** Hosts that it wanted to reach and can't; the list grows while it runs. */
  refusedHosts: readonly string[]
  /** Whether the program can reach named hosts. */
  hasGate: boolean
  /** On macOS, the file with the sandbox's profile, which takes the place of a view. */
  profile?: string
}

type Wanted = Omit<Surroundings, 'cache'> & {
  /** A folder of Atrium's for this server; all of it except the cache is rewritten. */
  folder: string
  cwd: string
  env: Record<string, string>
  refusedHosts?: readonly string[]
}

/** Writes what builds the view, or the sandbox's profile on macOS. */
export function prepareEnclosure(wanted: Wanted, platform: NodeJS.Platform = process.platform): Enclosure {
  if (platform === 'darwin') return prepareProfile(wanted)
  const { folder, cwd, env, refusedHosts = [], ...surroundings } = wanted
  const [root, cache] = [join(folder, 'root'), join(folder, 'cache')]
  for (const each of [root, cache]) mkdirSync(each, { recursive: true, mode: 0o700 })
  const view = viewOf({ ...surroundings, cache })
  const { script, tables } = scripted(view, root, folder)
  const isCutOff = surroundings.bounds.level === 'sealed'
  const listed = (paths: string[]): string => paths.map((path) => `${escaped(root + path)}\n`).join('')
  const files = {
    ...tables,
    build: script,
    scratch: listed(view.scratch),
    writable: listed(view.writable),
    'root-path': `${escaped(root)}\n`,
  }
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text, { mode: 0o600 })
  rmSync(join(folder, 'built'), { force: true })
  const inner = innerEnvironment(env, isCutOff, surroundings.homes)
  const own = { folder, cwd, env: inner, refusedHosts, isCutOff }
  return { ...own, hasGate: surroundings.gate !== undefined }
}

/** A profile can name what doesn't exist yet. */
const namedBy = ({ places, missing }: Hidden): HiddenPlace[] => [
  ...places,
  ...missing.map((path) => ({ path, isFolder: true })),
]

/** The profile decides while the program runs, so nothing has to be built first. */
function prepareProfile({ folder, cwd, env, refusedHosts = [], bounds, hidden, program }: Wanted): Enclosure {
  const [cache, temporary] = [join(folder, 'cache'), join(folder, 'tmp')]
  rmSync(temporary, { recursive: true, force: true })
  for (const each of [cache, temporary]) mkdirSync(each, { recursive: true, mode: 0o700 })
  const profile = join(folder, 'profile')
  writeFileSync(profile, sandboxProfile({ bounds, hidden: namedBy(hidden), cache, temporary, program, cwd }), {
    mode: 0o600,
  })
  writeFileSync(join(folder, 'built'), '')
  const inner = { XDG_CACHE_HOME: cache, npm_config_cache: join(cache, 'npm'), ...env, TMPDIR: temporary }
  const isCutOff = bounds.level === 'sealed'
  return { folder, cwd, env: inner, refusedHosts, isCutOff, hasGate: false, profile }
}

/** Points runtimes to the folders that exist in the view, unless the configuration says otherwise. */
function innerEnvironment(env: Record<string, string>, isCutOff: boolean, homes: string[]): Record<string, string> {
  const { TMPDIR = '', ...rest } = env
  const isKept = TMPDIR !== '' && homes.some((home) => isBelow(TMPDIR, home))
  return {
    XDG_CACHE_HOME: inside.cache,
    npm_config_cache: join(inside.cache, 'npm'),
    ...rest,
    ...(isKept && !isCutOff && { TMPDIR }),
  }
}

/** Linux's number of `keyctl`, which differs between processors. */
const keyctl = { x64: 250, arm64: 219, riscv64: 219 }[process.arch as string] ?? 0

/**
 * Cuts what no namespace does: sockets without a file, which belong to the network (Landlock, since Linux 6.12), and
 * the session's keyring. If the system can't cut one of them, the program runs with it, and the probe says so.
 */
export const tiesScript = `
my $keyctl = shift;
my $scoped = pack("QQQ", 0, 0, 3);
my $rules = syscall(444, $scoped, 24, 0);
syscall(446, $rules, 0) if $rules >= 0;
syscall($keyctl, 1, 0) if $keyctl;
exec { $ARGV[0] } @ARGV`

/**
 * Builds the view as process 1 of the namespaces, then becomes the given command, without any right over them. All
 * mounts except the writable ones are made read-only and checked; nothing of the real file system stays behind.
 */
export const buildScript = `
set -eu
umask 022
folder=$1; cwd=$2; sealed=$3; forward=$4; ties=$5; shift 5
root=$folder/root
read -r escaped < "$folder/root-path"
if [ "$sealed" = yes ]; then echo 0 > /proc/sys/user/max_user_namespaces; fi
mount -n -t tmpfs -o mode=755,size=16m atrium "$root"
. "$folder/build"
protect() {
  while read -r _ _ _ _ at flags _; do
    case $at in "$escaped"/*) ;; *) continue ;; esac
    case $flags in ro|ro,*) continue ;; esac
    while read -r kept; do if [ "$at" = "$kept" ]; then continue 2; fi; done < "$folder/scratch"
    while read -r kept; do case $at in "$kept"|"$kept"/*) continue 2 ;; esac; done < "$folder/writable"
    [ "$1" = try ] || return 1
    case $at in *\\\\*) at=$(printf "$(printf %s "$at" | sed 's/%/%%/g')") ;; esac
    mount -n -c -o "remount,bind,ro\${flags#rw}" "$at"
  done < /proc/self/mountinfo
}
protect try
protect check
mkdir "$root/.old"
: > "$folder/built"
cd "$root"
pivot_root . .old
cd /
umount -l -n -c /.old
rmdir /.old
mount -n -c -o remount,bind,ro /
drop="setpriv --no-new-privs --bounding-set -all --ambient-caps -all --inh-caps -all --"
if [ -n "$forward" ]; then
  perl -e "$forward" up
  $drop perl -e "$forward" </dev/null >/dev/null 2>&1
fi
cd "$cwd"
if command -v perl >/dev/null; then exec perl -e "$ties" "${keyctl}" $drop "$@"; fi
exec $drop "$@"`
