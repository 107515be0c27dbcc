import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { constants } from 'node:os'
import type { Readable } from 'node:stream'
import { setTimeout as delay } from 'node:timers/promises'
import type { Containment } from '../../../../shared/events/events.ts'
import { buildScript, enterScript } from '../containment/builder.ts'
import type { Enclosure } from '../containment/enclosure.ts'
import { forwarderScript } from '../containment/forwarder.ts'
import { becomeScript, closeScript, handedOver, ownEnvironment, ownPath } from '../containment/handover.ts'
import { resolveCommand } from './command-path.ts'

/**
 * Executed instead of a command, with `env`. `leash` is a pipe on file descriptor 3; its end means that the host is
 * gone.
 */
export type Contained = { command: string; args: string[]; env: Record<string, string>; leash: boolean }

/**
 * Ends when the server ends. Closes its own copies of the pipes at once: otherwise Atrium wouldn't notice when the
 * server closes them.
 */
const runAndWait = `
exec <&- 4<&- >&- 2>&-
trap : TERM INT HUP
while :; do
  wait $server; status=$?
  [ $status -gt 128 ] && kill -0 $server || break
done`

/** Process 1 of the namespace. It reaps orphans; when it ends, the kernel ends all other processes. */
const initScript = `
exec 4<&0
( exec <&4 4<&-; ${becomeScript}
) & server=$!
${runAndWait}
exit $status`

/**
 * Process 1 and its mounts are created in two steps, because the parent that \`unshare --fork\` leaves behind would
 * hold the pipes. It keeps no rights over the namespace beyond the user's own.
 */
const namespaceScript = `
exec 4<&0
( exec <&4 4<&-; setpriv=$1; unshare=$2; shift 2
  exec "$setpriv" --pdeathsig KILL -- "$unshare" --mount --mount-proc "$@" ) & server=$!
${runAndWait}
exit $status`

const guardScript = (become: string): string => `
exec 4<&0
( trap '' TERM INT HUP; exec <&3 3<&- 4<&- >&- 2>&-; read -r line; kill -KILL 0 ) & guard=$!
( exec <&4 3<&- 4<&-; ${become}
) & server=$!
exec 3<&-
${runAndWait}
kill -KILL $guard
exit $status`

/** How many processes each level has before a server starts any. */
export const processesOf = { namespace: 3, guard: 3, none: 1 } as const satisfies Record<Containment, number>

/** Found with Atrium's own PATH: a server's could lead anywhere. */
export const toolPath = (name: string): string => resolveCommand(name, { PATH: ownPath() }, '/')

const namespaceFlags = ['--user', '--map-current-user', '--keep-caps', '--pid']

/** A command that gets nothing of what Atrium inherited: only its three pipes, and the leash. */
const closed = (leash: boolean, command: string[]): Pick<Contained, 'command' | 'args' | 'leash'> => ({
  command: '/bin/sh',
  args: ['-c', closeScript, 'sh', closeScript, leash ? '3' : '', ...command],
  leash,
})

/**
 * Wraps a command so everything it starts ends with it, and with Atrium. The wrapper leads the process group that is
 * signalled. It runs with Atrium's own variables; only the command gets these.
 */
export function contain(
  level: Containment,
  command: string,
  args: string[],
  variables: Record<string, string>,
): Contained {
  switch (level) {
    case 'namespace': {
      const [setpriv, unshare] = [toolPath('setpriv'), toolPath('unshare')]
      const init = ['/bin/sh', '-c', initScript, 'sh', command, ...args]
      const dropped = ['--', setpriv, '--ambient-caps', '-all', '--inh-caps', '-all', '--', ...init]
      return { ...closed(false, inNamespace({ setpriv, unshare }, dropped)), env: handedOver(variables) }
    }
    case 'guard':
      return guarded(becomeScript, [command, ...args], variables)
    case 'none':
      return { command, args, env: variables, leash: false }
    default:
      return level satisfies never
  }
}

