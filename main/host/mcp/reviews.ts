import { mostItems, type Question, type Suspicion } from '../../../shared/asks/asks.ts'
import { HostError } from '../../../shared/contract/errors.ts'
import type { HostEvent } from '../../../shared/events/events.ts'
import {
  isKeptOff,
  partsOfItem,
  quarantineOf,
  type NamedKind,
  type PinnedItems,
  type QuarantinedItem,
} from '../../../shared/state/pins.ts'
import { displayName } from '../../../shared/config/server-config.ts'
import type { Answered, Check, Inbox } from '../inbox.ts'
import type { Journal } from '../journal/journal.ts'
import type { Servers } from './servers.ts'
import { findSuspicions, namesOf } from './catalogue/suspicions.ts'

type Deps = { journal: Journal; inbox: Inbox; servers: Servers }

/** A question that is open, or about to be: what it is about, and how it is withdrawn. */
type Open = { about: string; withdraw: AbortController }

/** What may change what has to be asked about a server. */
const relevant: ReadonlySet<HostEvent['type']> = new Set([
  'server.changed',
  'catalogue.changed',
  'prompts.changed',
  'templates.changed',
  'instructions.changed',
  'definitions.pinned',
  'definitions.kept-off',
] satisfies HostEvent['type'][])

/**
 * Asks a person about what is in quarantine: of each server that runs, one question at most, about what she has not
 * kept off, withdrawn and asked anew when that becomes something else.
 */
export class Reviews {
  readonly #deps: Deps
  readonly #open = new Map<string, Open>()
  /** By server, what is to be asked again although it was kept off. */
  readonly #again = new Map<string, Set<string>>()

  constructor(deps: Deps) {
    this.#deps = deps
    deps.journal.subscribe(({ event }) => {
      if (relevant.has(event.type) && 'server' in event && event.server !== undefined) this.#look(event.server)
    })
  }

  /** Asks about everything of a server that is in quarantine. Throws `not-found` where nothing is. */
  again(server: string): void {
    const items = this.#quarantine(server)
    const { servers } = this.#deps.journal.state.configured
    if (items.length === 0)
      throw new HostError('not-found', `Nothing of ${displayName(server, servers[server])} waits for a review.`)
    this.#again.set(server, new Set(items.map(keyOf)))
    this.#look(server)
  }

  /** What of a server that runs no model is shown, and is at hand. */
  #quarantine(server: string): QuarantinedItem[] {
    const { servers, pins, configured } = this.#deps.journal.state
    const { [server]: state } = servers
    if (state?.status.state !== 'ready' || !Object.hasOwn(configured.servers, server)) return []
    return quarantineOf(state, pins[server]).filter(({ item, hash }) => this.#definition(server, item)?.hash === hash)
  }

  #definition(server: string, item: string) {
    return this.#deps.servers.get(server)?.catalogue?.definition(item)
  }

  #look(server: string): void {
    const { [server]: keptOff } = this.#deps.journal.state.keptOff
    const quarantine = this.#quarantine(server)
    if (quarantine.length === 0) this.#again.delete(server)
    const again = this.#again.get(server)
    const items = quarantine
      .filter((it) => again?.has(keyOf(it)) === true || !isKeptOff(keptOff, it.item, it.hash))
      .slice(0, mostItems)
    const about = JSON.stringify(items)
    const open = this.#open.get(server)
    if (open?.about === about) return
    open?.withdraw.abort()
    this.#open.delete(server)
    if (items.length === 0) return
    const withdraw = new AbortController()
    this.#open.set(server, { about, withdraw })
    void this.#ask(server, items, withdraw.signal)
  }

  /** Never rejects: a withdrawn question is no fault, and any other is reported. */
  async #ask(server: string, items: QuarantinedItem[], signal: AbortSignal): Promise<void> {
    const { journal, inbox } = this.#deps
    try {
      const question = await this.#questionOf(server, items)
      const answered = await inbox.ask('definitions', question, { signal, check: checkOf(question) })
      this.#open.delete(server)
      for (const it of items) this.#again.get(server)?.delete(keyOf(it))
      // One batch with the closing of the question, because nothing is awaited in between.
      journal.append(...decided(question, answered))
    } catch (error) {
      if (signal.aborted) return
      this.#open.delete(server)
      process.emitWarning(error instanceof Error ? error : String(error))
    }
  }

  async #questionOf(server: string, items: QuarantinedItem[]): Promise<Question<'definitions'>> {
    const suspicions = await this.#suspicionsOf(server, items)
    return {
      server,
      items: items.map(({ item, hash, before }) => ({
        item,
        hash,
        ...(before !== undefined && { before }),
        suspicions: suspicions.get(item) ?? [],
      })),
    }
  }

  /** By item. Each kind is looked at by itself, because names are told apart within one. */
  async #suspicionsOf(server: string, items: QuarantinedItem[]): Promise<Map<string, Suspicion[]>> {
    const { state } = this.#deps.journal
    const found = new Map<string, Suspicion[]>()
    for (const kind of kinds) {
      const named = items.flatMap(({ item }) => {
        const parts = partsOfItem(item)
        const definition = this.#definition(server, item)
        if (parts?.kind !== kind || !definition) return []
        return [{ item, raw: definition.raw, entry: { name: 'name' in parts ? parts.name : item } }]
      })
      const all = namesOf(state.servers[server], kind)
      const suspicions = await findSuspicions(named, { server, all, state, kind })
      for (const { item, entry } of named) found.set(item, suspicions.get(entry.name) ?? [])
    }
    return found
  }
}

const kinds: (NamedKind | 'instructions')[] = ['tool', 'prompt', 'template', 'instructions']

const keyOf = ({ item, hash }: QuarantinedItem): string => `${hash} ${item}`

/** An answer can only accept what was asked about. */
const checkOf =
  ({ items }: Question<'definitions'>): Check<'definitions'> =>
  (answer) => {
    if (!answer.items.every((name) => items.some(({ item }) => item === name)))
      throw new HostError('bad-input', 'The answer accepts something that was not asked about.')
    return undefined
  }

/** What follows from an answer: what it accepts is pinned, everything else that was asked about is kept off. */
function decided({ server, items }: Question<'definitions'>, { answer, actor }: Answered<'definitions'>): HostEvent[] {
  const accepted = new Set(answer.items)
  const isAccepted = ({ item }: { item: string }): boolean => accepted.has(item)
  const pinned = hashes(items.filter(isAccepted))
  const keptOff = hashes(items.filter((it) => !isAccepted(it)))
  return [
    ...(accepted.size > 0 ? [{ type: 'definitions.pinned', server, items: pinned, actor } as const] : []),
    ...(accepted.size < items.length ? [{ type: 'definitions.kept-off', server, items: keptOff, actor } as const] : []),
  ]
}

const hashes = (items: { item: string; hash: string }[]): PinnedItems =>
  Object.fromEntries(items.map(({ item, hash }) => [item, hash]))
