import { defined, isObject, type JsonObject, type JsonValue } from '../schema/json.ts'
import { bytesOfBase64, canonicalBase64 } from '../text/base64.ts'

/** Part of every runtime of Atrium. */
declare const TextDecoder: new (
  label: 'utf-8',
  options: { fatal: true; ignoreBOM: true },
) => { decode(bytes: Uint8Array): string }

/** Types outside `text/` whose bytes are text. */
const textTypes =
  /^(?:text\/.*|application\/(?:json|xml|javascript|ecmascript|typescript|yaml|x-yaml|toml|sql|graphql|x-sh|x-ndjson|jsonl|x-httpd-php)|.*\+(?:json|xml|yaml))$/

/**
 * A resource's content with its bytes as text, if they are text: UTF-8 of a text type, or without a type but readable.
 * Anything else is returned unchanged.
 */
export function withBytesAsText(resource: JsonObject): JsonObject {
  const { blob, text, mimeType, ...rest } = resource
  if (typeof blob !== 'string' || typeof text === 'string') return resource
  const type = typeof mimeType === 'string' ? (mimeType.split(';', 1)[0] ?? '').trim().toLowerCase() : ''
  if (type !== '' && !textTypes.test(type)) return resource
  const canonical = canonicalBase64(blob)
  if (canonical === undefined || (type === '' && !looksLikeText(canonical))) return resource
  const read = textOfBytes(bytesOfBase64(canonical))
  if (read === undefined || (type === '' && unreadable.test(read))) return resource
  return { ...rest, ...defined({ mimeType }), text: read }
}

/** Control characters that no text has. */
const unreadable = /[\p{Cc}--[\t\n\f\r]]/v

/** Whether the first bytes may be text: most others show at once, without reading all of them. */
function looksLikeText(canonical: string): boolean {
  const first = bytesOfBase64(canonical.slice(0, 1024)) ?? []
  return first.length > 0 && first.every((byte) => byte >= 0x20 || [0x09, 0x0a, 0x0c, 0x0d].includes(byte))
}

/** A content block whose embedded resource has text instead of bytes, if these are text. */
export function readable(block: JsonValue): JsonValue {
  if (!isObject(block) || block['type'] !== 'resource' || !isObject(block['resource'])) return block
  const resource = withBytesAsText(block['resource'])
  return resource === block['resource'] ? block : { ...block, resource }
}

function textOfBytes(bytes: Uint8Array | undefined): string | undefined {
  if (!bytes || bytes.includes(0)) return undefined
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch {
    return undefined
  }
}
