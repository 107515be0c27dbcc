import { lookupAll } from './mcp/http/addresses.ts'
import { Network } from './network/network.ts'
import { trustSystem } from './network/trust.ts'
import {
  commands,
  type CommandName,
  type Handlers,
  type Writers,
  type HostEnd,
  type Session,
} from '../../shared/contract/commands.ts'
import { setImmediate } from 'node:timers/promises'
import { HostError } from '../../shared/contract/errors.ts'
import { jsonText } from '../../shared/schema/json-text.ts'
import { covers } from '../../shared/contract/command.ts'
import type { ServerConfig } from '../../shared/config/server-config.ts'
import { RecentConversations } from './agent/recent-conversations.ts'
import { runAppCall } from './agent/app-call.ts'
import type { CallDeps } from './agent/tool-call.ts'
import { Turns } from './agent/turns.ts'
import { ServerApps } from './apps/server-apps.ts'
import { systemClock } from './base/wake.ts'
import { Bundles, keepUsed } from './bundles/bundles.ts'
import { ExportFiles } from './commands/export-files.ts'
import { createHandlers, createWriters } from './commands/handlers.ts'
import { confirm } from './commands/confirmation.ts'
import { moveFolders } from './commands/rename-server.ts'
import { subscribe } from './feed.ts'
import { Inbox } from './inbox.ts'
import { HeadWriter } from './journal/signing/head-writer.ts'
import { Journal } from './journal/journal.ts'
import { riskOf } from './checkup/folder.ts'
import { isOpenToOthers } from './journal/private-files.ts'
import { recover } from './journal/recovery.ts'
import { usualPorts } from './llm/endpoints/local-models.ts'
import { Log } from './journal/queries/log.ts'
import { leaveOutWorkingFolder } from './mcp/process/command-path.ts'
import { Doctor } from './mcp/doctor/doctor.ts'
import { LoginShell } from './mcp/computer/login-shell.ts'
import { thisComputer } from './mcp/computer/usual-folders.ts'
import { Reviews } from './mcp/server/reviews.ts'
import { findContainment } from './mcp/process/containment.ts'
import { Servers } from './mcp/server/servers.ts'
import { configuredModels } from './llm/endpoints/models.ts'
import { ImportReadings } from './export/reading/readings.ts'
import { PickedStore } from './agent/resources/picked.ts'
import { Registries } from './registry/registries.ts'
import { ReleaseWatch } from './releases/release-watch.ts'
import type { Platform } from './platform.ts'
import { Redaction } from './secrets/redaction.ts'
import { Secrets } from './secrets/secrets.ts'
import { Configuration } from './settings/configuration.ts'
import { CatchingUp } from './journal/queries/catching-up.ts'
import { Erasing } from './journal/queries/erasing.ts'
import { Reader } from './journal/queries/reader.ts'
import { FileReaders } from './files/reader-process.ts'
import { CallFiles } from './agent/changes/call-files.ts'
import { Tracer } from './agent/flows/tracer.ts'
import { Validator } from './validation/validator.ts'
import { hostWords as words } from './words.ts'

/** A running host. `link` is what a shell hands to one UI; `close` ends everything within five seconds. */
export type Host = { link(session: Session): HostEnd; close(): Promise<void> }

/**
 * Assembles the host and starts the requested servers among those turned on. Throws `HostError` if the data folder is
 * in use or its journal can't be opened.
 */
