import { spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:net'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import type { Bounds, Impossible, Levels } from '../../../../shared/config/bounds.ts'
import { prepareEnclosure } from '../containment/enclosure.ts'
import { hiddenFrom } from '../containment/hidden-places.ts'
import { proxyPort } from '../containment/forwarder.ts'
import { resolveCommand } from './command-path.ts'
import { enclose, endGroup, findContainment, toolPath } from './containment.ts'

let found: Promise<Levels> | undefined

/** The containment levels that work on this system; tested once, when first needed. */
export const findLevels = (): Promise<Levels> => (found ??= probe())

const none = (why: Impossible): Levels => ({ limited: why, sealed: why, hosts: why, sockets: why })

async function probe(): Promise<Levels> {
  if (process.platform === 'win32') return none('windows')
  if (process.platform === 'darwin') return onMac()
  if (process.platform !== 'linux') return none('system')
  if ((await findContainment()) !== 'namespace') return none('namespaces')
  if (['mount', 'umount', 'pivot_root'].some((tool) => toolNamed(tool) === undefined)) return none('tools')
  const [limited, sealed] = await Promise.all([holds('limited'), holds('sealed')])
  if (toolNamed('perl') === undefined) return { limited, sealed, hosts: 'perl', sockets: 'perl' }
  const [hosts, sockets] = await Promise.all([
    sealed === 'holds' ? leadsOut() : sealed,
    limited === 'holds' ? keepsSocketsAway() : limited,
  ])
  return { limited, sealed, hosts, sockets }
}

/**
 * On macOS, sandboxed programs share the computer's network and sockets, so there is no separate network for a proxy.
 */
async function onMac(): Promise<Levels> {
  const rest = { hosts: 'system', sockets: 'system' } as const
  if (toolNamed('/usr/bin/sandbox-exec') === undefined) return none('system')
  const [limited, files, offline] = await Promise.all([holds('limited'), holds('sealed'), staysOffline()])
  return { limited, sealed: files === 'holds' ? offline : files, ...rest }
}

/** The path of a tool; undefined if the system doesn't have it. */
export function toolNamed(name: string): string | undefined {
  try {
    return toolPath(name)
  } catch {
    return undefined
  }
}

/** Tries what a contained program can't do, and what it can. Prints "held" only if everything ended as it should. */
const attempts = `
home=$1; level=$2
cat "$home/.ssh/key" && exit 11
true > "$home/taken" && [ "$level" = limited ] && exit 12
true > "$home/given/new" || exit 13
true > /etc/atrium-probe && exit 14
true > "$XDG_CACHE_HOME/probe" || exit 15
umount /tmp && exit 16
[ -e "$home/contained" ] && ls "$home/contained" && exit 17
if [ "$level" = sealed ]; then
  [ -e "$home/other" ] && exit 18
  while IFS=: read -r name rest; do
    case $name in *lo|*face*|Inter-*) ;; *) exit 19 ;; esac
  done < /proc/net/dev
fi
echo held`

/** Sends a word to an address, and prints what comes back. */
const call = (family: string, address: string): string => `use Socket;
socket(my $s, ${family}, SOCK_STREAM, 0) or die;
connect($s, ${address}) or die; syswrite($s, "word\\n"); sysread($s, my $t, 99); print $t`

/** Whether a level keeps what it promises. */
const holds = (level: Bounds['level']): Promise<'holds' | 'leaks'> =>
  tried(level, async (home, run) => {
    writeFileSync(join(home, '.ssh', 'key'), 'secret')
    return (await run('/bin/sh', ['-c', attempts, 'sh', home, level])) === 'held'
  })

/** Whether connections of a sealed program get through to Atrium's socket. */
const leadsOut = (): Promise<'holds' | 'leaks'> =>
  tried('sealed', async (home, run) => {
    const echo = await listen(join(home, 'gate'))
    const said = await run(
      'perl',
      ['-e', call('PF_INET', `sockaddr_in(${proxyPort}, INADDR_LOOPBACK)`)],
      join(home, 'gate'),
    )
    echo.close()
    return said === 'word'
  })

/** Whether a limited program can't reach a socket that has no file. */
const keepsSocketsAway = (): Promise<'holds' | 'leaks'> =>
  tried('limited', async (home, run) => {
    const name = `atrium-${basename(home)}`
    const echo = await listen(`\0${name}`)
    const said = await run('perl', ['-e', call('PF_UNIX', `sockaddr_un("\\0${name}")`)])
    echo.close()
    return said === ''
  })

/** Whether a sealed program reaches nothing on the network. It says that it ran: silence alone proves nothing. */
const staysOffline = (): Promise<'holds' | 'leaks'> =>
  tried('sealed', async (_home, run) => {
    const echo = await listen(0)
    const address = echo.address()
    if (typeof address !== 'object' || address === null) return false
    const attempt = `$| = 1; print "ran;"; ${call('PF_INET', `sockaddr_in(${address.port}, INADDR_LOOPBACK)`)}`
    const said = await run('/usr/bin/perl', ['-e', attempt])
    echo.close()
    return said === 'ran;'
  })

type Run = (command: string, args: string[], gate?: string) => Promise<string>

/** Runs programs at this level, with an empty home folder, and says whether `isRight` accepts how they ended. */
async function tried(
  level: Bounds['level'],
  isRight: (home: string, run: Run) => Promise<boolean>,
): Promise<'holds' | 'leaks'> {
  const home = realpathSync(mkdtempSync(join(tmpdir(), 'atrium-level-')))
  const own = join(home, 'contained')
  try {
    for (const folder of ['.ssh', 'given', 'other', 'contained']) mkdirSync(join(home, folder))
    const bounds = { level, writable: [join(home, 'given')], readable: [], hosts: [] }
    const run: Run = async (command, args, gate) => {
      const hidden = hiddenFrom([home], [own])
      const scene = { bounds, homes: [home], hidden, program: [], folder: own, cwd: '/', env: { HOME: home }, gate }
      const started = enclose(prepareEnclosure(scene), resolveCommand(command, process.env, '/'), args)
      return (await outputOf(started.command, started.args, started.env)).trim()
    }
    return (await isRight(home, run)) ? 'holds' : 'leaks'
  } catch {
    return 'leaks'
  } finally {
    rmSync(home, { recursive: true, force: true })
  }
}

function listen(path: string | 0): Promise<Server> {
  const server = createServer((socket) => socket.on('error', () => socket.destroy()).pipe(socket))
  return new Promise((resolve, reject) => server.once('error', reject).listen(listening(path), () => resolve(server)))
}

/** A socket's file or name, or 0 for any port of this computer alone. */
const listening = (path: string | 0) => (path === 0 ? { port: 0, host: '127.0.0.1' } : { path })

const probeMs = 15_000

/** A program's output until it ends; cut off after a time. */
function outputOf(command: string, args: string[], env: Record<string, string>): Promise<string> {
  const child = spawn(command, args, { cwd: '/', env, detached: true, stdio: ['ignore', 'pipe', 'ignore'] })
  let text = ''
  child.stdout.on('data', (chunk: Buffer) => (text += chunk.toString('utf8')))
  const timer = setTimeout(() => child.pid !== undefined && endGroup(child.pid), probeMs)
  return new Promise<string>((resolve, reject) => {
    child.once('error', reject)
    child.once('close', () => resolve(text))
  }).finally(() => clearTimeout(timer))
}
