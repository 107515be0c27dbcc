import path from 'node:path'
import { withArguments } from '../../../../shared/config/server-config.ts'
import { isOpen } from '../computer/ports.ts'
import { isExample } from '../process/observe.ts'
import { type FailureVerdict, type ProgramFacts, outputOf, verdict } from './facts.ts'
import type { ProgramObservation } from '../process/observation.ts'
import { matching } from './patterns.ts'

/** In order of cost: the settings, the system's error, a running program, its output, its signal. */
export function decideProgram(facts: ProgramFacts): FailureVerdict {
  const its =
    inSettings(facts) ??
    ofSpawn(facts) ??
    ofRefusal(facts) ??
    ofContainment(facts) ??
    ofFile(facts) ??
    (facts.seen.alive === true ? whileAlive(facts) : undefined) ??
    ofContainer(facts) ??
    ofMac(facts) ??
    inOutput(facts) ??
    ofExitCode(facts) ??
    ofSignal(facts) ??
    verdict('crashed', 'unknown')
  return its.degree === 'unknown' && isNodeOld(facts) ? verdict('node-too-old', 'likely') : its
}

function ofRefusal({ seen: { refused } }: ProgramFacts): FailureVerdict | undefined {
  if (!refused) return undefined
  const isAbout = refused.versions !== undefined || /protocol ?version/i.test(refused.message)
  return isAbout ? verdict('protocol-version', 'certain', refused.versions?.join(', ')) : undefined
}

function ofContainment({ seen: { denied } }: ProgramFacts): FailureVerdict | undefined {
  if (!denied) return undefined
  return 'host' in denied
    ? verdict('contained-host', 'likely', denied.host)
    : verdict('contained-path', 'certain', denied.path)
}

function inSettings({ seen: { args, filledIn = [], cwd }, probes }: ProgramFacts): FailureVerdict | undefined {
  const ours = Object.fromEntries(filledIn.map((name) => [name, '']))
  const left = args.find((arg) => isExample(withArguments([arg], ours).join(''))) ?? probes.placeholders?.[0]
  if (left !== undefined) return verdict('placeholder-left', 'certain', left)
  if (cwd !== undefined && (probes.cwdExists === false || probes.cwdIsFolder === false))
    return verdict('working-folder', 'certain', cwd)
  return undefined
}

function ofSpawn(facts: ProgramFacts): FailureVerdict | undefined {
  const { seen, probes } = facts
  const { command, platform } = seen
  const code = seen.spawnError?.code
  if (code === undefined) return undefined
  const isBatch = /\.(cmd|bat)$/i.test(probes.resolved ?? command)
  if (platform === 'win32' && isBatch && ['EINVAL', 'ENOENT'].includes(code))
    return verdict('windows-shim', 'certain', command)
  if (code === 'ENOENT') return notFound(facts)
  if (code === 'EACCES' || code === 'EPERM') return notExecutable(facts)
  if (['ENOEXEC', 'UNKNOWN', 'EFTYPE'].includes(code)) return verdict('not-executable', 'certain', command)
  if (code === 'ENOTDIR' && seen.cwd !== undefined) return verdict('working-folder', 'certain', seen.cwd)
  return undefined
}

function notFound({ seen: { command, platform }, probes }: ProgramFacts): FailureVerdict {
  const { found = [], loginShell = [], registryPath = [], firstLine } = probes
  const { dirname } = platform === 'win32' ? path.win32 : path.posix
  if (probes.fileExists === true) {
    if (firstLine?.endsWith('\r') === true) return verdict('not-executable', 'certain', command)
    const interpreter = /^#!\s{0,8}(\S{1,200})/.exec(firstLine ?? '')?.[1]
    return interpreter === undefined
      ? verdict('not-executable', 'certain', command)
      : verdict('helper-missing', 'certain', interpreter)
  }
  const best = bestOf([...loginShell, ...found], probes.nvmDefault)
  if (best !== undefined) return verdict('command-elsewhere', 'certain', dirname(best))
  if (registryPath[0] !== undefined) return verdict('command-elsewhere', 'certain', dirname(registryPath[0]))
  if (probes.firstWordFound !== undefined) return verdict('command-elsewhere', 'certain', command.split(/\s/)[0])
  return verdict('command-missing', 'certain', command)
}

/** Of several versions below nvm the one that its default names, else the newest; never simply the first. */
export function bestOf(files: string[], nvmDefault?: string): string | undefined {
  const versionOf = (file: string) => /[\\/]v?(\d{1,4})\.(\d{1,4})\.(\d{1,4})[\\/]/.exec(file)?.slice(1).map(Number)
  const unversioned = files.find((file) => versionOf(file) === undefined)
  if (unversioned !== undefined) return unversioned
  const wanted = nvmDefault?.replace(/^v/, '').split('.').map(Number) ?? []
  const isWanted = (file: string) => wanted.every((part, at) => versionOf(file)?.[at] === part)
  const newest = (one: string, other: string) => {
    const [a = [], b = []] = [versionOf(one), versionOf(other)]
    const at = a.findIndex((part, index) => part !== b[index])
    return (b[at] ?? 0) - (a[at] ?? 0)
  }
  const sorted = files.toSorted(newest)
  return (wanted.length > 0 ? sorted.find(isWanted) : undefined) ?? sorted[0]
}

