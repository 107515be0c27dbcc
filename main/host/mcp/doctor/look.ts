import { accessSync, closeSync, constants, existsSync, openSync, readSync, statSync } from 'node:fs'
import path from 'node:path'
import { isLoopbackHost } from '../../../../shared/config/server-config.ts'
import { networkEnvironment } from '../process/environment.ts'
import { runsNode } from './decide-program.ts'
import { type Facts, isProgram, outputOf, type Probes, type FailureVerdict } from './facts.ts'
import type { AddressObservation, ProgramObservation } from '../process/observation.ts'
import { type SearchedComputer, nvmDefault, usualFolders } from '../computer/usual-folders.ts'
import { namedProxy } from '../../network/variables.ts'
import { neighboursOf } from './neighbours.ts'
import { holderOf, portIn, probePort } from '../computer/ports.ts'
import { runBriefly } from '../computer/run-briefly.ts'
import { defined } from '../../../../shared/schema/json.ts'

/** The means to look: this computer, and the login shell's PATH, which is asked for at most once. */
export type LookMeans = { computer: SearchedComputer; shellPath(): Promise<string | undefined> }

/** Looks at this computer, guided by the first verdict. Read only; never rejects. */
export async function look(facts: Facts, its: FailureVerdict, around: LookMeans): Promise<Probes> {
  const found = isProgram(facts)
    ? await atProgram(facts.seen, its, around)
    : await atAddress(facts.seen, its, around.computer)
  return { ...facts.probes, ...found }
}

const mostVersions = 6

async function atProgram(seen: ProgramObservation, its: FailureVerdict, around: LookMeans): Promise<Probes> {
  const { computer } = around
  switch (its.reason) {
    case 'command-missing':
      return commandOf(seen, around)
    case 'not-executable':
      return fileOf(seen)
    case 'helper-missing':
      return helperOf(its.word, seen, around)
    case 'file-missing':
      return { ...fileOf(seen), missingFiles: missingFiles(seen, its.word) }
    case 'crashed':
      return { ...fileOf(seen), missingFiles: missingFiles(seen, its.word), ...(await nodeOf(seen, around)) }
    case 'silent':
      return nodeOf(seen, around)
    case 'node-too-old':
    case 'native-module':
      return { node: await nodesOf(seen, around), nvmDefault: nvmDefault(computer.home) }
    case 'port-in-use':
      return portOf(Number(its.word))
    case 'nothing-listening':
      return listenerOf(its.word)
    case 'docker-not-running':
      return dockerOf(seen, computer)
    case 'proxy-needed':
      return {
        withheld: withheldFrom(seen, computer),
        ...(computer.hasNetwork && { online: computer.hasNetwork() }),
      }
    case 'setting-missing':
    case 'certificate-not-trusted':
      return { withheld: withheldFrom(seen, computer) }
    case 'blocked-by-system':
      return marksOf(seen)
    default:
      return {}
  }
}

/** Files of this name, in the usual places and in the login shell's PATH. */
async function filesNamed(
  name: string,
  { computer, shellPath }: LookMeans,
): Promise<Pick<Probes, 'found' | 'loginShell'>> {
  const { platform } = computer
  const names = platform === 'win32' ? ['.exe', '.cmd', '.bat', ''].map((ending) => name + ending) : [name]
  const { delimiter, join } = platform === 'win32' ? path.win32 : path.posix
  const inside = (folders: string[]) =>
    folders.filter((it) => it !== '').flatMap((folder) => names.map((it) => join(folder, it)).filter(isProgramFile))
  const loginShell = inside((await shellPath())?.split(delimiter) ?? [])
  return { found: [...new Set(inside(usualFolders(computer)))], loginShell: [...new Set(loginShell)] }
}

async function commandOf(seen: ProgramObservation, around: LookMeans): Promise<Probes> {
  const { command } = seen
  if (/[\\/]/.test(command)) return fileOf(seen)
  const [first = ''] = command.split(/\s/)
  const known = { path: seen.path, nvmDefault: nvmDefault(around.computer.home) }
  if (first !== command) {
    const { found = [], loginShell = [] } = await filesNamed(first, around)
    return { ...known, found: [], firstWordFound: [...loginShell, ...found][0] }
  }
  // Many systems have Python by this name only.
  const otherName = command === 'python' && isIn('python3', seen) ? 'python3' : undefined
  return { ...known, ...(await filesNamed(command, around)), ...defined({ otherName }) }
}

