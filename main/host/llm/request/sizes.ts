import type { RequestMessage } from '../llm.ts'

const sizes = new WeakMap<object, number>()

/** A value's bytes as JSON without images, audio and files, which have their own limit. Measured once: it never changes. */
export function bytesOnce(value: object): number {
  const known = sizes.get(value)
  if (known !== undefined) return known
  const bytes = textBytes(value)
  sizes.set(value, bytes)
  return bytes
}

/** The bytes of messages, each measured once. */
export const bytesOfMessages = (messages: readonly RequestMessage[]): number =>
  messages.reduce((sum, message) => sum + bytesOnce(message), 0)

const textBytes = (value: object): number =>
  Buffer.byteLength(JSON.stringify(value, (_key, it: unknown) => (isMedia(it) ? null : it)))

const isMediaType = (type: unknown): boolean => type === 'image' || type === 'audio' || type === 'file'

const isMedia = (it: unknown): boolean =>
  typeof it === 'object' &&
  it !== null &&
  (('type' in it && isMediaType(it.type) && 'data' in it) || ('uri' in it && 'blob' in it))
