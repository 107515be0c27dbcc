import type { Degree, FindingReason } from '../../../../shared/events/finding.ts'
import type { Fetch } from '../process/fetching.ts'
import type { AddressObservation, Listening, Observation, ProgramObservation } from '../process/observation.ts'

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
  /** Names of its child processes, and where its processes listen. */
  children?: string[] | undefined
  listens?: Listening[] | undefined
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
