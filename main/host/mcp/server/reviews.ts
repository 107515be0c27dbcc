import { setImmediate } from 'node:timers/promises'
import type { PinnedItems } from '../../../../shared/events/server-events.ts'
import { mostItems, type Question, type Suspicion } from '../../../../shared/asks/asks.ts'
import { HostError } from '../../../../shared/contract/errors.ts'
import type { HostEvent } from '../../../../shared/events/events.ts'
import {
  isKeptOff,
  partsOfItem,
  quarantineOf,
  toolOfItem,
  type NamedKind,
  type QuarantinedItem,
} from '../../../../shared/state/pins.ts'
import { defined, isObject, ownOf, type JsonObject } from '../../../../shared/schema/json.ts'
import { consentOf } from '../../../../shared/state/consents.ts'
import type { HostState } from '../../../../shared/state/state.ts'
import { displayName } from '../../../../shared/config/server-config.ts'
import type { Answered, AnswerCheck, Inbox } from '../../inbox.ts'
import type { Journal } from '../../journal/journal.ts'
import type { Servers } from './servers.ts'
import { risksOf } from '../catalogue/risks.ts'
import { findSuspicions, namesOf } from '../catalogue/suspicions.ts'
import { serverWords as words } from './words.ts'

type Deps = { journal: Journal; inbox: Inbox; servers: Servers }

/** A question that is open, or about to be: its subject, and how to withdraw it. */
type Open = { about: string; withdraw: AbortController }

/** Events that can change what must be asked about a server. */
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
 * Asks the user about definitions in quarantine: up to one question per running server, about what they haven't
 * blocked; withdrawn and asked again when that changes.
 */
export class Reviews {
  readonly #deps: Deps
  readonly #open = new Map<string, Open>()
  /** By server, the blocked items to ask about again. */
  readonly #again = new Map<string, Set<string>>()

  constructor(deps: Deps) {
    this.#deps = deps
    deps.journal.subscribe(({ event }) => {
      if (relevant.has(event.type) && 'server' in event && event.server !== undefined) this.#look(event.server)
    })
  }

  /** Asks about every quarantined definition of a server. Throws `not-found` if there are none. */
  again(server: string): void {
    const items = this.#quarantine(server)
    const { servers } = this.#deps.journal.state.configured
    if (items.length === 0)
      throw new HostError('not-found', words.nothingToReview(displayName(server, ownOf(servers, server))))
    this.#again.set(server, new Set(items.map(keyOf)))
    this.#look(server)
  }

  /** A running server's definitions that no model sees, and that are loaded. */
  #quarantine(server: string): QuarantinedItem[] {
    const { servers, consents, configured } = this.#deps.journal.state
    const state = ownOf(servers, server)
    if (state?.status.state !== 'ready' || !ownOf(configured.servers, server)) return []
    return quarantineOf(state, consentOf({ consents }, server).pins).filter(
      ({ item, hash }) => this.#definition(server, item)?.hash === hash,
    )
  }

  #definition(server: string, item: string) {
    return this.#deps.servers.get(server)?.running?.catalogue.definition(item)
  }

  #look(server: string): void {
    const { keptOff } = consentOf(this.#deps.journal.state, server)
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

  /** Never rejects: a withdrawn question isn't an error, and any other error is reported. */
  async #ask(server: string, items: QuarantinedItem[], signal: AbortSignal): Promise<void> {
    const { journal, inbox } = this.#deps
    try {
      const question = await this.#questionOf(server, items)
      const answered = await inbox.ask('definitions', question, { signal, check: checkOf(question) })
      this.#open.delete(server)
      for (const it of items) this.#again.get(server)?.delete(keyOf(it))
      // One batch with the question's closing, because there is no await in between.
      journal.append(...decided(question, answered))
    } catch (error) {
      if (signal.aborted) return
      this.#open.delete(server)
      process.emitWarning(error instanceof Error ? error : String(error))
    }
  }

  async #questionOf(server: string, items: QuarantinedItem[]): Promise<Question<'definitions'>> {
    const suspicions = await this.#suspicionsOf(server, items)
    const risks = await this.#risksOf(server, items)
    return {
      server,
      items: items.map(({ item, hash, before }) => ({
        item,
        hash,
        ...defined({ before }),
        ...(before === undefined && expectedOf(this.#deps.journal.state, server, item)),
        suspicions: [...(suspicions.get(item) ?? []), ...(risks.get(item) ?? [])],
      })),
    }
  }

  /** By changed item, why its change is risky. */
  async #risksOf(server: string, items: QuarantinedItem[]): Promise<Map<string, Suspicion[]>> {
    const { state } = this.#deps.journal
    const tools = namesOf(state.servers[server], 'tool')
    const found = new Map<string, Suspicion[]>()
    for (const { item, before } of items) {
      const now = this.#definition(server, item)?.raw
      if (before === undefined || !now) continue
      const name = toolOfItem(item) ?? item
      found.set(item, risksOf({ item, name, before: this.#stored(before), now, tools }))
      await setImmediate()
    }
    return found
  }

  /** A definition that was accepted; empty if it can't be read. */
  #stored(hash: string): JsonObject {
    try {
      const raw = this.#deps.journal.read({ blob: hash, bytes: 0, preview: '' })
      return isObject(raw) ? raw : {}
    } catch {
      return {}
    }
  }

  /** By item. Each kind is examined separately, because names must be unique within one. */
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

function expectedOf(state: HostState, server: string, item: string): { expected: string } | undefined {
  const { items = {} } = consentOf(state, server).passport ?? {}
  const expected = ownOf(items, item)
  return expected === undefined ? undefined : { expected }
}

const kinds: (NamedKind | 'instructions')[] = ['tool', 'prompt', 'template', 'instructions']

const keyOf = ({ item, hash }: QuarantinedItem): string => `${hash} ${item}`

/** An answer can only accept what the question contained. */
const checkOf =
  ({ items }: Question<'definitions'>): AnswerCheck<'definitions'> =>
  (answer) => {
    if (!answer.items.every((name) => items.some(({ item }) => item === name)))
      throw new HostError('bad-input', words.acceptsOther)
    return undefined
  }

/** The effects of an answer: Atrium pins what it accepts and blocks everything else in the question. */
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
