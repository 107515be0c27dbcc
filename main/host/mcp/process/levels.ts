import { spawn } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:net'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import type { Bounds, Impossible, Levels } from '../../../../shared/config/bounds.ts'
import { realPath } from '../../base/real-path.ts'
import { isKnownProcessor } from '../containment/builder.ts'
import { realOf } from '../containment/disk.ts'
import { proxyPort } from '../containment/forwarder.ts'
import { socketFolder } from '../containment/gate.ts'
import { homes as accountHomes } from './bounds.ts'
import { resolveCommand } from './command-path.ts'
import { enclose, endGroup, findContainment, toolPath } from './containment.ts'
import { enclosureOf } from './enclosing.ts'

const found = new Map<string, Promise<Levels>>()

/** The containment levels that work on this system, with this data folder; tested once, when first needed. */
export function findLevels(dataDirectory: string): Promise<Levels> {
  const known = found.get(dataDirectory) ?? probe(dataDirectory)
  found.set(dataDirectory, known)
  return known
}

const none = (why: Impossible): Levels => ({ limited: why, sealed: why, hosts: why, sockets: why })

async function probe(data: string): Promise<Levels> {
  if (process.platform === 'win32') return none('windows')
  if (process.platform === 'darwin') return onMac(data)
  if (process.platform !== 'linux' || !isKnownProcessor) return none('system')
  if ((await findContainment()) !== 'namespace') return none('namespaces')
  if (toolNamed('perl') === undefined) return none('perl')
  const [limited, sealed] = await Promise.all([holds('limited', data), holds('sealed', data)])
  const [hosts, sockets] = await Promise.all([
    sealed === 'holds' ? leadsOut(data) : sealed,
    limited === 'holds' ? keepsSocketsAway(data) : limited,
  ])
  return { limited, sealed, hosts, sockets }
}

/** On macOS, sandboxed programs share the computer's network, so there is no separate network for a proxy. */
async function onMac(data: string): Promise<Levels> {
  if (toolNamed('/usr/bin/sandbox-exec') === undefined) return none('system')
  const [limited, files, offline, sockets] = await Promise.all([
    holds('limited', data),
    holds('sealed', data),
    staysOffline(data),
    keepsSocketsAway(data),
  ])
  // A socket can give another program's rights, so without that a limited program isn't limited.
  const both = limited === 'holds' ? sockets : limited
  return { limited: both, sealed: files === 'holds' ? offline : files, hosts: 'system', sockets }
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
home=$1; level=$2; own=$3; account=$4; atrium=$5
cat "$home/.ssh/key" && exit 11
true > "$home/taken" && [ "$level" = limited ] && exit 12
true > "$home/given/new" || exit 13
true > /etc/atrium-probe && exit 14
true > "$XDG_CACHE_HOME/probe" || exit 15
umount /tmp && exit 16
cat "$own/key" && exit 17
[ "$level" = limited ] && true > "$account/.atrium-probe" && exit 18
ln "$home/other/file" "$home/given/linked" && exit 21
ln "$home/.ssh/key" "$home/given/key" && exit 22
cp -c "$home/.ssh/key" "$home/given/copied" && exit 23
[ -n "$atrium" ] && kill -CONT "$atrium" && exit 24
if [ "$level" = sealed ]; then
  [ -e "$home/other" ] && exit 19
  while IFS=: read -r name rest; do
    case $name in *lo|*face*|Inter-*) ;; *) exit 20 ;; esac
  done < /proc/net/dev
