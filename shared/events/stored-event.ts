import { isObject, parseJson } from '../schema/json.ts'
import type { HostEvent } from './events.ts'
import { blobsOf } from './table.ts'
import { upcast } from './upcast.ts'

/** A record's content as stored, and the version of its shape. */
export type StoredContent = { version: number; body: string }

/** The event in a record's content; null if it can't be read: a damaged record costs its own place, and nothing else. */
export function storedEvent({ version, body }: StoredContent): HostEvent | null {
  const content = parseJson(body)
  try {
    return isObject(content) ? upcast(version, content) : null
  } catch {
    return null
  }
}

/** The hashes of the values that a record's content refers to, each once. */
export function storedBlobs(content: StoredContent): string[] {
  const event = /"(?:blob|hash)":"/.test(content.body) ? storedEvent(content) : null
  return event ? [...new Set(blobsOf(event))] : []
}
