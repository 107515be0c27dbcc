import { useSyncExternalStore } from 'react'
import {
  attachmentsOf,
  largestText,
  largestTotal,
  mostAttachments,
  type AudioPart,
  type DocumentPart,
  type PersonMessage,
} from '../../../shared/content/attachments.ts'
import { refusals } from '../../../shared/content/words.ts'
import type { HostLink } from '../../../shared/contract/commands.ts'
import { composer } from '../../strings/composer.ts'
import { createSignal } from '../store.ts'
import { readFile, toBase64, type AskReading, type Attachment, type FileLike } from './attachments-read.ts'

const words = composer.attachments

/** An attachment in a composer. `id` is unique in this window. */
export type HeldAttachment = Attachment & { id: number }

/** `reading` counts files still loading; `refused` says why the last ones were refused. */
export type Attachments = { held: HeldAttachment[]; reading: number; refused: string[] }

const nothing: Attachments = { held: [], reading: 0, refused: [] }

/**
 * Unsent attachments by conversation, for this window's lifetime: their bytes aren't written anywhere before sending.
 */
export class AttachmentStore {
  readonly #known = new Map<string, Attachments>()
  readonly #changed = createSignal()
  readonly subscribe = this.#changed.subscribe
  #lastId = 0

  get(id: string): Attachments {
    return this.#known.get(id) ?? nothing
  }

  /** Reads files and adds those that a message can have. */
  async add(id: string, files: FileLike[], ask: AskReading): Promise<void> {
    if (files.length === 0) return
    this.#change(id, (now) => ({ ...now, reading: now.reading + 1, refused: [] }))
    const room = mostAttachments - this.get(id).held.length
    const read = await Promise.all(files.slice(0, room).map((file) => readFile(file, ask)))
    const refused = [
      ...read.flatMap((one) => ('refused' in one ? [one.refused] : [])),
      ...(files.length > room ? [refusals.many] : []),
    ]
    this.#change(id, (now) => ({ ...now, reading: now.reading - 1, refused: [...now.refused, ...refused] }))
    this.take(
      id,
      read.flatMap((one) => ('refused' in one ? [] : [one])),
    )
  }

  /** Adds a long pasted text as a file. */
  addPasted(id: string, text: string): void {
    const bytes = new TextEncoder().encode(text)
    const name = words.pasted(linesOf(text))
    this.take(id, [{ name, bytes: bytes.length, data: toBase64(bytes), isPasted: true }])
  }

  /** Adds what was read, as far as it fits in one message. */
  take(id: string, attachments: Attachment[]): void {
    this.#change(id, (now) => {
      const held = [...now.held]
      const refused = [...now.refused]
      for (const one of attachments) {
        const total = held.reduce((sum, { bytes }) => sum + bytes, one.bytes)
        if (held.length < mostAttachments && total <= largestTotal) held.push({ ...one, id: ++this.#lastId })
        else refused.push(total > largestTotal ? `${words.notAttached(one.name)} ${refusals.total}` : refusals.many)
      }
      return { ...now, held, refused: [...new Set(refused)] }
    })
  }

  remove(id: string, attachment: number): void {
    this.#change(id, (now) => ({ ...now, held: now.held.filter((one) => one.id !== attachment), refused: [] }))
  }

  /** Removes what was sent; later attachments stay. */
  sent(id: string, these: HeldAttachment[]): void {
    const ids = new Set(these.map((one) => one.id))
    this.#change(id, (now) => ({ ...now, held: now.held.filter((one) => !ids.has(one.id)), refused: [] }))
  }

  #change(id: string, edit: (now: Attachments) => Attachments): void {
    const after = edit(this.get(id))
    if (after.held.length === 0 && after.refused.length === 0 && after.reading === 0) this.#known.delete(id)
    else this.#known.set(id, after)
    this.#changed.tell()
  }
}

/** From this size on, a pasted text becomes a file. */
const longText = { characters: 4000, lines: 60 }

const linesOf = (text: string): number => text.split('\n').length

/** Whether a pasted text is better read as a file, and can be one. */
export const isBetterAsFile = (text: string): boolean =>
  (text.length > longText.characters || linesOf(text) > longText.lines) &&
  new TextEncoder().encode(text).length <= largestText &&
  !text.includes('\0')

/** This window's attachments, by composer. */
export const attached = new AttachmentStore()

/** A composer's key for its attachments. */
export const composerKey = (conversation: string | undefined): string => conversation ?? 'new'

/** The attachments in a conversation's composer or, without a conversation, in a new one's. */
export const useAttachments = (conversation: string | undefined): Attachments =>
  useSyncExternalStore(attached.subscribe, () => attached.get(composerKey(conversation)))

/** Max characters of a stored value that a window reads. */
const readLimit = 16_777_216

/** The facts of a file that was sent. */
export function partFacts(part: DocumentPart | AudioPart): NonNullable<Attachment['facts']> {
  if (part.type === 'audio') return { outcome: 'audio', kind: part.kind, seconds: part.seconds }
  const { kind, pages, hasText = true, hidden = 0, warns = [], cut } = part
  return { outcome: hasText ? 'text' : 'no-text', kind, pages, hidden, warns, ...(cut && { cut }) }
}

/** Reads back the attachments of a message taken out of the queue. */
export const readBack = (link: Pick<HostLink, 'call'>, message: PersonMessage): Promise<Attachment[]> =>
  Promise.all(
    attachmentsOf(message).map(async (part): Promise<Attachment> => {
      const { name, bytes, data: kept } = part
      const json =
        'blob' in kept ? (await link.call('readBlob', { hash: kept.blob, limit: readLimit })).text : undefined
      const value = String(json === undefined ? 'json' in kept && kept.json : JSON.parse(json))
      if (part.type === 'image') return { name, bytes, image: part.mediaType, data: value }
      if (part.type === 'document' || part.type === 'audio') return { name, bytes, data: value, facts: partFacts(part) }
      return { name, bytes, data: toBase64(new TextEncoder().encode(value)) }
    }),
  )