export async function createHost(
  platform: Platform,
  journal = openJournal(platform.dataDirectory),
  localPorts = usualPorts,
  starts: (id: string, config: ServerConfig) => boolean = () => true,
): Promise<Host> {
  leaveOutWorkingFolder(process.env)
  // It takes a moment, and the first server waits for it.
  void findContainment()
  const shell = new LoginShell(thisComputer())
  // A launcher starts the packaged app; everything else is started in a terminal, which has the user's PATH.
  const pathKnown = platform.window?.isPacked === true ? shell.complete(process.env) : Promise.resolve()
  recover(journal)
  begin(journal, platform)

  const reader = new Reader(journal)
  const finding = new CatchingUp(journal, reader)
  const erasing = new Erasing(journal, reader)
  erasing.eraseDue().catch(reportUnlessClosed)
  const validator = new Validator()
  const tracer = new Tracer(journal)
  const inbox = new Inbox(journal)
  const redaction = new Redaction()
  const store = redaction.remember(platform.secrets)
  const secrets = new Secrets(store, journal)
  await secrets.open()
  const heads = new HeadWriter({ journal, secrets: store, anchors: platform.secrets })
  await heads.open()
  const network = new Network({
    environment: process.env,
    settings: () => journal.state.configured.settings.network,
    lookup: lookupAll,
    system: platform.systemProxy,
    trusted: trustSystem,
  })
  const models = configuredModels({ journal, secrets, redaction, network })
  const shared = { journal, inbox, validator, models, network }
  const servers = new Servers({
    ...shared,
    redaction,
    starts,
    secrets: platform.secrets,
    showsApps: platform.appFrames !== undefined,
    leaveOff: (id, actor) => configuration.setEnabled(id, false, actor),
    version: platform.app.version,
    dataDirectory: platform.dataDirectory,
    doctor: new Doctor({ data: platform.dataDirectory, computer: thisComputer(), shell }),
    pathKnown,
  })
  const bundles = new Bundles({ dataDirectory: platform.dataDirectory, computer: platform.folders, pathKnown })
  const reading = new FileReaders({ start: platform.startProgram })
  const held = { picked: new PickedStore(), imports: new ImportReadings() }
  const calls: CallDeps = {
    ...shared,
    servers,
    flows: (operation) => tracer.trace(operation),
    files: new CallFiles({ journal, redaction }),
  }
  const recent = new RecentConversations({ journal, read: (id) => reader.ask('getConversation', { conversation: id }) })
  const turns = new Turns({
    ...shared,
    ...calls,
    results: reader,
    picked: held.picked,
    reading,
    history: (id) => recent.open(id),
  })
  const apps = openApps(platform, { journal, inbox, servers, redaction, calls, picked: held.picked, recent }, reader)
  const configuration = new Configuration(platform.dataDirectory, journal, (configs) => servers.apply(configs))
  if (journal.state.renaming) moveFolders(platform.dataDirectory, journal.state.renaming)
  configuration.open()
  keepUsed(bundles, configuration, journal)
  turns.resume()
  const published = {
    registries: new Registries({ directory: platform.dataDirectory, configuration, network }),
    releases: new ReleaseWatch({ journal, platform, clock: systemClock, network }),
  }
  const handlers = createHandlers({
    ...shared,
    platform,
    reader,
    erasing,
    log: new Log(reader, heads, platform.dataDirectory),
    heads,
    redaction,
    bundles,
    configuration,
    secrets,
    servers,
    reviews: new Reviews({ journal, inbox, servers }),
    ...held,
    ...published,
    reading,
    turns,
    apps,
    localPorts,
  })
  let isEnding = false
  const takeIn = async (): Promise<void> => {
    if (isEnding) return
    await secrets.openLate()
    await heads.sign()
    servers.startFailed()
  }
  platform.secrets.late?.then(takeIn).catch((error: unknown) => process.stderr.write(`${String(error)}\n`))
  return {
    link: (session) => linkOf(session, { platform, journal, handlers, writers: createWriters({ reader }) }),
    close: async () => {
      isEnding = true
      configuration.close()
      shell.close()
      await apps.close()
      await turns.close()
      await servers.close()
      journal.append({ type: 'host.stopped' })
      journal.flush()
      await heads.close()
      finding.close()
      const others = [reader, bundles, validator, tracer, held.imports, reading, ...Object.values(published)]
      await Promise.all(others.map((one) => one.close()))
      await journal.close()
    },
  }
}

