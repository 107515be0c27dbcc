import type { FileOutcome } from '../../../../shared/content/extracted.ts'
import { isObject, type JsonValue } from '../../../../shared/schema/json.ts'
import { bytesOfBase64 } from '../../../../shared/text/base64.ts'
import { findFile } from '../../llm/request/file-kinds.ts'
import { readImage } from '../../llm/request/images.ts'
import type { ModelRequest, RequestMessage, UserPart } from '../../llm/llm.ts'
import type { ReadBytes } from './attachments.ts'

/** Max files of one request whose text is read, the newest first. */
const mostRead = 20

/**
 * Reads the files of servers in a request: those in results, prompts and resources. The files of the user were read when
 * they were attached. Rejects with the signal's reason if aborted.
 */
export async function readFilesIn(
  messages: readonly RequestMessage[],
  read: ReadBytes,
  signal: AbortSignal,
): Promise<NonNullable<ModelRequest['readingOf']>> {
  const found = messages.flatMap((message) => (message.role === 'user' ? message.content.flatMap(filesIn) : []))
  const outcomes = new Map<string, FileOutcome>()
  for (const data of [...new Set(found.toReversed())].slice(0, mostRead)) {
    signal.throwIfAborted()
    const bytes = bytesOfBase64(data)
    if (bytes) outcomes.set(data, await read(bytes))
  }
  signal.throwIfAborted()
  return (data) => outcomes.get(data)
}

/** The canonical base64 of each file in a part that isn't an image and wasn't read. */
function filesIn(part: UserPart): string[] {
  if (part.type === 'file') return part.reading ? [] : fileIn(part.data)
  if ((part.type !== 'tool-result' && part.type !== 'shown-result') || typeof part.content === 'string') return []
  return part.content.flatMap((block) => fileIn(dataOf(block)))
}

function dataOf(block: JsonValue): JsonValue | undefined {
  if (!isObject(block)) return undefined
  const { type, data, resource } = block
  if (type === 'audio') return data
  return type === 'resource' && isObject(resource) ? resource['blob'] : undefined
}

function fileIn(data: JsonValue | undefined): string[] {
  const found = typeof data === 'string' && data !== '' && !readImage(data) ? findFile(data) : undefined
  return found ? [found.data] : []
}
