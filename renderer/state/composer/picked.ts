import { useSyncExternalStore } from 'react'
import { z } from 'zod'
import { mostAttachments, type PromptPart, type ResourcePart } from '../../../shared/content/attachments.ts'
import { refusals } from '../../../shared/content/words.ts'
import type { PromptMessage, ResourceContent } from '../../../shared/content/listed.ts'
import { isObject } from '../../../shared/schema/json.ts'
import { storedList, persisted } from '../persisted.ts'
import { createSignal } from '../store.ts'
import { composerKey } from './attachments.ts'

/** A resource as read, to go with the draft. `handle` identifies exactly `contents`. */
export type PickedResource = {
  type: 'resource'
  handle: string
  server: string
  uri: string
  name: string
  mimeType?: string | undefined
  bytes: number
  contents: ResourceContent[]
  canFollow: boolean
  /** Atrium follows its changes once it's sent. */
  live: boolean
  /** Atrium fetched it from its address. */
  fetched?: true | undefined
}

/** A prompt as its server filled it in with these arguments. `handle` identifies exactly `messages`. */
export type PickedPrompt = {
  type: 'prompt'
  handle: string
  server: string
  name: string
  title?: string | undefined
  arguments: Record<string, string>
  bytes: number
  messages: PromptMessage[]
}

/** Content that goes with the next message, from a server. */
export type PickedThing = PickedResource | PickedPrompt

/** `gone`: the host no longer has it, so it must be picked again before it can be sent. */
export type Picked = PickedThing & { id: number; gone?: boolean }

const nothing: Picked[] = []
const nothingLost: string[] = []

/** Unsent prompts and resources by composer. They survive a reload of this tab unless they're large. */
class PickedThings {
  readonly #known = new Map<string, Picked[]>()
  /** The items sent with a composer's last message, in case that message is taken back. */
  readonly #sent = new Map<string, Picked[]>()
  readonly #lost = new Map<string, string[]>()
  readonly #changed = createSignal()
  readonly subscribe = this.#changed.subscribe
  #lastId = 0

  get(place: string): Picked[] {
    const known = this.#known.get(place)
    if (known) return known
    const stored = readPicked(globalThis.sessionStorage, place).map((one) => ({ ...one, id: ++this.#lastId }))
    const found = stored.length === 0 ? nothing : stored
    this.#known.set(place, found)
    return found
  }

  /** The names of the items that didn't return with a message that was taken back. */
  lost(place: string): string[] {
    return this.#lost.get(place) ?? nothingLost
  }

  /** Adds one, replacing an older version; says why if there is no room. */
  add(place: string, one: PickedThing): string | undefined {
    const others = this.get(place).filter((other) => !isSame(other, one))
    if (others.length >= mostAttachments) return refusals.many
    this.#set(place, [...others, { ...one, id: ++this.#lastId }])
    return undefined
  }

  change(place: string, id: number, change: Partial<Pick<PickedResource, 'live'>>): void {
    this.#set(
      place,
      this.get(place).map((one) => (one.id === id && one.type === 'resource' ? { ...one, ...change } : one)),
    )
  }

  /** Marks the items with these handles as no longer sendable. */
  markGone(place: string, handles: string[]): void {
    this.#set(
      place,
      this.get(place).map((one) => (handles.includes(one.handle) ? { ...one, gone: true } : one)),
    )
  }

  /** Removes these. */
  remove(place: string, these: Pick<Picked, 'id'>[]): void {
    const ids = new Set(these.map(({ id }) => id))
    this.#set(
      place,
      this.get(place).filter(({ id }) => !ids.has(id)),
    )
  }

  /** Removes the sent items; later picks stay. */
  sent(place: string, these: Picked[]): void {
    this.#sent.set(place, these)
    this.#lost.delete(place)
    this.remove(place, these)
  }

