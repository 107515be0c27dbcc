import type { Launch } from '../asks/asks.ts'
import type { ServerConfig } from '../config/server-config.ts'
import type { Finding } from './finding.ts'

/**
 * The revision family a connection speaks (specification 2026-07-28, basic/versioning): per-request metadata, or
 * `initialize`.
 */
export type Era = 'modern' | 'legacy'

/**
 * A server's pins: each item under `<kind>/<name>`, such as `tool/read_file`, with the SHA-256 of its definition's
 * canonical JSON (RFC 8785). Items not listed, or with another hash, are in quarantine: no model sees them.
 */
export type PinnedItems = Record<string, string>

/** A sign-in to a server: the authorization server, and its grant. */
export type SignedIn = {
  issuer: string
  scopes: string[]
  account?: string | undefined
  expiresAt?: number | undefined
}

/** The reason why a running start waits. */
export type StartStep =
  /** Other servers start first. */
  | { doing: 'queued' }
  /** It runs, or Atrium is connecting, and it hasn't answered yet. */
  | { doing: 'starting' }
  /**
   * A program such as npx or docker is fetching `what` before the server itself runs. `withheld` are variables with
   * proxies that it doesn't get.
   */
  | { doing: 'fetching'; runner: string; what?: string | undefined; withheld?: string[] | undefined }
  /** It has answered, and Atrium is fetching its lists. */
  | { doing: 'listing' }

/**
 * A passport that a server was added with: its key, that key's fingerprint, and the definitions it names. First lists
 * pin only those; null if the server could not be added after all. `sha256`: the program's file as its owner trusted it.
 */
export type TakenPassport = {
  key: string
  fingerprint: string
  items: PinnedItems
  sha256?: string | undefined
} | null

/** A sign-in to the user's company, without its tokens. */
export type CompanySignedIn = { issuer: string; account?: string | undefined; expiresAt: number }

/** Traffic with servers other than their calls and lists. */
export type ServerEvent =
  /** A request or notification sent to a server that isn't a call's own message; without one, for a company sign-in. */
  | { type: 'request.sent'; server?: string | undefined; method: string; detail?: string | undefined }
  /** A request a server sent to Atrium. */
  | {
      type: 'request.received'
      server: string
      method: string
      answer: 'answered' | 'refused'
      detail?: string | undefined
    }
  /**
   * An answer to a request that had already ended, such as a cancelled call; Atrium ignored it. `id` is the ID of both
   * on the wire, as JSON; `detail` names the call's tool.
   */
  | { type: 'answer.late'; server: string; method: string; id: string; detail?: string | undefined }
  /**
   * Atrium stores tokens of this authorization server for the server. `account` is in the authorization server's words;
   * `expiresAt` is when they must be renewed, epoch milliseconds.
   */
  | ({ type: 'server.signed-in'; server: string; actor: string } & SignedIn)
  /** The tokens are gone: the user signed out, the authorization server rejects them, or another one took its place. */
  | { type: 'server.signed-out'; server: string; issuer: string; because: 'asked' | 'refused' | 'moved'; actor: string }
  /** The user is signed in to their company. `account` is in its provider's words; `expiresAt` is the ID token's end. */
  | ({ type: 'company.signed-in'; actor: string } & CompanySignedIn)
  /** Those tokens are gone: the user signed out or set another provider, or the provider rejects them. */
  | { type: 'company.signed-out'; issuer: string; because: 'asked' | 'refused' | 'moved'; actor: string }
  /** The user added the server with a passport. */
  | { type: 'server.passport'; server: string; passport: TakenPassport; actor: string }
  /**
   * The server with the ID `from` has another ID from here on: every fold moves what it knows (docs/decisions.md 100).
   * Earlier records keep the old ID. `config` refers to its secrets by their new names; `launch` is the trusted command
   * with these names, absent if none is trusted.
   */
  | {
      type: 'server.renamed'
      from: string
      server: string
      config: ServerConfig
      launch?: Launch | undefined
      actor: string
    }
  /** A renamed server's secrets, folders and entry in servers.json have its new ID. */
  | { type: 'server.rename-finished'; server: string; actor: string }
  /** Atrium examined this computer and found a better cause for the server's failed start; `reason` is its sentence. */
  | { type: 'server.examined'; server: string; finding: Finding; reason: string }
  /**
   * Where other computers can reach a running server's programs, as hosts with ports; `reason` says so in a sentence. No
   * places: they no longer can.
   */
  | { type: 'server.exposed'; server: string; places: string[]; reason?: string | undefined }
  /** Protocol violations since the last report, by kind: dropped frames, unknown answers, events over budget. */
  | { type: 'server.violations'; server: string; counts: Record<string, number> }
  /** Transient: a start's progress; null if nothing starts after all. */
  | { type: 'server.starting'; server: string; step: StartStep | null }
  /** Transient: a server's reports have grown: up to which line of its log, and which message. */
  | { type: 'server.reported'; server: string; log?: number | undefined; frames?: number | undefined }
