import { existsSync } from 'node:fs'
import { gt, lt } from 'semver'
import type {
  BundleFacts,
  BundleReading,
  BundleReview,
  BundleWarning,
  InstalledBundle,
} from '../../../shared/config/bundle.ts'
import type { ServerConfigs, BundleReference } from '../../../shared/config/server-config.ts'
import { HostError } from '../../../shared/contract/errors.ts'
import type { Journal } from '../journal/journal.ts'
import { BundleThread } from './bundle-thread.ts'
import { OpenedFiles } from './opened-files.ts'
import { PlacedFiles } from './placed-files.ts'
import type { Comparison } from './reading.ts'
import { pythonOf, runtimesOf } from './runtimes.ts'
import { bundleWords as words } from './words.ts'

/** Max refused reviews that are kept. */
const mostRefused = 16

type BundlesOptions = {
  dataDirectory: string
  /** The system, and the user's home folder. */
  computer: { system: NodeJS.Platform; home: string }
  /** Resolves when PATH is as programs are to be found; at once if absent. */
  pathKnown?: Promise<void>
}

/** Copies of opened archives, and the folders that bundled servers run from. Nothing here starts a bundle's program. */
export class Bundles {
  /** Copies of archives, as they arrive. */
  readonly opened: OpenedFiles
  readonly #placed: PlacedFiles
  readonly #thread = new BundleThread()
  readonly #computer: { platform: NodeJS.Platform; home: string }
  readonly #pathKnown: Promise<void>
  readonly #read = new Map<string, Promise<BundleReading>>()
  /** Reviews of archives whose copies were removed. A page can ask again. */
  readonly #refused = new Map<string, BundleReview>()

  constructor({ dataDirectory, computer: { system: platform, home }, pathKnown }: BundlesOptions) {
    this.#computer = { platform, home }
    this.#pathKnown = pathKnown ?? Promise.resolve()
    this.opened = new OpenedFiles(dataDirectory)
    this.#placed = new PlacedFiles(dataDirectory)
  }

  /** Reads an opened archive, and looks for what it needs here. Removes the copy of one that is refused. */
  async review(sha256: string, servers: ServerConfigs): Promise<BundleReview> {
    const known = this.#refused.get(sha256)
    if (known && !this.opened.find(sha256)) return known
    await this.#pathKnown
    const { file, bytes } = this.#copy(sha256)
    const reading = await this.#reading(sha256, file)
    if ('refused' in reading) {
      const review = { sha256, bytes, ...reading }
      this.#refused.set(sha256, review)
      for (const oldest of [...this.#refused.keys()].slice(0, -mostRefused)) this.#refused.delete(oldest)
      this.opened.remove(sha256)
      return review
    }
    const { runtimes, blocks } = await runtimesOf(reading, this.#computer)
    const { name, version, title, author } = reading.claims
    const installed = this.#installed(name, servers)
    const warnings = [...reading.warnings, ...comparedWith(installed, reading, sha256)]
    const origin = { bundle: { name, version, sha256, author: author.name } }
    const candidate = { ...reading.candidate, name: title.slice(0, 64), origin }
    const facts = { ...reading, candidate, blocks: [...reading.blocks, ...blocks], warnings }
    return { sha256, bytes, facts, runtimes, installed }
  }

  /**
   * Puts a reviewed bundle's files into their folder, unless they are there, and then lets `use` configure a server
   * with them. `before` is the bundle that the server had. Throws `HostError` if the bundle can't be used here.
   */
  async withFiles(
    { bundle, before }: { bundle: BundleReference | undefined; before?: BundleReference | undefined },
    use: () => Promise<void>,
    servers: () => ServerConfigs,
  ): Promise<void> {
    if (!bundle) return use()
    const release = this.#placed.hold(bundle)
    if (!release) throw new HostError('conflict', words.busy(bundle.name))
    try {
      await this.#place(bundle, before)
      await use()
    } finally {
      release()
      this.keepOnly(servers())
    }
  }

  async #place(bundle: BundleReference, before: BundleReference | undefined): Promise<void> {
    const there = this.#placed.note(bundle)
    if (there) {
      if (there.sha256 !== bundle.sha256) throw new HostError('conflict', words.otherContent(bundle.name))
      return
    }
    const { file } = this.#copy(bundle.sha256)
    const review = await this.review(bundle.sha256, {})
    if ('refused' in review) throw new HostError('bad-input', words.refused(bundle.name, review.refused))
    const { facts } = review
    if (facts.blocks.length > 0) throw new HostError('conflict', words.blocked(bundle.name))
    const { name, version, author } = facts.claims
    if (name !== bundle.name || version !== bundle.version || author.name !== bundle.author)
      throw new HostError('bad-input', words.notAsReviewed(bundle.name))
    await this.#fill(bundle, { from: file, before }, facts)
  }

  /** A server's bundle has started, so the previous one can be removed. */
  started(bundle: BundleReference, servers: ServerConfigs): void {
    this.#placed.started(bundle)
    this.keepOnly(servers)
  }

  /** Removes the files of all bundles that no server uses. */
  keepOnly(servers: ServerConfigs): void {
    this.#placed.keepOnly(bundlesOf(servers).map(({ bundle }) => bundle))
  }

  /** Whether a bundle's files are as they were unpacked, and can be restored if not. */
  async check(bundle: BundleReference): Promise<Comparison & { canRestore: boolean }> {
    const canRestore = existsSync(this.#placed.archive(bundle)) || this.opened.find(bundle.sha256) !== undefined
    const note = this.#placed.note(bundle)
    if (!note) return { changed: [], missing: [bundle.name], canRestore }
    const compared = await this.#thread.run('compare', { folder: this.#placed.folder(bundle), sums: note.sums })
    return { ...compared, canRestore }
  }

  /** Unpacks a bundle once more, from the copy that has exactly its sum. Its server must not run. */
  async restore(bundle: BundleReference): Promise<void> {
    const kept = this.#placed.archive(bundle)
    const from = existsSync(kept) ? kept : this.#copy(bundle.sha256).file
    const reading = await this.#thread.run('read', { file: from, computer: this.#here() })
    if ('refused' in reading) throw new HostError('unavailable', words.refused(bundle.name, reading.refused))
    await this.#fill(bundle, { from, before: undefined }, reading)
  }

  async close(): Promise<void> {
    this.opened.close()
    await this.#thread.close()
  }

  #here() {
    return { ...this.#computer, python: pythonOf(this.#computer.platform, this.#computer.home) }
  }

  #copy(sha256: string): { file: string; bytes: number } {
    const found = this.opened.find(sha256)
    if (!found) throw new HostError('not-found', words.notOpened)
    return found
  }

  #reading(sha256: string, file: string): Promise<BundleReading> {
    const known = this.#read.get(sha256)
    if (known) return known
    const reading = this.#thread.run('read', { file, computer: this.#here() })
    this.#read.set(sha256, reading)
    for (const old of this.#read.keys()) if (!this.opened.find(old)) this.#read.delete(old)
    reading.catch(() => this.#read.delete(sha256))
    return reading
  }

  #fill(
    bundle: BundleReference,
    files: { from: string; before: BundleReference | undefined },
    { programs, candidate: { launch, questions } }: BundleFacts,
  ): Promise<void> {
    const { sha256 } = bundle
    return this.#placed.place(bundle, files, async (folder) => {
      const unpacked = await this.#thread.run('unpack', { file: files.from, sha256, folder, programs })
      if ('refused' in unpacked) throw new HostError('bad-input', words.refused(bundle.name, unpacked.refused))
      return { sha256, sums: unpacked.sums, launch, questions }
    })
  }

