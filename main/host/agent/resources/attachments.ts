import {
  largestDocument,
  largestImage,
  largestText,
  largestTotal,
  longestName,
  mostAttachments,
  widestImage,
  type AttachedPart,
} from '../../../../shared/content/attachments.ts'
import {
  type ExtractedPage,
  type ExtractedText,
  type FileFacts,
  type FileOutcome,
  mediaTypeOf,
} from '../../../../shared/content/extracted.ts'
import { isFolder } from '../../../../shared/content/listed.ts'
import { isPlainFile } from '../../../../shared/content/text-signs.ts'
import { refusals, unreadFile } from '../../../../shared/content/words.ts'
import { HostError } from '../../../../shared/contract/errors.ts'
import { defined, type StoredValue } from '../../../../shared/schema/json.ts'
import { canonicalBase64 } from '../../../../shared/text/base64.ts'
import { sha256 } from '../../base/hash.ts'
import { readImage } from '../../llm/request/images.ts'
import { plainText } from '../../llm/request/text.ts'
import type { PickedStore, PickedPart } from './picked.ts'
import { resourceWords as words } from './words.ts'

/** A file from the user: its name, and its bytes in base64. */
export type HandedIn = { name: string; data: string }

/** A message part, and the texts stored alongside it. */
export type StoredPart = { part: AttachedPart; texts: string[] }

/** Reads a file that others made. */
export type ReadBytes = (bytes: Uint8Array) => Promise<FileOutcome>

/** A picked item to send; `live`: a resource whose changes Atrium follows. */
export type Handle = { handle: string; live: boolean }

/**
 * The items behind these handles, each once. Throws `not-found` if one is no longer available, and `bad-input` for a
 * folder, or a `live` one that can't be followed.
 */
export function pickedItems(handles: Handle[], store: Pick<PickedStore, 'get'>): (PickedPart & Handle)[] {
  return [...new Map(handles.map((one) => [one.handle, one])).values()].map((one) => {
    const found = store.get(one.handle)
    if (found?.part.type === 'resource' && isFolder(found.part))
      throw new HostError('bad-input', words.folder(found.part.name))
    if (found && one.live && !found.canFollow) throw new HostError('bad-input', words.notFollowable(found.part.name))
    if (found) return { ...found, ...one }
    throw new HostError('not-found', words.pickAgain)
  })
}

/**
 * Reads files by their bytes, whatever their names; `others` are the message's other parts. Rejects with `bad-input`, with
 * a sentence, for a file that no message can have.
 */
export async function readAttachments(files: HandedIn[], others: PickedPart[], read: ReadBytes): Promise<StoredPart[]> {
  if (files.length + others.length > mostAttachments) refuse(refusals.many)
  const attached = await Promise.all(files.map((file) => readAttachment(file, read)))
  if ([...attached, ...others].reduce((sum, { part }) => sum + part.bytes, 0) > largestTotal) refuse(refusals.total)
  return attached
}

/** A file as its chip shows it before it is sent. */
export async function readingFacts(given: HandedIn, read: ReadBytes): Promise<FileFacts> {
  const { name, bytes } = opened(given)
  const outcome = await read(bytes)
  if (outcome.outcome === 'refused')
    return { outcome: 'refused', kind: outcome.kind, refusal: unreadFile[outcome.because](name) }
  if (outcome.outcome === 'audio') return outcome
  const { kind, pages, warns, cut } = outcome
  return { outcome: outcome.outcome, kind, pages: pages.length, hidden: hiddenIn(pages), warns, ...defined({ cut }) }
}

const hiddenIn = (pages: ExtractedPage[]): number => pages.reduce((sum, { hidden = '' }) => sum + hidden.length, 0)

function opened(given: HandedIn): { name: string; data: string; bytes: Buffer } {
  // Names can be as long as a path and hide their end: they are shown, and used for nothing.
  const name = plainText(given.name.replaceAll(/\s+/g, ' '), longestName) || 'A file'
  const data = canonicalBase64(given.data)
  if (data === undefined) refuse(unreadFile.kind(name))
  if (data === '') refuse(refusals.empty(name))
  return { name, data, bytes: Buffer.from(data, 'base64') }
}

async function readAttachment(given: HandedIn, read: ReadBytes): Promise<StoredPart> {
  const { name, data, bytes: content } = opened(given)
  const bytes = content.length
  const image = readImage(data)
  if (image) {
    if (bytes > largestImage) refuse(refusals.largeImage(name))
    if (image.width > widestImage || image.height > widestImage) refuse(refusals.wideImage(name))
    const { type: mediaType, width, height } = image
    const { kept, text } = keptJson(data)
    return { part: { type: 'image', name, mediaType, bytes, width, height, data: kept }, texts: [text] }
  }
  const plain = plainTextIn(content, name)
  if (plain !== undefined) {
    if (bytes > largestText) refuse(refusals.largeText(name))
    const { kept, text } = keptJson(plain)
    return { part: { type: 'file', name, bytes, data: kept }, texts: [text] }
  }
  if (bytes > largestDocument) refuse(refusals.largeFile(name))
  return documentOf({ name, data, bytes }, await read(content))
}

function documentOf(
  { name, data, bytes }: { name: string; data: string; bytes: number },
  read: FileOutcome,
): StoredPart {
  if (read.outcome === 'refused') refuse(unreadFile[read.because](name))
  const whole = keptJson(data)
  const { kind } = read
  const about = { name, kind, mediaType: mediaTypeOf[kind], bytes, data: whole.kept }
  if (read.outcome === 'audio')
    return { part: { ...about, type: 'audio', kind: read.kind, seconds: read.seconds }, texts: [whole.text] }
  const { pages, cut, warns } = read
  const extracted: ExtractedText = { pages, ...defined({ cut }) }
  const { kept, text } = keptJson(extracted)
  const hidden = hiddenIn(pages)
  return {
    part: {
      ...about,
      type: 'document',
      ...(read.outcome === 'no-text' && { hasText: false }),
      pages: pages.length,
      ...(hidden > 0 && { hidden }),
      ...(warns.length > 0 && { warns }),
      ...defined({ cut }),
      text: kept,
    },
    texts: [whole.text, text],
  }
}

/** A file's text, if that is all there is to it. */
function plainTextIn(bytes: Buffer, name: string): string | undefined {
  if (bytes.includes(0)) return undefined
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes)
    return isPlainFile(text, name) ? text : undefined
  } catch {
    return undefined
  }
}

/** Always stored next to its event, so neither the feed nor a transcript carries it. */
function keptJson(value: unknown): { kept: StoredValue; text: string } {
  const text = JSON.stringify(value)
  return { kept: { blob: sha256(text), bytes: Buffer.byteLength(text), preview: '' }, text }
}

function refuse(sentence: string): never {
  throw new HostError('bad-input', sentence)
}
