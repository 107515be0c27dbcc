import type { Degree, FindingReason } from '../../../../shared/events/finding.ts'
import type { Fetch } from '../process/fetching.ts'

/** A program's start that failed, or one that runs and doesn't answer. Only what was seen; no values of variables. */
export type ProgramObservation = {
  kind: 'stdio'
  platform: NodeJS.Platform
  command: string
  args: string[]
  /** Names in `${…}` in the arguments, which Atrium replaces with secrets. */
  filledIn?: string[] | undefined
  envNames?: string[] | undefined
  /** The configured variables whose values are an example's. */
  examples?: string[] | undefined
  /** Atrium contains it, so nothing it names is run outside. */
  contained?: boolean | undefined
  /** The PATH that it gets. */
  path?: string | undefined
  /** The ports that it and its children listened on while it ran. */
  listens?: number[] | undefined
  /** The configured working folder. */
  cwd?: string | undefined
  spawnError?: { code?: string | undefined; path?: string | undefined } | undefined
  exit?: number | null | undefined
  signal?: string | null | undefined
  /** From its start to its end, or until now. */
  seconds?: number | undefined
  alive?: boolean | undefined
  /** Its first and last lines. */
  stderr?: string | undefined
  /**
   * Its containment refused it this, as a fact of the system or of Atrium's proxy. `folder` is the one that would have
   * to be added to its list, if it may be.
   */
  denied?: DeniedPath | { host: string } | undefined
  /** It refused the handshake. */
  refused?: { message: string; versions?: string[] | undefined } | undefined
  /** Lines on stdout that weren't messages. */
  noise?: string[] | undefined
}

/** A path that containment denied, and the listed folder it is in, if any. */
export type DeniedPath = { path: string; folder?: { list: 'writable' | 'readable'; path: string } | undefined }

/** A failed connection to a URL. Header names are lower case. */
export type AddressObservation = {
  kind: 'http'
  url: string
  /** The system, and whether the URL leads into a private network, as far as they matter. */
  platform?: NodeJS.Platform | undefined
  isPrivate?: boolean | undefined
  /** The names of the configured headers. */
  headerNames?: string[] | undefined
  /** Those whose values are an example's. */
  examples?: string[] | undefined
  http?: { status: number; headers?: Record<string, string> | undefined; bodyStart?: string | undefined } | undefined
  /** `addresses` are those that were tried; `issuer` is of the server's certificate. */
  error?: { code: string; addresses?: string[] | undefined; issuer?: string | undefined } | undefined
}

/** A failed start or connection, as Atrium saw it. */
export type Observation = ProgramObservation | AddressObservation

/** Facts about this computer. Absent members weren't looked at. */
export type Probes = {
  /** The PATH that the server gets. */
  path?: string | undefined
  /** Files of the command's name in the usual places, and in the login shell's PATH. */
  found?: string[] | undefined
  loginShell?: string[] | undefined
  /** Files of that name in the PATH of Windows' registry. */
  registryPath?: string[] | undefined
  /** The Node.js version that nvm's default names. */
  nvmDefault?: string | undefined
  /** The file that the command leads to. */
  resolved?: string | undefined
  /** Another name of the command that the server's PATH leads to. */
  otherName?: string | undefined
  /** The program of the command's first word, if the command has several. */
  firstWordFound?: string | undefined
  fileExists?: boolean | undefined
  /** Octal. */
  mode?: string | undefined
  firstLine?: string | undefined
  /** The kind of a program for another system or processor. */
  header?: string | undefined
  cwdExists?: boolean | undefined
  cwdIsFolder?: boolean | undefined
  /** Names of variables or headers whose values are placeholders. */
  placeholders?: string[] | undefined
  /** Files named in the arguments that don't exist. */
  missingFiles?: string[] | undefined
  /** Files of the name that a line said is missing, and where. */
  helper?: { name: string; found: string[] } | undefined
  /** The version of Node.js that the server gets, and newer ones on this computer, the newest first. */
  node?: { version: string; others: { path: string; version: string }[] } | undefined
  /** Variables of Atrium's environment that a line names and the server doesn't get. */
  withheld?: string[] | undefined
  /** Whether a program has the port that a line names. */
  port?: { number: number; taken: boolean; holder?: string | undefined } | undefined
  /** Whether Docker's service answers. */
  docker?: boolean | undefined
  /** Names of its child processes, and the ports its processes listen on. */
  children?: string[] | undefined
  listens?: number[] | undefined
  cacheGrows?: boolean | undefined
  /** How many messages it sent. */
  messages?: number | undefined
  quarantined?: boolean | undefined
  spctl?: string | undefined
  /** Statuses, `mcp` or `sse`, by path of the same server. */
  neighbours?: Record<string, string | number> | undefined
  metadata?: number | undefined
  registrationEndpoint?: string | null | undefined
  '127.0.0.1'?: 'open' | 'refused' | undefined
  '::1'?: 'open' | 'refused' | undefined
  proxy?: string | null | undefined
  throughProxy?: string | undefined
  online?: boolean | undefined
  systemTrusts?: boolean | undefined
}

/** The facts of a decision. */
type FactsOf<O extends Observation> = {
  seen: O
  probes: Probes
  /** The package that a runner fetches before the server runs. */
  fetch?: Fetch | undefined
  /** A folder below Atrium's data for this server's own package cache. */
  ownCache?: string | undefined
}

/** The facts to diagnose a failed program. */
export type ProgramFacts = FactsOf<ProgramObservation>
/** The facts to diagnose a failed connection. */
export type AddressFacts = FactsOf<AddressObservation>
/** The facts to diagnose any failure. */
export type Facts = ProgramFacts | AddressFacts

/** Whether the facts are about a program rather than a URL. */
export const isProgram = (facts: Facts): facts is ProgramFacts => facts.seen.kind === 'stdio'

/** A cause without remedies. */
export type FailureVerdict = { reason: FindingReason; degree: Degree; word?: string | undefined }

/** A cause; `word` is the name that its sentence contains. */
export const verdict = (reason: FindingReason, degree: Degree, word?: string): FailureVerdict =>
  word === undefined ? { reason, degree } : { reason, degree, word }

/** The output that patterns are tried on. */
const bounds = { lines: 200, characters: 65_536 }

// oxlint-disable-next-line no-control-regex -- terminal codes begin with a control character
const terminalCodes = /\u001B(?:\[[0-?]{0,32}[ -/]{0,8}[@-~]|\][^\u0007\u001B]{0,512}(?:\u0007|\u001B\\)|[@-Z\\-_])/g

/** The last lines of a program's output, without terminal codes. */
export function outputOf({ stderr = '', noise = [] }: ProgramObservation): string {
  const text = [stderr, ...noise].join('\n').slice(-2 * bounds.characters)
  return text.replaceAll(terminalCodes, '').split('\n').slice(-bounds.lines).join('\n').slice(-bounds.characters)
}
