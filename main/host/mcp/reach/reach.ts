import type { Era } from '../../../../shared/events/server-events.ts'
import type { Journal } from '../../journal/journal.ts'
import type { SecretStore } from '../../platform.ts'
import type { Redaction } from '../../secrets/redaction.ts'
import type { LegacyMemory } from '../protocol/era.ts'
import type { Declared } from '../protocol/negotiation.ts'
import type { ReadLong } from '../wire/frame.ts'
import type { PeerWatch } from '../protocol/notifications.ts'
import type { ViolationCounter } from '../reports/violation-counter.ts'
import type { ServerReports } from '../reports/server-reports.ts'

/** The dependencies of every way to a server: to a process, over HTTP, or to the playground. */
export type ReachDeps = {
  id: string
  configuration: string
  client: { name: string; version: string }
  declared: Declared
  journal: Journal
  secrets: SecretStore
  redaction: Redaction
  memory: LegacyMemory
  violations: ViolationCounter
  reports: ServerReports
  readLong: ReadLong
  /** Aborts when the server is no longer wanted. */
  signal: AbortSignal
  watch(era: () => Era): PeerWatch
}
