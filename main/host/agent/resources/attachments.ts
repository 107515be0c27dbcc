import {
  largestImage,
  largestText,
  largestTotal,
  longestName,
  mostAttachments,
  widestImage,
  type FilePart,
  type ImagePart,
} from '../../../../shared/content/attachments.ts'
import { refusals } from '../../../../shared/content/words.ts'
import { HostError } from '../../../../shared/contract/errors.ts'
import type { StoredValue } from '../../../../shared/schema/json.ts'
import { canonicalBase64, sizeOfBase64 } from '../../../../shared/text/base64.ts'
import { sha256 } from '../../base/hash.ts'
import { readImage } from '../../llm/request/images.ts'
import { plainText } from '../../llm/request/text.ts'
import type { PickedStore, PickedPart } from './picked.ts'
import { resourceWords as words } from './words.ts'

/** A file from the user: its name, and its bytes in base64. */
export type HandedIn = { name: string; data: string }

/** A message part, and the text stored alongside it. */
export type AttachedPart = { part: ImagePart | FilePart; text: string }

/** A picked item to send; `live`: a resource whose changes Atrium follows. */
export type Handle = { handle: string; live: boolean }

/**
 * The items behind these handles, each once. Throws `not-found` if one is no longer available, and `bad-input` for a
 * `live` one that can't be followed.
 */
export function pickedItems(handles: Handle[], store: Pick<PickedStore, 'get'>): (PickedPart & Handle)[] {
  return [...new Map(handles.map((one) => [one.handle, one])).values()].map((one) => {
    const found = store.get(one.handle)
    if (found && one.live && !found.canFollow) throw new HostError('bad-input', words.notFollowable(found.part.name))
    if (found) return { ...found, ...one }
    throw new HostError('not-found', words.pickAgain)
  })
}

/**
 * Reads files by their bytes, whatever their names; `others` are the message's other parts. Throws `bad-input`, with a
 * sentence, for a file that no message can have.
 */
export function readAttachments(files: HandedIn[], others: PickedPart[]): AttachedPart[] {
  if (files.length + others.length > mostAttachments) refuse(refusals.many)
  const attached = files.map(readAttachment)
  if ([...attached, ...others].reduce((sum, { part }) => sum + part.bytes, 0) > largestTotal) refuse(refusals.total)
  return attached
}

function readAttachment(given: HandedIn): AttachedPart {
  const name = plainText(given.name.replaceAll(/\s+/g, ' '), longestName) || 'A file'
  const data = canonicalBase64(given.data)
  if (data === undefined) refuse(refusals.kind(name))
  const bytes = sizeOfBase64(data)
  if (bytes === 0) refuse(refusals.empty(name))
  const image = readImage(data)
  if (image) {
    if (bytes > largestImage) refuse(refusals.largeImage(name))
    if (image.width > widestImage || image.height > widestImage) refuse(refusals.wideImage(name))
    const { type: mediaType, width, height } = image
    const { kept, text } = keptText(data)
    return { part: { type: 'image', name, mediaType, bytes, width, height, data: kept }, text }
  }
  if (bytes > largestText) refuse(refusals.largeText(name))
  const { kept, text } = keptText(readText(Buffer.from(data, 'base64'), name))
  return { part: { type: 'file', name, bytes, data: kept }, text }
}

function readText(bytes: Buffer, name: string): string {
  if (bytes.includes(0)) refuse(refusals.kind(name))
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return refuse(refusals.kind(name))
  }
}

/** Always stored next to its event, so neither the feed nor a transcript carries it. */
function keptText(value: string): { kept: StoredValue; text: string } {
  const text = JSON.stringify(value)
  return { kept: { blob: sha256(text), bytes: Buffer.byteLength(text), preview: '' }, text }
}

function refuse(sentence: string): never {
  throw new HostError('bad-input', sentence)
}