  /**
   * Restores what a message taken out of the queue contained, if this window sent it and still knows it after a reload;
   * the rest is reported as lost.
   */
  takeBack(place: string, parts: SentPart[]): void {
    const mine = this.#sent.get(place) ?? []
    const lost = parts.filter((part) => !mine.some((one) => isSame(one, part)))
    this.#lost.set(
      place,
      lost.map(({ name }) => name),
    )
    for (const one of mine) if (parts.some((part) => isSame(one, part))) this.add(place, one)
    this.#changed.tell()
  }

  #set(place: string, now: Picked[]): void {
    this.#known.set(place, now.length === 0 ? nothing : now)
    writePicked(globalThis.sessionStorage, place, now)
    this.#changed.tell()
  }
}

type SentPart =
  | Pick<ResourcePart, 'type' | 'server' | 'uri' | 'name'>
  | Pick<PromptPart, 'type' | 'server' | 'name' | 'arguments'>

/** Whether both are the same resource, or the same prompt with equal arguments: a message contains each once. */
function isSame(one: SentPart, other: SentPart): boolean {
  if (one.server !== other.server) return false
  if (one.type === 'resource') return other.type === 'resource' && one.uri === other.uri
  if (other.type !== 'prompt' || one.name !== other.name) return false
  const names = Object.keys(one.arguments)
  return (
    names.length === Object.keys(other.arguments).length &&
    names.every((name) => one.arguments[name] === other.arguments[name])
  )
}

/** This window's picked content, by composer. */
export const picked = new PickedThings()

/** The picked content in a conversation's composer or, without a conversation, in a new one's. */
export const usePicked = (conversation: string | undefined): Picked[] =>
  useSyncExternalStore(picked.subscribe, () => picked.get(composerKey(conversation)))

/** The items that didn't return with the message last taken back here. */
export const useLost = (conversation: string | undefined): string[] =>
  useSyncExternalStore(picked.subscribe, () => picked.lost(composerKey(conversation)))

type PickedStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>

/** Max characters of a composer's content kept across a reload. */
const longestStored = 500_000

const messageShape = z.custom<PromptMessage>(
  (value) =>
    isObject(value) && (value['role'] === 'user' || value['role'] === 'assistant') && isObject(value['content']),
)

const contentShape = z.custom<ResourceContent>(
  (value) =>
    isObject(value) &&
    typeof value['uri'] === 'string' &&
    typeof value['bytes'] === 'number' &&
    (typeof value['text'] === 'string' || typeof value['blob'] === 'string' || !('text' in value)),
)

const ofServer = { handle: z.string(), server: z.string(), name: z.string(), bytes: z.number().catch(0) }
const text = z.string().optional().catch(undefined)
const flag = z.boolean().catch(false)
const texts = z
  .record(z.string(), z.unknown())
  .catch({})
  .transform((values) =>
    Object.fromEntries(Object.entries(values).flatMap(([name, it]) => (typeof it === 'string' ? [[name, it]] : []))),
  )

const thingsShape: z.ZodType<PickedThing[]> = storedList(
  z.discriminatedUnion('type', [
    z.object({
      type: z.literal('prompt'),
      ...ofServer,
      title: text,
      arguments: texts,
      messages: storedList(messageShape).catch([]),
    }),
    z.object({
      type: z.literal('resource'),
      ...ofServer,
      uri: z.string(),
      mimeType: text,
      contents: storedList(contentShape).catch([]),
      canFollow: flag,
      live: flag,
      fetched: z.literal(true).optional().catch(undefined),
    }),
  ]),
)

const storedIn = (storage: PickedStorage | undefined, place: string) =>
  persisted(storage, `atrium.picked.${place}`, thingsShape)

/** Stores what was picked in a composer; anything too large lasts only until the tab reloads. */
export function writePicked(storage: PickedStorage | undefined, place: string, things: PickedThing[]): void {
  const isKept = things.length > 0 && JSON.stringify(things).length <= longestStored
  storedIn(storage, place).write(isKept ? things : undefined)
}

/** The picks stored for a composer; leaves out values of another shape. */
export const readPicked = (storage: PickedStorage | undefined, place: string): PickedThing[] =>
  storedIn(storage, place).read() ?? []
