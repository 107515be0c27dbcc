import type { Containment } from '../../../shared/events/events.ts'
import type { Levels } from '../../../shared/config/bounds.ts'
import type { Inbox } from '../inbox.ts'
import type { Journal } from '../journal/journal.ts'
import type { SecretStore } from '../platform.ts'
import type { Redaction } from '../secrets/redaction.ts'
import type { Validator } from '../validation/validator.ts'
import type { Doctor } from './doctor/doctor.ts'
import type { LegacyMemory } from './protocol/era.ts'
import type { Abilities } from './protocol/negotiation.ts'
import type { ReadLong } from './wire/frame.ts'
import type { HeartbeatLimits } from './heartbeat.ts'
import type { ViolationCounter } from './reports/violation-counter.ts'
import type { InputHandlers } from './inputs/server-requests.ts'
import type { RestartPolicy } from './restarts.ts'
import type { SafeFetchOptions } from './http/safe-fetch.ts'
import type { RunFile } from './process/run-file.ts'
import type { ServerReports } from './reports/server-reports.ts'
import type { Company } from './sign-in/company.ts'
import type { ServerSignIn } from './sign-in/sign-in.ts'
import type { StartLimits } from './process/start-watch.ts'
import type { Clock } from '../base/wake.ts'

/** The dependencies of one life of a server, from the host and from its server. */
export type LifeDeps = {
  id: string
  configuration: string
  client: { name: string; version: string }
  /** Beyond its configuration, the basis of what is declared to it. */
  can: Abilities
  /** Answers servers' requests, by method. */
  handlers: InputHandlers
  journal: Journal
  secrets: SecretStore
  redaction: Redaction
  validator: Validator
  memory: LegacyMemory
  violations: ViolationCounter
  reports: ServerReports
  limits: StartLimits
  heartbeat: HeartbeatLimits
  clock: Clock
  /** Resolves when PATH is as programs are to be found. */
  pathKnown: Promise<void>
  /** Ends its processes with Atrium. */
  containment: Promise<Containment>
  runFile: RunFile
  /** Bundles' files, and contained servers' caches, are in it. */
  dataDirectory: string
  /** The containment levels that work on this system. */
  levels(): Promise<Levels>
  /** Reads long lines in another thread. */
  readLong: ReadLong
  inbox: Inbox
  /** Called when others don't have to wait for this start. */
  slow(): void
  /** Authorizes requests to servers at a URL; absent for others. */
  signIn?: ServerSignIn | undefined
  /** Turns a server off in the configuration. Throws `HostError` if that can't be written. */
  leaveOff(server: string, actor: string): void
}

/** A server's dependencies on the host; it creates the other dependencies of its lives. */
export type ServerDeps = Omit<
  LifeDeps,
  'id' | 'configuration' | 'violations' | 'reports' | 'signIn' | 'readLong' | 'slow'
> & {
  restarts: RestartPolicy
  /** Says why a start failed. */
  doctor: Doctor
  /** The user's sign-in to their company, for servers reached through it. */
  company: Company
  /** Readers of its values register them for redaction. */
  store: SecretStore
  /** Reads long lines in another thread. */
  readerFor(redaction: Redaction): ReadLong
  safe?: SafeFetchOptions | undefined
}

/**
 * Requests recorded in other places, with more detail: calls by the agent, and walks by the catalogue. Repeated ones,
 * such as pings, task polls and completions, aren't recorded at all.
 */
export const unrecorded: ReadonlySet<string> = new Set([
  'tools/call',
  'tools/list',
  'prompts/list',
  'resources/list',
  'resources/templates/list',
  'completion/complete',
  'notifications/initialized',
  'ping',
  'tasks/get',
])
