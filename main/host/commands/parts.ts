import type { Network } from '../network/network.ts'
import type { ServerConfig } from '../../../shared/config/server-config.ts'
import type { PickedStore } from '../agent/resources/picked.ts'
import type { Turns } from '../agent/turns.ts'
import type { ServerApps } from '../apps/server-apps.ts'
import type { Bundles } from '../bundles/bundles.ts'
import type { ImportReadings } from '../export/reading/readings.ts'
import type { Inbox } from '../inbox.ts'
import type { HeadWriter } from '../journal/signing/head-writer.ts'
import type { FileReaders } from '../files/reader-process.ts'
import type { Erasing } from '../journal/queries/erasing.ts'
import type { Journal } from '../journal/journal.ts'
import type { Log } from '../journal/queries/log.ts'
import type { Reader } from '../journal/queries/reader.ts'
import type { LocalPort } from '../llm/endpoints/local-models.ts'
import type { Models } from '../llm/llm.ts'
import type { Reviews } from '../mcp/server/reviews.ts'
import type { Servers } from '../mcp/server/servers.ts'
import type { Platform } from '../platform.ts'
import type { Registries } from '../registry/registries.ts'
import type { ReleaseWatch } from '../releases/release-watch.ts'
import type { Redaction } from '../secrets/redaction.ts'
import type { Secrets } from '../secrets/secrets.ts'
import type { Configuration } from '../settings/configuration.ts'

/** The parts of the host that commands act on. */
export type HostParts = {
  network: Network
  journal: Journal
  platform: Platform
  reader: Reader
  erasing: Erasing
  log: Log
  /** Signs passports. */
  heads: Pick<HeadWriter, 'anchor' | 'key' | 'signPassport'>
  /** Replaces the known secrets in a text. */
  redaction: Redaction
  inbox: Inbox
  bundles: Bundles
  configuration: Configuration
  secrets: Secrets
  servers: Servers
  reviews: Reviews
  turns: Turns
  apps: ServerApps
  picked: PickedStore
  imports: ImportReadings
  /** Reads files that others made. */
  reading: Pick<FileReaders, 'read'>
  registries: Registries
  releases: Pick<ReleaseWatch, 'look'>
  models: Models
  /** Where `findLocalModels` looks. */
  localPorts: LocalPort[]
}

/** A change of one server: added without `before`, removed without `after`. */
export type ServerChange = {
  id: string
  before?: ServerConfig | undefined
  after?: ServerConfig
  actor: string
  /** The text of the passport that it is added with. */
  passport?: string | undefined
}

/** A source's part in a change of its server: it carries the change out among its own steps. */
export type SourceSteps = (change: ServerChange, parts: HostParts, carryOut: () => Promise<void>) => Promise<void>
