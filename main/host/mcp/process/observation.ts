import type { Finding } from '../../../../shared/events/finding.ts'

/** A place at which a program listens: an address of this computer as in a URL, and a port. */
export type Listening = { host: string; port: number }

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
  /** The places at which it and its children listened while it ran. */
  listens?: Listening[] | undefined
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

/** A finding, and the sentence that is shown for it; absent if the sentence about the failure says as much. */
export type Diagnosis = { finding: Finding; reason?: string | undefined }

/** Says why a server doesn't run. `ended` says how its start ended. */
export type Diagnoser = {
  /** About a running server that others can reach at these places. */
  exposed(places: string[]): string
  /** From what was seen alone; undefined if that says nothing. */
  first(server: string, seen: Observation, ended?: string): Diagnosis | undefined
  /** After a look at this computer; undefined if that says no more. Never rejects. */
  examine(server: string, seen: Observation, ended?: string): Promise<Diagnosis | undefined>
}