/** The file that a path as command leads to. */
function fileOf({ command, cwd }: ProgramObservation): Probes {
  if (!/[\\/]/.test(command)) return {}
  const file = path.resolve(cwd ?? '/', command)
  if (!existsSync(file)) return { fileExists: false, found: [] }
  const mode = (statSync(file).mode & 0o777).toString(8)
  const start = firstBytes(file)
  const header = foreignKind(start)
  const [line] = start.toString('latin1').split('\n')
  const firstLine = line?.startsWith('#!') === true ? line : undefined
  return {
    fileExists: true,
    mode,
    ...defined({ firstLine, header }),
  }
}

function firstBytes(file: string): Buffer {
  try {
    const opened = openSync(file, 'r')
    try {
      const bytes = Buffer.alloc(256)
      return bytes.subarray(0, readSync(opened, bytes, 0, bytes.length, 0))
    } finally {
      closeSync(opened)
    }
  } catch {
    return Buffer.alloc(0)
  }
}

/** The machine numbers of ELF, by Node.js's name. */
const machines: Record<number, NodeJS.Architecture> = { 3: 'ia32', 40: 'arm', 62: 'x64', 183: 'arm64', 243: 'riscv64' }

/** The kind of a program for another system or processor; undefined for one of this system and for text. */
export function foreignKind(start: Buffer, { platform, arch } = process): string | undefined {
  if (start.length < 20) return undefined
  const magic = start.readUInt32BE(0)
  if (magic === 0x7f454c46) {
    const built = machines[start[5] === 2 ? start.readUInt16BE(18) : start.readUInt16LE(18)]
    return platform === 'linux' && (built === undefined || built === arch) ? undefined : `ELF ${built ?? ''}`.trim()
  }
  if ([0xfeedface, 0xfeedfacf, 0xcefaedfe, 0xcffaedfe].includes(magic))
    return platform === 'darwin' ? undefined : 'Mach-O'
  return start.toString('latin1', 0, 2) === 'MZ' && platform !== 'win32' ? 'Windows' : undefined
}

const isScript = /\.(?:js|mjs|cjs|ts|py|rb|jar|dll|sh)$/i

/** Files that the arguments name and that don't exist: scripts, and whatever the output said. */
function missingFiles({ args, cwd }: ProgramObservation, word: string | undefined): string[] {
  const named = args.filter(
    (arg) => !arg.startsWith('-') && (isScript.test(arg) || (word !== undefined && word.endsWith(arg))),
  )
  return named.filter((arg) => !arg.includes('://') && !existsSync(path.resolve(cwd ?? '/', arg)))
}

async function helperOf(name: string | undefined, seen: ProgramObservation, around: LookMeans): Promise<Probes> {
  if (name === undefined || /[\\/]/.test(name) || isIn(name, seen)) return {}
  const { found = [], loginShell = [] } = await filesNamed(name, around)
  const helper = { name, found: [...new Set([...loginShell, ...found])] }
  return { path: seen.path, helper, nvmDefault: nvmDefault(around.computer.home) }
}

const foldersOf = ({ path: its = '', platform }: ProgramObservation): string[] =>
  its.split(platform === 'win32' ? ';' : ':').filter((it) => it !== '')

const isIn = (name: string, seen: ProgramObservation): boolean =>
  foldersOf(seen).some((folder) => isProgramFile(path.join(folder, name)))

function isProgramFile(file: string): boolean {
  try {
    accessSync(file, constants.X_OK)
    return statSync(file).isFile()
  } catch {
    return false
  }
}

/** An old Node.js can end, or stay, without a word about it. */
const nodeOf = async (seen: ProgramObservation, around: LookMeans): Promise<Probes> =>
  runsNode(seen.command) ? { node: await nodesOf(seen, around) } : {}