/** The interpreter that runs a script, by the script's ending. */
export function interpreterOf(file: string): string | undefined {
  const ending = /\.([a-z]{1,3})$/i.exec(file)?.[1]?.toLowerCase()
  if (ending === 'py') return 'python3'
  if (ending === 'sh') return 'sh'
  return ending !== undefined && ['js', 'mjs', 'cjs', 'ts'].includes(ending) ? 'node' : undefined
}

function notExecutable({ seen: { command }, probes }: ProgramFacts): FailureVerdict {
  const isPlain = probes.mode !== undefined && !/[1357]/.test(probes.mode)
  return isPlain
    ? verdict('not-executable', 'certain', interpreterOf(command) ?? command)
    : verdict('not-executable', 'certain', command)
}

function ofFile({ seen, probes }: ProgramFacts): FailureVerdict | undefined {
  if (seen.alive === true) return undefined
  if (probes.header !== undefined) return verdict('not-executable', 'certain', seen.command)
  const hasFailed = seen.exit !== undefined && seen.exit !== 0
  if (!hasFailed) return undefined
  // A program that Atrium contains is started by another one, which tells of its error by an exit code.
  if ((seen.exit === 126 || seen.exit === 127) && probes.firstLine?.endsWith('\r') === true)
    return verdict('not-executable', 'certain', seen.command)
  if (seen.args.some(hasQuotes)) return verdict('file-missing', 'certain')
  const [gone] = probes.missingFiles ?? []
  return gone === undefined ? undefined : verdict('file-missing', 'certain', gone)
}

