import { isDeepStrictEqual } from 'node:util'
import { HostError } from '../../../shared/contract/errors.ts'
import type { HostEvent } from '../../../shared/events/events.ts'
import { isObject, type JsonObject, type JsonValue } from '../../../shared/schema/json.ts'
import { renamedEntry, type Rename } from '../../../shared/config/secret-prefixes.ts'
import type { CompanyProvider } from '../../../shared/config/company-sign-in.ts'
import {
  type HttpConfig,
  launchOf,
  type PlaygroundConfig,
  type ServerConfig,
  type ServerConfigs,
  type StdioConfig,
} from '../../../shared/config/server-config.ts'
import {
  defaultSettings,
  modernSettings,
  settingsFile,
  type Endpoint,
  type Settings,
  type SettingsChange,
} from '../../../shared/config/settings.ts'
import { reasonOf } from '../base/failure.ts'
import type { Journal } from '../journal/journal.ts'
import { JsonFile, type FileContent } from './json-file.ts'
import { type WatchSystem, watchFile } from './watched-file.ts'
import { ignoredIn, parseServers, sentences } from './server-entries.ts'
import { withChange, withCompany, withEndpoint } from './settings-edit.ts'
import { clip } from '../../../shared/text/clip.ts'
import { settingsWords as words } from './words.ts'

/** Max servers: each change of the file compares all of them on the host's thread. */
export const mostServers = 1000

/** The actor if a file was edited by hand. */
const byHand = 'file'

/**
 * servers.json and settings.json: the files are the truth, the journal has every effective change. An error in a file,
 * or its absence, is reported and the last good content stays in force; nothing overwrites it.
 */
export class Configuration {
  readonly #journal: Journal
  readonly #servers: JsonFile
  readonly #settings: JsonFile
  readonly #applied: (servers: ServerConfigs) => void
  readonly #system: WatchSystem | undefined
  #watches: (() => void)[] = []
  /** By file, why changes by others can't be seen. */
  readonly #unseen: Partial<Record<'servers' | 'settings', string>> = {}
  /** While a server gets another ID, servers.json isn't read or changed. */
  #isRenaming = false

  /** `applied` receives every effective change of the servers, and the first reading. */
  constructor(directory: string, journal: Journal, applied: (servers: ServerConfigs) => void, system?: WatchSystem) {
    this.#system = system
    this.#journal = journal
    this.#applied = applied
    this.#servers = new JsonFile(directory, 'servers.json')
    this.#settings = new JsonFile(directory, 'settings.json')
  }

  /** Reads both files and watches them from then on. */
  open(): void {
    this.#readSettings()
    this.#readServers()
    this.#applied(this.servers)
    this.#watch('servers', () => !this.#isRenaming && this.#readServers() && this.#applied(this.servers))
    this.#watch('settings', () => this.#readSettings())
  }

  get servers(): ServerConfigs {
    return this.#journal.state.configured.servers
  }

  get settings(): Settings {
    return this.#journal.state.configured.settings
  }

  /**
   * Writes one entry; `undefined` removes it. Returns whether that changed anything; `conflict` while the file has an
   * error. An address that differs from the one in force counts as entered by the actor, unless it `returns`.
   */
  setServer(id: string, config: ServerConfig | undefined, actor: string, returns = false): boolean {
    const { [id]: before } = this.servers
    const isKnown = before && config && isDeepStrictEqual(launchOf(before), launchOf(config))
    const isEntered = config && !isKnown && !isFromRegistry(config) && !returns
    this.assertNotRenaming()
    const object = this.#editable(this.#servers)
    const entries = isObject(object['mcpServers']) ? { ...object['mcpServers'] } : {}
    if (config) entries[id] = { ...ignoredIn(entries[id]), ...withoutDefaults(config) }
    else delete entries[id]
    if (config && Object.keys(entries).length > mostServers)
      throw new HostError('conflict', words.tooManyServers(mostServers))
    this.#servers.write({ ...object, mcpServers: entries })
    const changed = this.#readServers(actor, isEntered ? [id] : [])
    if (changed) this.#applied(this.servers)
    return changed
  }