const guarded = (become: string, command: string[], variables: Record<string, string>): Contained => ({
  ...closed(true, ['/bin/sh', '-c', guardScript(become), 'sh', ...command]),
  env: handedOver(variables),
})

type Tools = { setpriv: string; unshare: string }

const inNamespace = ({ setpriv, unshare }: Tools, inside: string[]): string[] => [
  setpriv,
  '--pdeathsig',
  'KILL',
  '--',
  unshare,
  ...namespaceFlags,
  '--',
  '/bin/sh',
  '-c',
  namespaceScript,
  'sh',
  setpriv,
  unshare,
  ...inside,
]

/** Wraps a command so it also sees only what its enclosure shows. Needs the level `namespace`, or macOS's sandbox. */
export function enclose(enclosure: Enclosure, command: string, args: string[]): Contained {
  const { folder, cwd, env, isCutOff, hasGate } = enclosure
  if (enclosure.profile !== undefined) {
    // The guard stays outside: it must be able to end all of the group.
    const program = ['/bin/sh', '-c', becomeScript, 'sh', command, ...args]
    const confined = ['/usr/bin/sandbox-exec', '-f', enclosure.profile, ...program]
    return guarded('cd "$1" && shift && exec "$@"', [cwd, ...confined], env)
  }
  const tools = { setpriv: toolPath('setpriv'), unshare: toolPath('unshare') }
  const inside = [
    '--ipc',
    ...(isCutOff ? ['--net'] : []),
    '--',
    toolPath('perl'),
    '-e',
    buildScript,
    '--',
    folder,
    isCutOff ? 'yes' : 'no',
    '/bin/sh',
    '-c',
    enterScript,
    'sh',
    cwd,
    hasGate ? forwarderScript : '',
    '/bin/sh',
    '-c',
    initScript,
    'sh',
    command,
    ...args,
  ]
  return { ...closed(false, inNamespace(tools, inside)), env: handedOver(env) }
}

/** A shell reports its child's end by a signal as a code above 128. */
export function signalIn(code: number | null): string | undefined {
  const number = (code ?? 0) - 128
  return Object.entries(constants.signals).find(([, it]) => it === number)?.[0]
}

let found: Promise<Containment> | undefined

/** The best level that works on this system; tested once. */
export const findContainment = (): Promise<Containment> => (found ??= probe())

async function probe(): Promise<Containment> {
  if (process.platform === 'win32') return 'none'
  if (process.platform !== 'linux') return 'guard'
  return (await namespaceHolds().catch(() => false)) ? 'namespace' : 'guard'
}

/** A parent that is killed, and below it a child that waits, one with its own session, and one whose parent is gone. */
const family = `setsid sleep 30 & (setsid sleep 30 &) ; echo up; exec sleep 30`

/** Starts a family, kills its parent and checks whether any process still has their common pipe. */
async function namespaceHolds(): Promise<boolean> {
  const { command, args, env } = contain('namespace', '/bin/sh', ['-c', family], ownEnvironment())
  const parent = spawn('/bin/sh', ['-c', '"$@" & wait', 'sh', command, ...args], {
    env,
    detached: true,
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  const failed = once(parent, 'error')
  const { stdout, pid } = parent
  try {
    const up = await Promise.race([
      once(stdout, 'data').then(() => true),
      ended(stdout),
      failed,
      delay(5000, undefined, { ref: false }),
    ])
    if (up !== true || pid === undefined) return false
    stdout.resume()
    process.kill(pid, 'SIGKILL')
    return (await Promise.race([ended(stdout), delay(2000, undefined, { ref: false })])) === 'ended'
  } finally {
    stdout.destroy()
    if (pid !== undefined) endGroup(pid)
  }
}

const ended = (stream: Readable): Promise<'ended'> => once(stream, 'close').then(() => 'ended')

/** Kills a process group; false if it is empty. */
export function endGroup(pid: number): boolean {
  try {
    return process.kill(-pid, 'SIGKILL')
  } catch {
    return false
  }
}
