import { longestName } from '../../../../shared/content/attachments.ts'
import type { FileOutcome } from '../../../../shared/content/extracted.ts'
import { isObject, type JsonValue } from '../../../../shared/schema/json.ts'
import { sha256 } from '../../base/hash.ts'
import type { Journal } from '../../journal/journal.ts'
import { findFile } from '../../llm/request/file-kinds.ts'
import { readImage } from '../../llm/request/images.ts'
import { plainText } from '../../llm/request/text.ts'
import type { ModelRequest, RequestMessage, UserPart } from '../../llm/llm.ts'
import type { ReadBytes } from './attachments.ts'

type FileLog = Pick<Journal, 'append' | 'keep'>

/** Max files of one request whose text is read, the newest first. */
const mostRead = 20

/**
 * Reads the files of servers in a request: those in results, prompts and resources. The files of the user were read when
 * they were attached. Logs the text of each once, because the model gets it. Rejects with the signal's reason if aborted.
 */
export async function readFilesIn(
  messages: readonly RequestMessage[],
  { read, journal, signal, ...of }: OfTurn & { read: ReadBytes; journal: FileLog; signal: AbortSignal },
): Promise<NonNullable<ModelRequest['readingOf']>> {
  const found = messages.flatMap((message) => (message.role === 'user' ? message.content.flatMap(filesIn) : []))
  const outcomes = new Map<string, FileOutcome>()
  for (const { data, name } of found.toReversed()) {
    if (outcomes.size >= mostRead) break
    signal.throwIfAborted()
    if (outcomes.has(data)) continue
    const bytes = Buffer.from(data, 'base64')
    const outcome = await read(bytes)
    outcomes.set(data, outcome)
    if (outcome.outcome === 'text') log({ name, hash: sha256(bytes), outcome }, of, journal)
  }
  signal.throwIfAborted()
  return (data) => outcomes.get(data)
}

/** Files whose text is in the log, by journal: each conversation has a file's text once. */
const logged = new WeakMap<object, Set<string>>()

type OfTurn = { conversation: string; turn: string }
type ReadText = { name: string; hash: string; outcome: Extract<FileOutcome, { outcome: 'text' | 'no-text' }> }

function log({ name, hash, outcome }: ReadText, of: OfTurn, journal: FileLog): void {
  const known = logged.get(journal) ?? new Set()
  logged.set(journal, known)
  const key = `${of.conversation} ${hash}`
  if (known.has(key)) return
  known.add(key)
  const { kind, pages, cut } = outcome
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- pages are JSON
  const text = journal.keep({ pages, ...(cut && { cut }) } as unknown as JsonValue)
  journal.append({ type: 'file.read', ...of, name, hash, kind, pages: pages.length, text })
}

/** A server's file: its canonical base64, and its name from its URI. */
type FoundFile = { data: string; name: string }

/** Each file in a part that isn't an image and wasn't read. */
function filesIn(part: UserPart): FoundFile[] {
  if (part.type === 'file') return part.reading ? [] : fileIn(part.data, part.name)
  if ((part.type !== 'tool-result' && part.type !== 'shown-result') || typeof part.content === 'string') return []
  return part.content.flatMap((block) => {
    if (!isObject(block)) return []
    const { type, data, resource } = block
    if (type === 'audio') return fileIn(data, '')
    return type === 'resource' && isObject(resource) ? fileIn(resource['blob'], resource['uri']) : []
  })
}

function fileIn(data: JsonValue | undefined, uri: JsonValue | undefined): FoundFile[] {
  const found = typeof data === 'string' && data !== '' && !readImage(data) ? findFile(data) : undefined
  const name = typeof uri === 'string' ? uri.split('/').findLast((piece) => piece !== '') : undefined
  return found ? [{ data: found.data, name: plainText(name ?? '', longestName) || 'A file' }] : []
}