  /** Turns an existing server on or off; `conflict` while the file has an error. */
  setEnabled(id: string, enabled: boolean, actor: string): void {
    const { [id]: config } = this.servers
    if (config) this.setServer(id, { ...config, enabled }, actor)
  }

  /**
   * Gives the entry of a server with another ID its new key, after `prepare` has moved what else has the old ID. Rejects
   * if either fails; the log then still says that the change isn't finished.
   */
  async rename(prepare: () => Promise<void>, actor: string): Promise<void> {
    this.#isRenaming = true
    try {
      await prepare()
      this.#readServers(actor)
      const { problems } = this.#journal.state.configured
      if (this.#journal.state.renaming) throw new HostError('unavailable', problems.servers.join(' '))
    } finally {
      this.#isRenaming = false
    }
    this.#applied(this.servers)
  }

  /** Throws `conflict` while a server gets another ID: nothing may take the old one. */
  assertNotRenaming(): void {
    const { renaming } = this.#journal.state
    if (renaming) throw new HostError('conflict', words.renaming(renaming.from, renaming.to))
  }

  /** Writes what the change names; everything else in settings.json stays. `bad-input` if a valid file would not be. */
  changeSettings(change: SettingsChange, actor: string): void {
    const before = this.#editable(this.#settings)
    const after = withChange(before, change)
    const { error } = settingsFile.safeParse(after)
    if (error && settingsFile.safeParse(modernSettings(before)).success)
      throw new HostError('bad-input', sentences('settings.json', error).join(' '))
    this.#settings.write(after)
    this.#readSettings(actor)
  }

  /** Writes one endpoint; `undefined` removes it. */
  setEndpoint(id: string, endpoint: Endpoint | undefined, actor: string): void {
    this.#settings.write(withEndpoint(this.#editable(this.#settings), id, endpoint))
    this.#readSettings(actor)
  }

  /** Writes the company's provider; `undefined` removes it. */
  setCompany(provider: CompanyProvider | undefined, actor: string): void {
    this.#settings.write(withCompany(this.#editable(this.#settings), provider))
    this.#readSettings(actor)
  }

  close(): void {
    for (const end of this.#watches) end()
  }

  #watch(which: 'servers' | 'settings', read: () => void): void {
    const { file, name } = which === 'servers' ? this.#servers : this.#settings
    const changed = (): void => {
      delete this.#unseen[which]
      read()
    }
    const lost = (reason: string): void => {
      this.#unseen[which] = words.notWatched(name, reason)
      read()
    }
    this.#watches.push(watchFile(file, { changed, lost }, this.#system))
  }

  /** The file's object, to be written back with a change: unknown members stay. */
  #editable(file: JsonFile): JsonObject {
    this.#journal.assertHealthy()
    const content = this.#contentOf(file)
    if ('problem' in content) throw new HostError('conflict', words.fixFirst(content.problem))
    return 'object' in content ? content.object : {}
  }