/** A host that closes ends what it was about to do. */
function reportUnlessClosed(error: unknown): void {
  if (!(error instanceof HostError)) process.stderr.write(`${String(error)}\n`)
}

type LinkParts = { platform: Platform; journal: Journal; handlers: Handlers; writers: Writers }

const linkOf = (session: Session, { platform, journal, handlers, writers }: LinkParts): HostEnd => {
  /** Runs the command that `of` has under this name, if there is one. */
  const run = (of: Handlers | Writers, name: CommandName, input: unknown): Promise<never> =>
    dispatch(session, name, input, async (parsed) => {
      await confirm(platform, () => journal.state, name, parsed)
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the input was parsed by the schema of this command
      return (of[name] as (input: unknown, session: Session) => Promise<never>)(parsed, session)
    })
  return {
    call: (name, input) => run(handlers, name, input),
    callForJson: async (name, input) =>
      Object.hasOwn(writers, name)
        ? run(writers, name, input)
        : jsonText(await run(handlers, name, input), { now: () => performance.now(), next: () => setImmediate() }),
    subscribe: (listener) => subscribe(journal, session, listener),
  }
}

type AppParts = Pick<CallDeps, 'journal' | 'inbox'> & {
  servers: Servers
  redaction: Redaction
  calls: CallDeps
  picked: PickedStore
  recent: RecentConversations
}

const openApps = (
  { appFrames: frames, app, ...at }: Platform,
  { calls, picked, recent, ...parts }: AppParts,
  reader: Reader,
): ServerApps => {
  const files = new ExportFiles(at.dataDirectory)
  return new ServerApps({
    ...parts,
    frames,
    clock: systemClock,
    host: app,
    keep: (handle, part, text) => picked.put(handle, part, text),
    save: (stem, extension, content) => files.write(stem, extension, content),
    read: (hash, limit) => reader.ask('readBlob', { hash, limit }),
    call: (wanted, signal) => runAppCall(wanted, calls, signal),
    conversation: (id) => recent.open(id),
  })
}

/** Names a folder that can damage a database, before there is one in it. */
function openJournal(directory: string): Journal {
  const risk = riskOf(directory)
  if (risk !== undefined) process.stderr.write(`${risk}\n`)
  return Journal.open(directory)
}

/** Records the start, and warns if the data folder is open to other accounts or no place for a database. */
function begin(journal: Journal, { app, dataDirectory }: Platform): void {
  const openFolder = isOpenToOthers(dataDirectory) === true ? dataDirectory : undefined
  const folderRisk = riskOf(dataDirectory)
  journal.append({ type: 'host.started', version: app.version, shell: app.shell, openFolder, folderRisk })
  if (openFolder !== undefined) process.stderr.write(`${words.openFolder(openFolder)}\n`)
}

/**
 * Runs one command: known by name, permitted for this session, parsed. Anything but a `HostError` is a bug in Atrium.
 */
async function dispatch(
  session: Session,
  name: CommandName,
  input: unknown,
  run: (parsed: unknown) => Promise<never>,
): Promise<never> {
  if (!Object.hasOwn(commands, name)) throw new HostError('not-found', words.unknownCommand(String(name).slice(0, 64)))
  const { right, input: schema } = commands[name]
  if (!covers(session.right, right)) throw new HostError('forbidden', words.needsRight(name, right, session.right))
  const parsed = schema.safeParse(input)
  if (!parsed.success) {
    const issues = parsed.error.issues.slice(0, 3)
    throw new HostError(
      'bad-input',
      words.badInput(
        name,
        issues.map((it) => [it.path.join('.'), it.message].filter(Boolean).join(' ')),
      ),
    )
  }
  try {
    return await run(parsed.data)
  } catch (error) {
    if (error instanceof HostError) throw error
    process.stderr.write(
      `${words.failed(name, error instanceof Error ? (error.stack ?? error.message) : String(error))}\n`,
    )
    throw new HostError('internal', words.internal(name))
  }
}
