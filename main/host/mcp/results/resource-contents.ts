import { defined, isObject, withoutNulls, type JsonObject, type JsonValue } from '../../../../shared/schema/json.ts'
import type { ResourceContent } from '../../../../shared/content/listed.ts'
import { withBytesAsText } from '../../../../shared/content/embedded.ts'
import { hashedText, type HashedText, sha256 } from '../../base/hash.ts'
import { canonicalBase64, sizeOfBase64 } from '../../../../shared/text/base64.ts'
import { clip } from '../../../../shared/text/clip.ts'
import { resultWords as words } from './words.ts'

/**
 * One content of a resource as received, in the specification's types (schema, TextResourceContents and
 * BlobResourceContents); a blob is canonical base64. `ui`: what an app asks for, up to a size (MCP Apps, `_meta.ui`).
 */
export type SoundContent = { uri: string; mimeType?: string; ui?: JsonObject } & ({ text: string } | { blob: string })

/** The readable contents of a resource, and a sentence for each unreadable one. */
export type ReadContents = { contents: SoundContent[]; problems: string[] } & HashedText

/** Identifies exactly these contents: equal ones from another server, or under another URI, have another handle. */
export const handleOf = (server: string, uri: string, { hash }: Pick<HashedText, 'hash'>): string =>
  sha256(JSON.stringify([server, uri, hash]))

const mostContents = 1000
const longestUri = 8192
const mostMetadata = 64 * 1024
/** Of a text, the characters in a preview; of bytes, the most that are shown at all. */
export const previewLimits = { text: 256 * 1024, bytes: 8 * 1024 * 1024 }

/**
 * Reads the result of `resources/read` content by content, so a bad one affects no others. `uri` is the requested one.
 */
export function readContents(result: JsonObject, uri: string): ReadContents {
  const { contents: given } = result
  if (!Array.isArray(given)) return { contents: [], problems: [words.noContents], ...hashedText([]) }
  const contents: SoundContent[] = []
  const problems: string[] = []
  for (const [index, item] of given.slice(0, mostContents).entries()) {
    const read = readContent(item, uri)
    if (typeof read === 'string') problems.push(given.length === 1 ? read : words.content(index + 1, read))
    else contents.push(read)
  }
  if (given.length > mostContents) problems.push(words.contentsLeftOut(given.length - mostContents))
  return { contents, problems, ...hashedText(contents) }
}

/** The contents in an answer; those of a long one were read already. */
export const contentsIn = (answer: { result: JsonObject; contents?: ReadContents }, uri: string): ReadContents =>
  answer.contents ?? readContents(answer.result, uri)

function readContent(item: JsonValue, asked: string): SoundContent | string {
  if (!isObject(item)) return words.resource.notObject
  const { uri, mimeType, text, blob, _meta: meta } = withoutNulls(item)
  const ui = isObject(meta) ? meta['ui'] : undefined
  if (text !== undefined && blob !== undefined) return words.resource.both
  const about = {
    uri: typeof uri === 'string' && uri !== '' ? clip(uri, longestUri) : asked,
    ...(typeof mimeType === 'string' && mimeType !== '' && { mimeType: clip(mimeType, 200) }),
    ...(isObject(ui) && JSON.stringify(ui).length <= mostMetadata && { ui }),
  }
  if (text !== undefined) {
    if (typeof text !== 'string') return words.resource.textNotText
    if (text.includes('\0')) return words.resource.textHasBytes
    return { ...about, text: text.toWellFormed() }
  }
  if (typeof blob !== 'string') return blob === undefined ? words.resource.neither : words.resource.notBase64
  const bytes = canonicalBase64(blob)
  if (bytes === undefined) return words.resource.notBase64
  const { text: read } = withBytesAsText({
    ...defined({ mimeType: about.mimeType }),
    blob: bytes,
  })
  return typeof read === 'string' ? { ...about, text: read } : { ...about, blob: bytes }
}

/** A content as shown to the user. */
export function previewOf({ uri, mimeType, ui: _ui, ...content }: SoundContent): ResourceContent {
  const about = { uri, ...defined({ mimeType }) }
  const bytes = contentBytes(content)
  if ('blob' in content) return { ...about, bytes, blob: bytes > previewLimits.bytes ? undefined : content.blob }
  const isCut = content.text.length > previewLimits.text
  return { ...about, bytes, text: isCut ? clip(content.text, previewLimits.text) : content.text, isCut }
}

/** Bytes of a text in UTF-8, or of decoded base64. */
export const contentBytes = (content: { text: string } | { blob: string }): number =>
  'text' in content ? Buffer.byteLength(content.text) : sizeOfBase64(content.blob)