async function nodesOf(seen: ProgramObservation, around: LookMeans): Promise<Probes['node']> {
  if (seen.contained === true) return undefined
  const { home, limits } = around.computer
  const run = { env: { PATH: seen.path ?? '', HOME: home }, limits }
  const inPath = foldersOf(seen).map((folder) => path.join(folder, 'node'))
  const own = (/[\\/]node$/.test(seen.command) ? [seen.command] : inPath).find(isProgramFile)
  const version = own === undefined ? undefined : await runBriefly(own, ['--version'], run)
  if (version === undefined || !/^v\d/.test(version)) return undefined
  const { found = [], loginShell = [] } = await filesNamed('node', around)
  const files = [...new Set([...loginShell, ...found])].filter((file) => file !== own).slice(0, mostVersions)
  const others = await Promise.all(
    files.map(async (file) => ({ path: file, version: (await runBriefly(file, ['--version'], run)) ?? '' })),
  )
  const newestFirst = others.toSorted((a, b) => majorOf(b.version) - majorOf(a.version))
  return { version, others: newestFirst.filter((it) => majorOf(it.version) > majorOf(version)) }
}

const majorOf = (version: string): number => Number(/^v(\d{1,4})/.exec(version)?.[1] ?? 0)

async function portOf(number: number): Promise<Probes> {
  if (!(number > 0 && number < 65_536)) return {}
  const answers = await Promise.all([probePort('127.0.0.1', number), probePort('::1', number)])
  const taken = answers.includes('open')
  const holder = taken ? await holderOf(number) : undefined
  return { port: { number, taken, ...defined({ holder }) } }
}

/** Whether something listens at a place on this computer; other places aren't tried. */
async function listenerOf(place: string | undefined): Promise<Probes> {
  const [, host = '', port = ''] = /^\[?(.{1,200}?)\]?:(\d{1,5})$/.exec(place ?? '') ?? []
  if (!isLoopbackHost(host) && host !== '::1') return {}
  return portOf(Number(port))
}

async function dockerOf(seen: ProgramObservation, { home, limits }: SearchedComputer): Promise<Probes> {
  if (seen.contained === true) return {}
  const docker = foldersOf(seen)
    .map((folder) => path.join(folder, 'docker'))
    .find(isProgramFile)
  if (docker === undefined) return {}
  const run = { env: { PATH: seen.path ?? '', HOME: home }, limits }
  const client = await runBriefly(docker, ['--version'], run)
  if (client === undefined) return {}
  return { docker: (await runBriefly(docker, ['version', '--format', '{{.Server.Version}}'], run)) !== undefined }
}

/** Variables of Atrium's that the server doesn't get: those that its output names, and those for networks. */
function withheldFrom(seen: ProgramObservation, { environment }: SearchedComputer): string[] {
  const has = new Set(seen.envNames)
  const named = [...outputOf(seen).matchAll(/\b[A-Z][A-Z0-9]{0,60}_[A-Z0-9_]{1,80}\b|\bDISPLAY\b|\bKUBECONFIG\b/g)].map(
    ([it]) => it,
  )
  const names = new Set([...named, ...Object.keys(networkEnvironment(environment))])
  return [...names].filter((name) => !has.has(name) && (environment[name] ?? '') !== '')
}

/** macOS's mark of a downloaded file, and its verdict about it. */
async function marksOf({ command, platform, path: its = '' }: ProgramObservation): Promise<Probes> {
  if (platform !== 'darwin' || !command.startsWith('/')) return {}
  const run = { env: { PATH: its } }
  const marked = await runBriefly('/usr/bin/xattr', ['-p', 'com.apple.quarantine', command], run)
  const assessed = await runBriefly('/usr/sbin/spctl', ['--assess', '--type', 'execute', command], run)
  return { quarantined: marked !== undefined, ...(assessed === undefined && { spctl: 'rejected' }) }
}

/** Contacts only this computer; for another host, looks at this computer's network. */
async function atAddress(
  { url, error, http }: AddressObservation,
  { reason }: FailureVerdict,
  computer: SearchedComputer,
): Promise<Probes> {
  if (!isLoopbackHost(new URL(url).hostname)) return error ? networkOf(url, computer) : {}
  if (reason === 'nothing-listening') return familiesOf(url)
  return reason === 'wrong-address' && http ? { neighbours: await neighboursOf(url) } : {}
}

const networkOf = (url: string, { environment, hasNetwork }: SearchedComputer): Probes => ({
  ...(hasNetwork && { online: hasNetwork() }),
  proxy: namedProxy(new URL(url), environment),
})

/** Whether something listens at its IPv4 or IPv6 address. */
async function familiesOf(url: string): Promise<Probes> {
  const number = portIn(url)
  const [four, six] = await Promise.all([probePort('127.0.0.1', number), probePort('::1', number)])
  return { '127.0.0.1': four, '::1': six }
}