  #installed(name: string, servers: ServerConfigs): InstalledBundle[] {
    return bundlesOf(servers)
      .filter(({ bundle }) => bundle.name === name)
      .map(({ server, bundle }) => {
        const note = this.#placed.note(bundle)
        return { server, bundle, questions: note?.questions ?? [], ...(note && { launch: note.launch }) }
      })
  }
}

/** Removes unused files of bundles: now, and whenever a new version of a bundle has started. */
export function keepUsed(bundles: Bundles, configured: { readonly servers: ServerConfigs }, journal: Journal): void {
  bundles.keepOnly(configured.servers)
  journal.subscribe(({ event }) => {
    if (event.type !== 'server.changed' || event.to.state !== 'ready') return
    const config = configured.servers[event.server]
    if (config?.type === 'stdio' && config.bundle) bundles.started(config.bundle, configured.servers)
  })
}

const bundlesOf = (servers: ServerConfigs): { server: string; bundle: BundleReference }[] =>
  Object.entries(servers).flatMap(([server, config]) =>
    config.type === 'stdio' && config.bundle ? [{ server, bundle: config.bundle }] : [],
  )

/** How a bundle differs from those of the same name that are in use. */
function comparedWith(installed: InstalledBundle[], { claims }: BundleFacts, sha256: string): BundleWarning[] {
  const { version, author } = claims
  const others = installed.map(({ bundle }) => bundle)
  const named = (some: BundleReference[], of: (bundle: BundleReference) => string) => [...new Set(some.map(of))]
  const older = others.filter((bundle) => isLower(version, bundle.version))
  const strange = others.filter((bundle) => bundle.author !== author.name)
  const changed = others.filter((bundle) => bundle.version === version && bundle.sha256 !== sha256)
  return [
    ...(strange.length > 0
      ? [{ code: 'other-author-than-installed' as const, names: named(strange, (it) => it.author ?? '') }]
      : []),
    ...(changed.length > 0 ? [{ code: 'other-content-than-installed' as const }] : []),
    ...(older.length > 0 ? [{ code: 'older-than-installed' as const, names: named(older, (it) => it.version) }] : []),
  ]
}

/** A version in servers.json that was written by hand can be anything. */
function isLower(one: string, other: string): boolean {
  try {
    return lt(one, other) && !gt(one, other)
  } catch {
    return false
  }
}