/** Quotation marks around a whole argument, which belong to a shell. */
export const hasQuotes = (arg: string): boolean => arg.length > 2 && /^(["']).*\1$/s.test(arg)

/** The options of `docker run`, and what is before and after them; undefined if the program isn't that. */
export function containerOptions({ seen: { args }, fetch }: ProgramFacts) {
  const from = args.indexOf('run') + 1
  const image = fetch?.what === undefined ? -1 : args.indexOf(fetch.what, from)
  if (!containers.test(fetch?.runner ?? '') || from === 0 || image < from) return undefined
  return { before: args.slice(0, from), options: args.slice(from, image), after: args.slice(image) }
}

const containers = /^(?:docker|podman|nerdctl)$/

/** Whether an option of `docker run` is this flag, alone or among other letters. */
export const isFlag = (option: string, letter: 'd' | 'i'): boolean =>
  option === (letter === 'd' ? '--detach' : '--interactive') || new RegExp(`^-[ditPq]*${letter}[ditPq]*$`).test(option)

const privateAddress =
  /(?<![\d.])(?:10\.\d{1,3}|192\.168|172\.(?:1[6-9]|2\d|3[01])|100\.(?:6[4-9]|[7-9]\d|1[01]\d|12[0-7]))\.\d{1,3}\.\d{1,3}(?![\d.])(?::\d{1,5})?/

/** A permission of macOS that Atrium lacks. Numbers say it in every language. */
function ofMac({ seen }: ProgramFacts): FailureVerdict | undefined {
  if (seen.platform !== 'darwin') return undefined
  const lines = outputOf(seen).split('\n').toReversed()
  if (lines.some((line) => /(?<![\w.-])-1743(?!\d)/.test(line))) return verdict('automation-refused', 'likely')
  const unreached = lines.find(
    (line) => /EHOSTUNREACH|\[Errno 65\]|no route to host/i.test(line) && privateAddress.test(line),
  )
  return unreached === undefined
    ? undefined
    : verdict('local-network-refused', 'likely', privateAddress.exec(unreached)?.[0])
}

/** A container in the background, or without input, ends at once and without an error. */
function ofContainer(facts: ProgramFacts): FailureVerdict | undefined {
  const { options } = containerOptions(facts) ?? {}
  if (!options || facts.seen.exit !== 0) return undefined
  if (options.some((option) => isFlag(option, 'd'))) return verdict('docker-arguments', 'certain', '-d')
  if (options.some((option) => isFlag(option, 'i'))) return undefined
  return verdict('docker-arguments', 'certain', '-i')
}

const downloads = /\b(?:Downloading|Pulling from|Unable to find image|Installing|Resolving dependencies|Fetching)\b/i

function whileAlive({ seen, probes, fetch }: ProgramFacts): FailureVerdict {
  const { noise = [] } = seen
  if (noise.length > 0 && (probes.messages ?? 0) > 0) return verdict('stdout-noise', 'certain')
  const { listens = [] } = probes
  const place = listens.find(isOpen) ?? listens[0]
  if (place) return verdict('speaks-http', 'certain', String(place.port))
  const text = outputOf(seen)
  if (fetch) {
    const [child] = probes.children ?? []
    if (probes.cacheGrows === true && child !== undefined)
      return verdict('still-downloading', 'certain', packageOf(child))
    if (downloads.test(text)) return verdict('still-downloading', 'likely')
  }
  const found = inOutput({ seen, probes, fetch })
  if (found) return { ...found, degree: 'likely' }
  return noise.length > 0 ? verdict('stdout-noise', 'likely') : verdict('silent', 'unknown')
}

/** The package in a runner's name for its own process: "npm exec example". */
const packageOf = (child: string): string | undefined => child.split(' ').at(-1)

/** A text makes a cause likely, and a fact that fits makes it certain. */
function inOutput(facts: ProgramFacts): FailureVerdict | undefined {
  const found = matching(outputOf(facts.seen))
  if (!found) return undefined
  const { line } = found
  const word = found.reason === 'speaks-http' ? found.word?.replace(anyAddress, '//localhost') : found.word
  // It has this variable: something else about it is wrong, which its own words say.
  if (found.reason === 'setting-missing' && facts.seen.envNames?.includes(word ?? '') === true) return undefined
  if (found.reason === 'proxy-needed' && facts.probes.online === false) return verdict('no-network', 'certain')
  const isForeign = /exec format error/i.test(line) && !usesDocker(facts.seen)
  const reason = isForeign ? 'not-executable' : found.reason
  const shown = isShown(facts, reason, word)
  return verdict(reason, shown ? 'certain' : 'likely', word)
}

/**
 * Exit codes of shells, which mean the same in every language: Windows' cmd and POSIX shells say by them that a command
 * is missing, and name it in their own words.
 */
function ofExitCode({ seen }: ProgramFacts): FailureVerdict | undefined {
  const text = outputOf(seen)
  if (seen.platform === 'win32' && seen.exit === 9009) {
    const word = /["'„«‘]\s?([^"'„“”«»‘’\s]{1,200})/.exec(text)?.[1]
    return /^[a-z]:\\program$/i.test(word ?? '')
      ? verdict('spaces-in-path', 'likely')
      : verdict('command-missing', 'likely', word ?? seen.command)
  }
  if (seen.exit !== 127) return undefined
  const word =
    /^(?:env|\S{0,200}sh): (?:[^\n:]{1,40}: ){0,2}["'„“”«»‘’]?\s?([^\s:"'„“”«»‘’]{1,200})\s?["'„“”«»‘’]?: /m.exec(
      text,
    )?.[1]
  return word === undefined ? undefined : verdict('helper-missing', 'likely', word)
}

/** Listened at, and no address to connect to. */
export const anyAddress = /\/\/(?:0\.0\.0\.0|\[::\])/

const usesDocker = ({ command, args }: ProgramObservation): boolean =>
  [command, ...args].some((it) => /(^|[\\/])(docker|podman|nerdctl)(\.exe)?$/i.test(it))

const isNodeOld = ({ probes: { node } }: Pick<ProgramFacts, 'probes'>): boolean =>
  node !== undefined && Number(/^v?(\d{1,4})/.exec(node.version)?.[1] ?? 99) < 18

/** Whether a command is Node.js, or a program of its package managers. */
export const runsNode = (command: string): boolean =>
  /(^|[\\/])(node|npx|npm|pnpm|yarn|bunx)(\.cmd|\.exe)?$/i.test(command)

function isShown({ seen, probes }: ProgramFacts, reason: FailureVerdict['reason'], word: string | undefined): boolean {
  switch (reason) {
    case 'helper-missing':
      return probes.helper !== undefined && probes.helper.name === word
    case 'node-too-old':
      return isNodeOld({ probes })
    case 'port-in-use':
      return probes.port?.taken === true
    case 'docker-not-running':
      return probes.docker === false
    case 'nothing-listening':
      return probes.port?.taken === false
    case 'setting-missing':
      return word !== undefined && seen.envNames !== undefined && probes.withheld?.includes(word) === true
    default:
      return false
  }
}

function ofSignal({ seen, probes }: ProgramFacts): FailureVerdict | undefined {
  const { signal, seconds = 0, command, platform } = seen
  const name = (platform === 'win32' ? path.win32 : path.posix).basename(command)
  const isKilled = signal === 'SIGKILL' || seen.exit === 137
  if (!isKilled) return undefined
  if (seconds > 2 || outputOf(seen).trim() !== '') return verdict('out-of-memory', 'likely')
  const isMarked = probes.quarantined === true || probes.spctl === 'rejected'
  return verdict('blocked-by-system', isMarked ? 'certain' : 'likely', name)
}