  /**
   * A missing file removes nothing: otherwise all servers' pins and rules would end, and what returned would be new.
   */
  #contentOf(file: JsonFile): FileContent {
    const content = file.read()
    const isMissed =
      file === this.#servers ? Object.keys(this.servers).length > 0 : !isDeepStrictEqual(this.settings, defaultSettings)
    if (!('absent' in content) || !isMissed) return content
    return { problem: words.gone(file.name) }
  }

  #readServers(actor = byHand, entered: string[] = []): boolean {
    const content = this.#contentOf(this.#servers)
    if ('problem' in content) return this.#report('servers', [content.problem])
    const entries = 'object' in content ? (content.object['mcpServers'] ?? {}) : {}
    if (!isObject(entries)) return this.#report('servers', [words.serversNotObject])
    if (Object.keys(entries).length > mostServers) return this.#report('servers', [words.tooManyServers(mostServers)])
    const { renaming } = this.#journal.state
    if (renaming) {
      const problem = this.#giveKey(content, renaming)
      if (problem !== undefined) return this.#report('servers', [problem])
      this.#journal.append({ type: 'server.rename-finished', server: renaming.to, actor })
      return this.#readServers(actor, entered)
    }
    const { configs, problems } = parseServers(entries, this.servers)
    this.#report('servers', problems)
    const before = this.servers
    return this.#change({ type: 'configured', file: 'servers', before, after: configs, entered, actor })
  }

  /** Writes a renamed server's key. Returns why it couldn't, if it couldn't. */
  #giveKey(content: FileContent, { from, to }: Rename): string | undefined {
    const object = 'object' in content ? content.object : {}
    const { mcpServers: entries } = object
    if (!isObject(entries) || !Object.hasOwn(entries, from) || Object.hasOwn(entries, to)) return undefined
    const named = Object.entries(entries).map(([id, entry]): [string, JsonValue] =>
      id === from ? [to, renamedEntry(entry, { from, to })] : [id, entry],
    )
    try {
      this.#servers.write({ ...object, mcpServers: Object.fromEntries(named) }, { path: ['mcpServers', from], to })
      return undefined
    } catch (error) {
      return words.notRenamed(to, reasonOf(error))
    }
  }

  #readSettings(actor = byHand): boolean {
    const content = this.#contentOf(this.#settings)
    if ('problem' in content) return this.#report('settings', [content.problem])
    const parsed = settingsFile.safeParse('object' in content ? modernSettings(content.object) : defaultSettings)
    if (!parsed.success) return this.#report('settings', sentences('settings.json', parsed.error))
    this.#report('settings', [])
    return this.#change({ type: 'configured', file: 'settings', before: this.settings, after: parsed.data, actor })
  }

  #report(file: 'servers' | 'settings', all: string[]): false {
    const unseen = this.#unseen[file]
    const problems = bounded(unseen === undefined ? all : [...all, unseen])
    const known = this.#journal.state.configured.problems[file]
    if (!isDeepStrictEqual(known, problems)) this.#journal.append({ type: 'configuration.checked', file, problems })
    return false
  }

  #change(event: Extract<HostEvent, { type: 'configured' }>): boolean {
    if (isDeepStrictEqual(event.before, event.after)) return false
    this.#journal.append(event)
    return true
  }
}

/** A registry's record isn't the user's own input: its address has its own question. */
const isFromRegistry = (config: ServerConfig): boolean => config.type !== 'playground' && config.registry !== undefined

/** Max problems reported per file, and max characters of each. */
const mostProblems = 20
const longestProblem = 300

function bounded(problems: string[]): string[] {
  const told = problems.slice(0, mostProblems).map((it) => clip(it, longestProblem))
  const more = problems.length - told.length
  return more > 0 ? [...told, words.moreProblems(more)] : told
}

/** The entry as a user would write it: leaves out values that equal the default. */
function withoutDefaults(config: ServerConfig): JsonObject {
  const { enabled, ...entry } = shortEntry(config)
  const plain: JsonObject = JSON.parse(JSON.stringify({ ...entry, ...(!enabled && { enabled }) }))
  return plain
}

function shortEntry(config: ServerConfig) {
  switch (config.type) {
    case 'stdio':
      return shortCommand(config)
    case 'http':
      return shortAddress(config)
    case 'playground':
      return shortPlayground(config)
    default:
      return config satisfies never
  }
}

const shortPlayground = ({ era, ...rest }: PlaygroundConfig) => ({ ...rest, ...(era !== 'modern' && { era }) })

const shortAddress = ({ headers, ...rest }: HttpConfig) => ({
  ...rest,
  ...(Object.keys(headers).length > 0 && { headers }),
})

const shortCommand = ({ type: _stdio, args, env, ...rest }: StdioConfig) => ({
  ...rest,
  ...(args.length > 0 && { args }),
  ...(Object.keys(env).length > 0 && { env }),
})
