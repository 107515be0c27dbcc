import { useSyncExternalStore } from 'react'
import { mostAttachments, refusals, type ResourcePart } from '../../shared/attachments.ts'
import type { ResourceContent } from '../../shared/listed.ts'
import { placeOf } from './attachments.ts'

/** A resource as it was read, to go with the message that is being written. `handle` stands for exactly `contents`. */
export type PickedResource = {
  type: 'resource'
  handle: string
  server: string
  uri: string
  name: string
  mimeType: string | undefined
  bytes: number
  contents: ResourceContent[]
  canFollow: boolean
  /** Its changes are followed once it was sent. */
  live: boolean
}

export type Picked = PickedResource & { id: number }

const nothing: Picked[] = []

/** What was picked of servers and waits to be sent, by composer, for as long as this window lives. */
class PickedThings {
  readonly #known = new Map<string, Picked[]>()
  /** What the last message of a composer took along, in case that message is taken back. */
  readonly #sent = new Map<string, Picked[]>()
  readonly #listeners = new Set<() => void>()
  #lastId = 0

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  get(place: string): Picked[] {
    return this.#known.get(place) ?? nothing
  }

  /** Adds one, in the place of an older version of the same; says why where there is no room. */
  add(place: string, one: PickedResource): string | undefined {
    const others = this.get(place).filter(({ server, uri }) => server !== one.server || uri !== one.uri)
    if (others.length >= mostAttachments) return refusals.many
    this.#set(place, [...others, { ...one, id: ++this.#lastId }])
    return undefined
  }

  change(place: string, id: number, change: Partial<Pick<PickedResource, 'live'>>): void {
    this.#set(
      place,
      this.get(place).map((one) => (one.id === id ? { ...one, ...change } : one)),
    )
  }

  /** Takes these away. */
  remove(place: string, these: Pick<Picked, 'id'>[]): void {
    const ids = new Set(these.map(({ id }) => id))
    this.#set(
      place,
      this.get(place).filter(({ id }) => !ids.has(id)),
    )
  }

  /** These were sent; what was picked meanwhile stays. */
  sent(place: string, these: Picked[]): void {
    this.#sent.set(place, these)
    this.remove(place, these)
  }

  /** Brings back what a message that was taken out of the queue had brought, as far as this window sent it. */
  takeBack(place: string, parts: Pick<ResourcePart, 'server' | 'uri'>[]): void {
    for (const one of this.#sent.get(place) ?? [])
      if (parts.some(({ server, uri }) => server === one.server && uri === one.uri)) this.add(place, one)
  }

  #set(place: string, now: Picked[]): void {
    if (now.length === 0) this.#known.delete(place)
    else this.#known.set(place, now)
    for (const listener of this.#listeners) listener()
  }
}

export const picked = new PickedThings()

export const usePicked = (conversation: string | undefined): Picked[] =>
  useSyncExternalStore(picked.subscribe, () => picked.get(placeOf(conversation)))