fi
echo held`

/** Sends a word to an address, and prints what comes back. */
const call = (family: string, address: string): string => `use Socket;
socket(my $s, ${family}, SOCK_STREAM, 0) or die;
connect($s, ${address}) or die; syswrite($s, "word\\n"); sysread($s, my $t, 99); print $t`

/** Whether a level keeps what it promises. */
const holds = (level: Bounds['level'], data: string): Promise<Tried> =>
  tried({ level, data }, async (home, run, own) => {
    writeFileSync(join(home, '.ssh', 'key'), 'secret')
    writeFileSync(join(home, 'other', 'file'), 'theirs')
    // Where a program has its own process numbers, this one could be its own.
    const atrium = process.platform === 'darwin' ? String(process.pid) : ''
    const given = [home, level, own, accountHomes()[0] ?? home, atrium]
    return (await run('/bin/sh', ['-c', attempts, 'sh', ...given])) === 'held'
  })

/** Whether connections of a sealed program get through to Atrium's socket. */
const leadsOut = (data: string): Promise<Tried> =>
  tried({ level: 'sealed', data }, async (_home, run) => {
    const folder = socketFolder()
    const echo = await listen(join(folder, 'gate'))
    const said = await run(
      'perl',
      ['-e', call('PF_INET', `sockaddr_in(${proxyPort}, INADDR_LOOPBACK)`)],
      join(folder, 'gate'),
    )
    echo.close()
    rmSync(folder, { recursive: true, force: true })
    return said === 'word'
  })

/**
 * Whether a limited program can't reach a socket that rules about files don't cover: one without a file on Linux, and
 * any on macOS. It says that it ran: silence alone proves nothing.
 */
const keepsSocketsAway = (data: string): Promise<Tried> =>
  tried({ level: 'limited', data }, async (home, run) => {
    const folder = process.platform === 'darwin' ? socketFolder() : undefined
    const name = `atrium-${basename(home)}`
    const echo = await listen(folder === undefined ? `\0${name}` : join(folder, 'gate'))
    const address = folder === undefined ? `"\\0${name}"` : '"$ARGV[0]/gate"'
    const attempt = `$| = 1; print "ran;"; ${call('PF_UNIX', `sockaddr_un(${address})`)}`
    const said = await run('perl', ['-e', attempt, folder ?? ''])
    echo.close()
    if (folder !== undefined) rmSync(folder, { recursive: true, force: true })
    return said === 'ran;'
  })

/** Whether a sealed program reaches nothing on the network. It says that it ran: silence alone proves nothing. */
const staysOffline = (data: string): Promise<Tried> =>
  tried({ level: 'sealed', data }, async (_home, run) => {
    const echo = await listen(0)
    const address = echo.address()
    if (typeof address !== 'object' || address === null) return false
    const attempt = `$| = 1; print "ran;"; ${call('PF_INET', `sockaddr_in(${address.port}, INADDR_LOOPBACK)`)}`
    const said = await run('/usr/bin/perl', ['-e', attempt])
    echo.close()
    return said === 'ran;'
  })

type Tried = 'holds' | 'leaks' | 'unbuilt'

type Run = (command: string, args: string[], gate?: string) => Promise<string>

/**
 * Runs programs at this level, as servers of this data folder in the account's own home, and says whether `isRight`
 * accepts how they ended. It gets a further home folder, of the check, and the check's folder in the data folder.
 */
async function tried(
  { level, data }: { level: Bounds['level']; data: string },
  isRight: (home: string, run: Run, own: string) => Promise<boolean>,
): Promise<Tried> {
  const made: string[] = []
  try {
    const home = realPath(mkdtempSync(join(tmpdir(), 'atrium-level-')))
    made.push(home)
    for (const name of ['.ssh', 'given', 'other']) mkdirSync(join(home, name))
    const folder = checkFolder(data)
    made.push(folder)
    writeFileSync(join(folder, 'key'), 'secret')
    const bounds = { level, writable: [join(home, 'given')], readable: [], hosts: [] }
    const place = { folder, dataDirectory: existsSync(data) ? data : folder, homes: [...accountHomes(), home] }
    const run: Run = async (name, args, gate) => {
      const spec = { command: resolveCommand(name, process.env, '/'), bounds, cwd: home, env: { HOME: home } }
      const { command, enclosure } = enclosureOf(spec, { ...place, gate })
      const started = enclose(enclosure, command, args)
      return (await outputOf(started.command, started.args, started.env)).trim()
    }
    if (await isRight(home, run, folder)) return 'holds'
    return existsSync(join(folder, 'built')) ? 'leaks' : 'unbuilt'
  } catch {
    return 'unbuilt'
  } finally {
    for (const each of made) rmSync(each, { recursive: true, force: true })
  }
}

/** A folder in the data folder, or in the one that will contain it: the doctor makes no data folder. */
function checkFolder(data: string): string {
  const real = realOf(data)
  try {
    if (real !== undefined) return mkdtempSync(join(real, 'check-'))
    let above = dirname(data)
    while (realOf(above) === undefined) above = dirname(above)
    return realPath(mkdtempSync(join(above, '.atrium-check-')))
  } catch {
    return realPath(mkdtempSync(join(tmpdir(), 'atrium-check-')))
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
