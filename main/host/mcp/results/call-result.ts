import { isObject, withoutNulls, type JsonObject, type JsonValue } from '../../../../shared/schema/json.ts'
import { sha256 } from '../../base/hash.ts'
import type { FoundSecrets, Redaction } from '../../secrets/redaction.ts'
import { head } from '../../../../shared/text/clip.ts'
import { resultWords as words } from './words.ts'

/** A result too long for the host's own thread: its JSON text, and what the host needs to know about it. */
export type StoredResult = {
  /** SHA-256 of the bytes. */
  hash: string
  bytes: Uint8Array<ArrayBuffer>
  /** The text's first characters. */
  preview: string
  /** Its problems, in Atrium's sentences. */
  notes: string[]
  hasStructured: boolean
}

/** A call's result. With `stored`, `result` is a placeholder for the stored one. */
export type CallValue = { result: JsonObject; stored?: StoredResult | undefined }

const previewLength = 2000
/** Characters of its first text in a stand-in: enough for an error message. */
const standInText = 1000

/** The result with its two required members in their right type, and a note for each that wasn't. */
export function readResult(raw: JsonObject): { result: JsonObject; notes: string[] } {
  const notes: string[] = []
  const { content, isError, _meta, resultType: _, ...rest } = withoutNulls(raw)
  if (!Array.isArray(content) && (content !== undefined || rest['structuredContent'] === undefined))
    notes.push(words.noContent)
  if (isError !== undefined && typeof isError !== 'boolean') notes.push(words.unclearError)
  const meta = withoutServerInfo(_meta)
  return {
    result: {
      ...rest,
      content: Array.isArray(content) ? content : [],
      ...(isError === true ? { isError } : {}),
      ...(meta === undefined ? {} : { _meta: meta }),
    },
    notes,
  }
}

/** Prepares a final result for storage, redacted, with a small stand-in. */
export function stow(
  raw: JsonObject,
  redaction: Redaction,
  found: FoundSecrets,
): { result: JsonObject; digest: { stored: StoredResult } } {
  const clean = redaction.json(raw, found)
  const { result, notes } = readResult(isObject(clean) ? clean : {})
  const text = JSON.stringify(result)
  const bytes = new Uint8Array(new TextEncoder().encode(text))
  const hasStructured = result['structuredContent'] !== undefined
  const first = firstText(result)
  return {
    result: {
      content: first === undefined ? [] : [{ type: 'text', text: head(first, standInText) }],
      ...(result['isError'] === true ? { isError: true } : {}),
    },
    digest: { stored: { hash: sha256(bytes), bytes, preview: head(text, previewLength), notes, hasStructured } },
  }
}

/** A result's first words, or else its data; undefined if it has neither. */
export function firstText({ content, structuredContent }: JsonObject): string | undefined {
  const blocks = Array.isArray(content) ? content : []
  for (const block of blocks) {
    const text = isObject(block) && block['type'] === 'text' ? block['text'] : undefined
    if (typeof text === 'string' && text.trim() !== '') return text
  }
  return (structuredContent ?? undefined) === undefined ? undefined : JSON.stringify(structuredContent)
}

/** Modern servers repeat their identity in every result. */
function withoutServerInfo(meta: JsonValue | undefined): JsonObject | undefined {
  if (!isObject(meta)) return undefined
  const { 'io.modelcontextprotocol/serverInfo': _, ...rest } = meta
  return Object.keys(rest).length > 0 ? rest : undefined
}
