import type { Settings } from '../../../shared/config/settings.ts'
import { HostError } from '../../../shared/contract/errors.ts'
import type { HostEvent, Recorded } from '../../../shared/events/events.ts'
import type { ReleaseLook } from '../../../shared/events/release-events.ts'
import { startTimer, type Clock } from '../base/wake.ts'
import type { Network } from '../network/network.ts'
import { defined } from '../../../shared/schema/json.ts'
import type { Platform } from '../platform.ts'
import { JsonFile } from '../settings/json-file.ts'
import { isNewer, readKept } from './read-release.ts'
import { fetchRelease, ReleaseProblem, type ReleaseLimits, usualReleaseLimits } from './release-client.ts'
import { releaseWords as words } from './words.ts'

/** Milliseconds between two looks; from the start to the first; and how often Atrium sees whether one is due. */
const everyDay = 24 * 60 * 60_000
const firstLook = 60_000
const everyHour = 60 * 60_000

type Journal = {
  readonly state: { configured: { settings: Pick<Settings, 'updates'> } }
  append(event: HostEvent): void
  subscribe(listener: (recorded: Recorded) => void): () => void
}

type Deps = {
  journal: Journal
  platform: Pick<Platform, 'dataDirectory'> & { app: Pick<Platform['app'], 'version' | 'releases'> }
  clock: Clock
  limits?: ReleaseLimits
  network?: Network
}

/**
 * Looks for a newer version once a day while the user wants that, and when they press the button; never without a
 * place to look. Only says what it found: it downloads and installs nothing.
 */
export class ReleaseWatch {
  readonly #deps: Deps
  readonly #file: JsonFile
  readonly #ended = new AbortController()
  readonly #leave: () => void
  #timer: { cancel: () => void } | undefined
  #look: ReleaseLook | undefined
  #looking: Promise<void> | undefined

  constructor(deps: Deps) {
    this.#deps = deps
    this.#file = new JsonFile(deps.platform.dataDirectory, 'releases.json')
    this.#look = this.#read()
    this.#say()
    this.#leave = deps.journal.subscribe(({ event }) => {
      if (event.type === 'configured' && event.file === 'settings') this.#follow(0)
    })
    this.#follow(firstLook)
  }

  /** Looks now; rejects with `unavailable` and a sentence if that fails. */
  async look(): Promise<void> {
    await this.#lookOnce()
    const problem = this.#look?.problem
    if (problem !== undefined) throw new HostError('unavailable', problem)
  }

  /** Ends every timer and request. */
  async close(): Promise<void> {
    this.#leave()
    this.#timer?.cancel()
    this.#ended.abort()
    await this.#looking
  }

  get #isWanted(): boolean {
    const { journal, platform } = this.#deps
    return platform.app.releases !== undefined && journal.state.configured.settings.updates === 'daily'
  }

  /** Keeps one timer while looks are wanted. */
  #follow(ms: number): void {
    if (this.#isWanted && this.#timer !== undefined && ms > 0) return
    this.#timer?.cancel()
    this.#timer = this.#isWanted ? startTimer(this.#deps.clock, ms, () => this.#next()) : undefined
  }

  #next(): void {
    this.#timer = undefined
    if (this.#isDue) void this.#lookOnce()
    this.#follow(everyHour)
  }

  /** A clock that was set back makes a look due. */
  get #isDue(): boolean {
    const since = this.#deps.clock.wall() - (this.#look?.at ?? -Infinity)
    return since >= everyDay || since < 0
  }

  #lookOnce(): Promise<void> {
    this.#looking ??= this.#ask().finally(() => {
      this.#looking = undefined
    })
    return this.#looking
  }

  async #ask(): Promise<void> {
    const { clock, limits = usualReleaseLimits, network, platform } = this.#deps
    const place = platform.app.releases
    if (place === undefined) throw new HostError('unavailable', words.noAddress)
    const at = clock.wall()
    try {
      const release = await fetchRelease(place, this.#ended.signal, { ...limits, ...defined({ network }) })
      this.#look = { at, newer: release && isNewer(release.version, platform.app.version) ? release : undefined }
    } catch (error) {
      if (this.#ended.signal.aborted) return
      const problem = error instanceof ReleaseProblem ? error.message : undefined
      if (problem === undefined) throw error
      this.#look = { at, newer: this.#look?.newer, problem }
    }
    this.#write()
    this.#say()
  }

  #say(): void {
    const { journal, platform } = this.#deps
    const place = platform.app.releases
    journal.append({
      type: 'releases.known',
      releases: { ...(place && { host: new URL(place.feed).host, page: place.page }), look: this.#look },
    })
  }

  /** The last look, from an earlier start too; what it found is forgotten once it's installed. */
  #read(): ReleaseLook | undefined {
    const { platform } = this.#deps
    const content = this.#file.read()
    const saved = 'object' in content ? content.object : undefined
    if (platform.app.releases === undefined || typeof saved?.['at'] !== 'number') return undefined
    const newer = readKept(saved['newer'], platform.app.releases.page)
    return { at: saved['at'], newer: newer && isNewer(newer.version, platform.app.version) ? newer : undefined }
  }

  /** If it can't be written, a later start looks again. */
  #write(): void {
    const { at = 0, newer } = this.#look ?? {}
    try {
      this.#file.write({ at, ...(newer && { newer }) })
    } catch (error) {
      process.stderr.write(`${String(error)}\n`)
    }
  }
}
